import { imageRequested, imports } from '@catalog/contracts'
import type { Watchdog } from '../../../deploy/local/processes.ts'
import { waitFor } from '../../support/wait-for.ts'
import { patience } from '../fault.ts'
import type { Fault } from '../fault.ts'
import { countQueued, countWhere, describeRun, hold, inspectRun, untilFour } from '../inspect.ts'
import { openLab } from '../lab.ts'
import type { Lab } from '../lab.ts'
import { answersTo, messagesTo } from '../nats-proxy.ts'
import type { Frame } from '../nats-proxy.ts'

const name = 'import-service killed'

export const killImportService: Fault[] = [
  {
    name: `${name} after commit, before publish`,
    done: 'its requests for images held back, kill -9, started again',
    run: (watchdog) =>
      killOnceLost(watchdog, messagesTo('out', imageRequested.subject), async (lab) =>
        hold('nothing is in the queue', (await countQueued(lab)) === 0),
      ),
  },
  {
    name: `${name} after publish, before marking`,
    done: "the queue's receipts held back, kill -9, started again",
    run: (watchdog) =>
      killOnceLost(
        watchdog,
        answersTo('out', imageRequested.subject),
        async (lab) => {
          await waitFor('requests in the queue', async () => (await countQueued(lab)) >= 3, patience)
          hold('none is marked', (await countWhere(lab, 'requests > 0')) === 0)
        },
        { holdsPictures: true },
      ),
  },
  {
    name: `${name} after claim's commit, before its reply`,
    done: 'its answers to claims held back, kill -9, started again',
    run: (watchdog) =>
      killOnceLost(watchdog, answersTo('in', imports.claimImage.subject), (lab) =>
        untilFour(lab, 'claims', 'claim_expires_at is not null'),
      ),
  },
  {
    name: `${name} after settle's commit, before its reply`,
    done: 'its answers to settlements held back, kill -9, started again',
    run: (watchdog) =>
      killOnceLost(
        watchdog,
        answersTo('in', imports.settleImage.subject),
        (lab) => untilFour(lab, 'settlements', "outcome = 'fetched'"),
        { fetchesOnce: true },
      ),
  },
  {
    name: `${name} in the middle of an apply, beside another`,
    done: 'the catalog locked, kill -9, confirmed by the other one, started again',
    async run(watchdog) {
      await using lab = await openLab({ watchdog, replicas: 2 })
      const [killed, other] = lab.importServices
      if (killed === undefined || other === undefined) throw new Error('there are two')
      await other.stop()
      const blocker = await lab.database.connect()
      await blocker.query('begin; lock table products in share mode')
      const confirming = lab.confirm(12)
      await waitFor(
        'the apply to wait',
        async () => {
          const { rowCount } = await lab.database.query(
            `select from pg_stat_activity
             where datname = current_database() and wait_event_type = 'Lock' and query ~ 'into products'`,
          )
          return rowCount === 1
        },
        patience,
      )
      await other.start()
      await killed.stop('SIGKILL')
      await blocker.query('rollback')
      blocker.release()
      const run = await confirming
      // Nobody takes an apply for dead before two minutes are over.
      const longAgo = '00000000-0000-7000-8000-000000000000'
      await lab.database.query(
        `update import_drafts set applies = array['${longAgo}'::uuid] where applies <> '{}'`,
      )
      await killed.start()
      const ended = await inspectRun(lab, run)
      const failures = () => lab.events('import_apply_failed')
      await waitFor('import_apply_failed', () => failures().length > 0, patience)
      await waitFor('the marks', async () => (await countApplies(lab)) === 0, patience)
      hold('import_apply_failed was written once', failures().length === 1)
      hold('it names the draft', failures()[0]?.['draft_id'] === run.draft_id)
      hold('it says why', failures()[0]?.['error_class'] === 'process_died')
      hold('import_run_completed was written once', lab.events('import_run_completed').length === 1)
      return describeRun(ended)
    },
  },
]

async function countApplies(lab: Lab): Promise<number | null> {
  const { rowCount } = await lab.database.query(`select from import_drafts where applies <> '{}'`)
  return rowCount
}

/** Confirms, and kills the service once such a message of it is lost and `before` has come about. */
async function killOnceLost(
  watchdog: Watchdog,
  lost: (frame: Frame) => boolean,
  before: (lab: Lab) => Promise<void>,
  { holdsPictures = false, fetchesOnce = false } = {},
): Promise<string> {
  await using lab = await openLab({ watchdog })
  const gate = holdsPictures ? lab.pictures.hold() : undefined
  const trap = lab.importService.proxy.trap(lost)
  const run = await lab.confirm(12)
  await trap.sprung
  await before(lab)
  await lab.importService.stop('SIGKILL')
  trap.open()
  gate?.open()
  await lab.importService.start()
  const ended = await inspectRun(lab, run)
  const resumed = lab.events('image_phase_recovered').filter(({ run_id }) => run_id === run.run_id)
  hold('image_phase_recovered was written once', resumed.length === 1)
  hold('each picture was fetched once', !fetchesOnce || lab.pictures.requests() === 12)
  return `${describeRun(ended)}; ${String(resumed[0]?.['pending_resumed'])} resumed`
}
