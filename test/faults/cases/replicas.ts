import { imports } from '@catalog/contracts'
import { waitFor } from '../../support/wait-for.ts'
import { patience } from '../fault.ts'
import type { Fault } from '../fault.ts'
import { countWhere, describeRun, hold, inspectRun } from '../inspect.ts'
import { openLab } from '../lab.ts'
import type { Lab } from '../lab.ts'
import { countMessages } from '../nats-proxy.ts'

export const replicas: Fault[] = [
  {
    name: 'two replicas of each service',
    done: 'nothing: they share the work',
    shownBy: 'containers/replicas.container.test.ts',
    async run(watchdog) {
      await using lab = await openLab({ watchdog, replicas: 2 })
      const claims = lab.imageServices.map((replica) => countMessages(replica, imports.claimImage.subject))
      const run = await lab.confirm(80)
      const ended = await inspectRun(lab, run)
      hold('each picture was fetched once', lab.pictures.requests() === 80)
      return `${describeRun(ended)}; ${claims.map((count) => count()).join(' and ')} claims`
    },
  },
  {
    name: 'two replicas of each service, one of each killed',
    done: 'kill -9 with images in hand, not started again',
    isSlow: true,
    async run(watchdog) {
      await using lab = await openLab({ watchdog, replicas: 2 })
      const { busiest } = await beBusy(lab)
      await Promise.all([busiest.replica.stop('SIGKILL'), lab.importService.stop('SIGKILL')])
      busiest.gate.open()
      return describeRun(await inspectRun(lab, busiest.run))
    },
  },
  {
    name: "a worker stopped past its claim's lifetime",
    done: 'SIGSTOP with images in hand, SIGCONT once another replica has settled them',
    isSlow: true,
    async run(watchdog) {
      await using lab = await openLab({ watchdog, replicas: 2 })
      const { busiest } = await beBusy(lab)
      const { replica, inHand, gate, run } = busiest
      process.kill(replica.pid, 'SIGSTOP')
      gate.open()
      const ended = await inspectRun(lab, run)
      process.kill(replica.pid, 'SIGCONT')
      const late = () => replica.logs.filter(({ settled }) => settled === 'stale').length
      await waitFor('the late settlements', () => late() === inHand, patience)
      const after = await inspectRun(lab, run)
      hold('they changed nothing', JSON.stringify(after) === JSON.stringify(ended))
      return `${describeRun(after)}; ${inHand} late settlements, all stale`
    },
  },
]

/** A run whose first four images are in progress, delayed by the image host. */
async function beBusy(lab: Lab) {
  const claims = lab.imageServices.map((replica) => countMessages(replica, imports.claimImage.subject))
  const gate = lab.pictures.hold()
  const run = await lab.confirm(16)
  await waitFor('four fetches', () => lab.pictures.requests() === 4, patience)
  const counts = claims.map((count) => count())
  const inHand = Math.max(...counts)
  const replica = lab.imageServices[counts.indexOf(inHand)]
  if (replica === undefined) throw new Error('nobody is busy')
  hold('four are claimed', (await countWhere(lab, 'claim_expires_at is not null')) === 4)
  return { busiest: { replica, inHand, gate, run } }
}
