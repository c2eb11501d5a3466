import { chmod, chown, copyFile, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Client } from 'pg'
import { runQuietly } from '../../deploy/local/commands.ts'
import { connected } from '../../deploy/local/database.ts'
import { findFreePort } from '../../deploy/local/ports.ts'
import { startPostgres } from '../../deploy/local/postgres.ts'
import { startWatchdog } from '../../deploy/local/processes.ts'
import { makePostgresFolder } from './postgres-folder.ts'
import { waitFor } from './wait-for.ts'

/** A PostgreSQL that archives its WAL, and can be brought back to a point in time from it and a base backup. */
export interface ArchivingPostgres extends AsyncDisposable {
  /** Superuser, database `postgres`; the same before and after. */
  url: string
  /** What pg_basebackup does, by the functions that it uses itself: its program does not come with the server's. */
  takeBaseBackup(): Promise<void>
  /** By its own clock, as recovery_target_time takes it. */
  time(): Promise<string>
  /** Waits until all that is committed is in the archive, as it is after archive_timeout; then nothing but the archive is left. */
  lose(): Promise<void>
  /** Starts on the same port, from the base backup and the archive, with what was committed until then. */
  restoreTo(time: string): Promise<void>
}

export async function startArchivingPostgres(): Promise<ArchivingPostgres> {
  await using undo = new AsyncDisposableStack()
  const folder = await makePostgresFolder('archiving', { inMemory: true })
  undo.defer(() => rm(folder, { recursive: true, force: true }))
  const watchdog = undo.use(startWatchdog())
  watchdog.addFolder(folder)
  const archive = join(folder, 'archive')
  const base = join(folder, 'base')
  const [first, second] = [join(folder, 'first'), join(folder, 'second')]
  // The server may run as another account than the test.
  await chmod(folder, 0o711)
  await mkdir(archive)
  await chmod(archive, 0o777)

  const port = await findFreePort()
  const settings = {
    fsync: 'off',
    archive_mode: 'on',
    // A file that is there is whole: recovery may look for it at any moment.
    archive_command: `cp "%p" "${archive}/%f.part" && mv "${archive}/%f.part" "${archive}/%f"`,
  }
  let server = await startPostgres({ home: first, port, watchdog, settings })
  undo.defer(() => server.stop())
  const { url } = server
  const onServer = <Result>(work: (client: Client) => Promise<Result>) => connected(url, work)
  const stack = undo.move()
  return {
    url,
    takeBaseBackup: () =>
      onServer(async (client) => {
        const data = join(first, 'data')
        await client.query(`select pg_backup_start('base', true)`)
        await runQuietly('cp', ['-a', data, base])
        const { rows } = await client.query('select labelfile from pg_backup_stop()')
        for (const file of ['postmaster.pid', 'postmaster.opts']) await rm(join(base, file))
        for (const name of await readdir(join(base, 'pg_wal')))
          await rm(join(base, 'pg_wal', name), { recursive: true })
        await writeAs(data, join(base, 'backup_label'), rows[0].labelfile)
      }),
    time: () =>
      onServer(async (client) => (await client.query('select clock_timestamp()::text as time')).rows[0].time),
    lose: async () => {
      const name = await onServer(
        async (client) =>
          (await client.query('select pg_walfile_name(pg_switch_wal()) as name')).rows[0].name,
      )
      await waitFor('the WAL to be archived', async () => (await readdir(archive)).includes(name))
      process.kill(server.pid, 'SIGQUIT')
      await server.ended
      await rm(join(first, 'data'), { recursive: true })
    },
    restoreTo: async (time) => {
      await mkdir(second)
      await copyFile(join(first, 'password'), join(second, 'password'))
      const data = join(second, 'data')
      await rename(base, data)
      await writeAs(data, join(data, 'recovery.signal'), '')
      server = await startPostgres({
        home: second,
        port,
        watchdog,
        settings: {
          ...settings,
          restore_command: `cp "${archive}/%f" "%p"`,
          recovery_target_time: time,
          recovery_target_action: 'promote',
        },
      })
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/** With the owner of the folder: the server replaces it. */
async function writeAs(folder: string, file: string, text: string): Promise<void> {
  const { uid, gid } = await stat(folder)
  await writeFile(file, text)
  await chown(file, uid, gid)
}
