import { rename, rm, writeFile } from 'node:fs/promises'
import { imports } from '@catalog/contracts'
import { findFreePort, startOnFreePort } from '../../../deploy/local/ports.ts'
import { startPostgres } from '../../../deploy/local/postgres.ts'
import type { Watchdog } from '../../../deploy/local/processes.ts'
import { letRequestsAge } from '../../support/let-requests-age.ts'
import { makePostgresFolder } from '../../support/postgres-folder.ts'
import { waitFor } from '../../support/wait-for.ts'
import { patience } from '../fault.ts'
import type { Fault } from '../fault.ts'
import { countWhere, describeRun, hold, inspectRun } from '../inspect.ts'
import { openLab } from '../lab.ts'
import type { Lab } from '../lab.ts'
import { countMessages } from '../nats-proxy.ts'

export const serverOutages: Fault[] = [
  {
    name: 'NATS restarted',
    done: 'stopped with four images in hand, started again',
    run: (watchdog) => restartNats(watchdog, () => Promise.resolve()),
  },
  {
    name: 'NATS restarted with its store wiped',
    done: 'stopped with four images in hand, its files removed, started again',
    run: (watchdog) =>
      restartNats(watchdog, async ({ nats, database }) => {
        await rm(nats.store, { recursive: true })
        await letRequestsAge(database)
      }),
  },
  {
    name: 'PostgreSQL restarted',
    done: 'stopped (fast) with some of the images settled, started again',
    run: (watchdog) => restartPostgres(watchdog, 'SIGINT'),
  },
  {
    name: 'PostgreSQL crashed',
    done: 'stopped (immediate) with some of the images settled, recovered',
    run: (watchdog) => restartPostgres(watchdog, 'SIGQUIT'),
  },
  {
    name: 'PostgreSQL lost at the commit of the last settlement',
    done: 'the commit goes through, its answer does not',
    async run(watchdog) {
      await using lab = await openLab({ watchdog })
      const settlements = countMessages(lab.imageService, imports.settleImage.subject)
      const closed = lab.databaseProxy.closeAfter('images_fetched = images_fetched')
      const run = await lab.confirm(1)
      await closed
      // Nobody writes its event before two minutes are over.
      await lab.database.query(`
        update import_runs set completed_at = completed_at - interval '2 minutes',
          image_phase_started_at = image_phase_started_at - interval '2 minutes'`)
      const ended = await inspectRun(lab, run)
      hold('it was sent again', settlements() === 2)
      return describeRun(ended)
    },
  },
  {
    name: 'object store unavailable',
    done: 'a file in the place of its folder until four images are in hand',
    shownBy: 'object-store.gcs.test.ts',
    async run(watchdog) {
      await using lab = await openLab({ watchdog, pausesMs: '200,400' })
      const restoreStore = await hideStore(lab)
      const run = await lab.confirm(8)
      await waitFor(
        'the workers to wait',
        async () => (await countWhere(lab, 'attempts = 1 and claim_expires_at is not null')) === 4,
        patience,
      )
      await restoreStore()
      const ended = await inspectRun(lab, run)
      hold('all were fetched', ended.image_counts.fetched === 8)
      hold(
        'each was tried once',
        ended.image_outcomes.every(({ attempts }) => attempts === 1),
      )
      return describeRun(ended)
    },
  },
]

async function restartNats(watchdog: Watchdog, meanwhile: (lab: Lab) => Promise<void>): Promise<string> {
  await using lab = await openLab({ watchdog })
  const gate = lab.pictures.hold()
  const run = await lab.confirm(12)
  await waitFor('four fetches', () => lab.pictures.requests() >= 4, patience)
  await lab.nats.stop()
  await meanwhile(lab)
  gate.open()
  await lab.nats.start()
  return describeRun(await inspectRun(lab, run))
}

async function restartPostgres(watchdog: Watchdog, signal: 'SIGINT' | 'SIGQUIT'): Promise<string> {
  const home = await makePostgresFolder('faults-postgres', { inMemory: true })
  watchdog.addFolder(home)
  // Not `fast`: committed data must survive a crash.
  const start = (port: number) => startPostgres({ home, port, watchdog })
  let server = await startOnFreePort(await findFreePort(), start)
  try {
    const { migrate } = await import('../../../services/import-service/src/postgres/migrate.ts')
    await migrate(server.url)
    await using lab = await openLab({ watchdog, databaseUrl: server.url })
    const run = await lab.confirm(60)
    await waitFor(
      'some settlements',
      async () => (await countWhere(lab, "outcome = 'fetched'")) >= 6,
      patience,
    )
    process.kill(server.pid, signal)
    await server.ended
    const before = lab.pictures.requests()
    server = await start(Number(new URL(server.url).port))
    const ended = await inspectRun(lab, run)
    hold('it stopped in the middle', before < 60)
    return describeRun(ended)
  } finally {
    await server.stop()
    await rm(home, { recursive: true, force: true })
  }
}

async function hideStore({ objects }: Lab): Promise<() => Promise<void>> {
  const hidden = `${objects}-hidden`
  await rename(objects, hidden)
  await writeFile(objects, '')
  return async () => {
    await rm(objects)
    await rename(hidden, objects)
  }
}
