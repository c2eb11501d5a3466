import { readFileSync, statfsSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { canEnter } from '../../deploy/local/postgres.ts'

const memory = '/dev/shm'
/** More than all databases of a run and their log take. */
const roomBytes = 1024 ** 3

/**
 * A new folder for a PostgreSQL, which its account can enter; the caller removes it. `inMemory`: in a file system in
 * memory if the machine has room for that. A database is a thousand files, and where a disk is slow to create them,
 * creating one takes a quarter of a second of processor time.
 */
export async function makePostgresFolder(purpose: string, { inMemory = false } = {}): Promise<string> {
  const parents = [...(inMemory && hasRoomInMemory() ? [memory] : []), tmpdir()]
  return await mkdtemp(join(parents.find(canEnter) ?? '/tmp', `catalog-${purpose}-`))
}

function hasRoomInMemory(): boolean {
  if (process.platform !== 'linux' || process.availableMemory() < 8 * roomBytes) return false
  const [, , , options = 'noexec'] =
    readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .map((line) => line.split(' '))
      .findLast(([, path]) => path === memory) ?? []
  // The server's programs may have to be copied there.
  if (options.split(',').some((option) => option === 'noexec' || option === 'ro')) return false
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize > roomBytes
}
