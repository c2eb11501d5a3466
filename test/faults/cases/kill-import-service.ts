import { imageRequested, imports } from '@catalog/contracts'
import type { Run } from '@catalog/contracts'
import { waitFor } from '../../support/wait-for.ts'
import { patience } from '../fault.ts'
import type { Fault } from '../fault.ts'
import { countWhere, describeRun, hold, inspectRun } from '../inspect.ts'
import { openLab } from '../lab.ts'
import type { Lab } from '../lab.ts'
import { answersTo, messagesTo } from '../nats-proxy.ts'

const name = 'import-service killed'

export const killImportService: Fault[] = [
  {
    name: `${name} after commit, before publish`,
    done: 'its requests for images held back, kill -9, started again',
    async run(watchdog) {
      await using lab = await openLab({ watchdog })
      const trap = lab.importService.proxy.trap(messagesTo('out', imageRequested.subject))
      const run = await lab.confirm(30)
      await trap.sprung
      hold('nothing is in the queue', (await lab.nats.messages()) === 0)
      await lab.importService.stop('SIGKILL')
      trap.open()
      await lab.importService.start()
      return await inspectResumed(lab, run)
    },
  },
  {
    name: `${name} after publish, before marking`,
    done: "the queue's receipts held back, kill -9, started again",
    async run(watchdog) {
      await using lab = await openLab({ watchdog })
      const gate = lab.pictures.hold()
      const trap = lab.importService.proxy.trap(answersTo('out', imageRequested.subject))
      const run = await lab.confirm(30)
      await trap.sprung
      await waitFor('requests in the queue', async () => (await lab.nats.messages()) >= 3, patience)
      hold('none is marked', (await countWhere(lab, 'requests > 0')) === 0)
      await lab.importService.stop('SIGKILL')
      trap.open()
      gate.open()
      await lab.importService.start()
      return await inspectResumed(lab, run)
    },
  },
  {
    name: `${name} after claim's commit, before its reply`,
    done: 'its answers to claims held back, kill -9, started again',
    async run(watchdog) {
      await using lab = await openLab({ watchdog })
      const trap = lab.importService.proxy.trap(answersTo('in', imports.claimImage.subject))
      const run = await lab.confirm(30)
      await trap.sprung
      await waitFor(
        'claims',
        async () => (await countWhere(lab, 'claim_expires_at is not null')) === 4,
        patience,
      )
      await lab.importService.stop('SIGKILL')
      trap.open()
      await lab.importService.start()
      return await inspectResumed(lab, run)
    },
  },
  {
    name: `${name} after settle's commit, before its reply`,
    done: 'its answers to settlements held back, kill -9, started again',
    async run(watchdog) {
      await using lab = await openLab({ watchdog })
      const trap = lab.importService.proxy.trap(answersTo('in', imports.settleImage.subject))
      const run = await lab.confirm(30)
      await trap.sprung
      await waitFor('settlements', async () => (await countWhere(lab, "outcome = 'fetched'")) === 4, patience)
      await lab.importService.stop('SIGKILL')
      trap.open()
      await lab.importService.start()
      const description = await inspectResumed(lab, run)
      hold('each picture was fetched once', lab.pictures.asked() === 30)
      return description
    },
  },
]

async function inspectResumed(lab: Lab, run: Run): Promise<string> {
  const ended = await inspectRun(lab, run)
  const resumed = lab.events('image_phase_recovered').filter(({ run_id }) => run_id === run.run_id)
  hold('image_phase_recovered was written once', resumed.length === 1)
  return `${describeRun(ended)}; ${String(resumed[0]?.['pending_resumed'])} resumed`
}
