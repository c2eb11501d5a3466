import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { serviceNames } from '../../../deploy/local/services.ts'
import { connectClient } from '../../bench/connect-client.ts'
import { paintSmallPicture } from '../../bench/paint-pictures.ts'
import { setup } from '../../support/global-setup.ts'
import { startImageHost } from '../../support/image-host.ts'
import { startSystem } from '../../support/system.ts'
import { startTemporaryPostgres } from '../../support/temporary-postgres.ts'
import { lookAtDatabase } from './database-bytes.ts'
import { lookAtProcesses } from './processes.ts'
import type { Target } from './target.ts'

/** A system on this machine, with new durable servers: WAL is as in production, unlike that of the tests' servers. */
export async function startLocalTarget(): Promise<Target> {
  await using undo = new AsyncDisposableStack()
  const postgres = undo.use(await startTemporaryPostgres('load'))
  process.env.TEST_DATABASE_URL = postgres.url
  undo.defer(await setup())
  const images = undo.use(await startImageHost(await paintSmallPicture()))
  const system = undo.use(await startSystem({ env: { all: { CATALOG_IMAGE_ALLOWED_HOSTS: images.host } } }))
  const { client } = undo.use(await connectClient(system.database.url))
  // After a checkpoint, the first change of each page writes the whole page. A checkpoint in between would make runs
  // incomparable.
  await client.query(`alter system set checkpoint_timeout = '1d'`)
  await client.query('select pg_reload_conf()')
  const stack = undo.move()
  const pids = () => ({
    ...Object.fromEntries(serviceNames.map((name) => [name, system.services[name].pid])),
    postgresql: postgres.pid,
    nats: system.nats.pid,
  })
  return {
    api: system,
    pictureUrl: (path) => images.url(path),
    look: async () => {
      const [bytes, objects] = await Promise.all([lookAtDatabase(client), bytesIn(system.objects)])
      return { processes: lookAtProcesses(pids()), bytes: { ...bytes, objects } }
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const sizes = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      // It may have been moved meanwhile.
      .map((entry) =>
        stat(join(entry.parentPath, entry.name)).then(
          ({ size }) => size,
          () => 0,
        ),
      ),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}
