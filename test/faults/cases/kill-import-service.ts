import { imageRequested, imports } from '@catalog/contracts'
import type { Watchdog } from '../../../deploy/local/processes.ts'
import { waitFor } from '../../support/wait-for.ts'
import { patience } from '../fault.ts'
import type { Fault } from '../fault.ts'
import { countWhere, describeRun, hold, inspectRun, untilFour } from '../inspect.ts'
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
        hold('nothing is in the queue', (await lab.nats.messages()) === 0),
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
          await waitFor('requests in the queue', async () => (await lab.nats.messages()) >= 3, patience)
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
]

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
  const run = await lab.confirm(30)
  await trap.sprung
  await before(lab)
  await lab.importService.stop('SIGKILL')
  trap.open()
  gate?.open()
  await lab.importService.start()
  const ended = await inspectRun(lab, run)
  const resumed = lab.events('image_phase_recovered').filter(({ run_id }) => run_id === run.run_id)
  hold('image_phase_recovered was written once', resumed.length === 1)
  hold('each picture was fetched once', !fetchesOnce || lab.pictures.asked() === 30)
  return `${describeRun(ended)}; ${String(resumed[0]?.['pending_resumed'])} resumed`
}
