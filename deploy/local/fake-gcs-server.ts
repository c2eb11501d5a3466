import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { answers, runQuietly } from './commands.ts'
import type { FindOptions } from './nats-server.ts'

const pinned = '1.55.1'
const program = 'github.com/fsouza/fake-gcs-server'

/** Whether `findFakeGcsServer` has a way: the program itself, or Go to build it with. */
export function canHaveFakeGcsServer(home: string): boolean {
  return foundIn(home) !== undefined || answers('go', ['version'])
}

/**
 * The path of a fake-gcs-server, which stands in for Google Cloud Storage in the tests: the one on the PATH, else one
 * built with Go into `.catalog/bin` once.
 */
export async function findFakeGcsServer({ home, say }: FindOptions): Promise<string> {
  const found = foundIn(home)
  if (found !== undefined) return found

  const installed = installedIn(home)
  await mkdir(join(home, 'bin'), { recursive: true })
  const folder = await mkdtemp(join(home, 'bin', 'new-'))
  try {
    say(`fake-gcs-server: built with Go, about a minute (once, into ${join('.catalog', 'bin')})`)
    await runQuietly('go', ['install', `${program}@v${pinned}`], { GOBIN: folder })
    await rename(join(folder, executable), installed)
    return installed
  } catch (cause) {
    throw new Error(
      `There is no fake-gcs-server on the PATH, and Go could not build one. ` +
        `Build it with: go install ${program}@v${pinned}`,
      { cause },
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const suffix = process.platform === 'win32' ? '.exe' : ''
const executable = `fake-gcs-server${suffix}`

/** It cannot be asked for its version, so the name says it. */
function installedIn(home: string): string {
  return join(home, 'bin', `fake-gcs-server-${pinned}${suffix}`)
}

function foundIn(home: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  return [...folders.map((folder) => join(folder, executable)), installedIn(home)].find((path) =>
    existsSync(path),
  )
}
