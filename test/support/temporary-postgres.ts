import { rm } from 'node:fs/promises'
import { findFreePort } from '../../deploy/local/ports.ts'
import { startPostgres } from '../../deploy/local/postgres.ts'
import { startWatchdog } from '../../deploy/local/processes.ts'
import { makePostgresFolder } from './postgres-folder.ts'

/** A PostgreSQL with new files, which are removed at its end. `fast`: without the durability of production. */
export async function startTemporaryPostgres(
  purpose: string,
  { inMemory = false, fast = false } = {},
): Promise<{ url: string; pid: number } & AsyncDisposable> {
  await using undo = new AsyncDisposableStack()
  const folder = await makePostgresFolder(purpose, { inMemory })
  const watchdog = startWatchdog()
  watchdog.addFolder(folder)
  undo.defer(async () => {
    await watchdog[Symbol.asyncDispose]()
    await rm(folder, { recursive: true, force: true })
  })
  const server = await startPostgres({ home: folder, port: await findFreePort(), watchdog, fast })
  undo.defer(() => server.stop())
  const stack = undo.move()
  return { url: server.url, pid: server.pid, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}
