import { setTimeout as pause } from 'node:timers/promises'
import type { Watchdog } from '../../../deploy/local/processes.ts'
import type { Fault } from '../fault.ts'
import { hold, inspectRun } from '../inspect.ts'
import { openLab, untilReached } from '../lab.ts'
import type { Lab } from '../lab.ts'

/**
 * Shorter than a connection takes to count as dead (15 s), about as long, and long enough for several attempts. Two in
 * each lab: a lab's start is most of the load that a case is to the tests beside it.
 */
const pairs = [
  [12, 40],
  [16, 24],
  [18, 20],
]
/** Connections that were not closed did their harm after 12 to 17 s. */
const observedMs = 60_000
const pauseMs = 2_000

const ways: { what: string; hang: (lab: Lab) => () => void }[] = [
  {
    what: 'nats-server',
    hang({ nats: { pid } }) {
      process.kill(pid, 'SIGSTOP')
      return () => process.kill(pid, 'SIGCONT')
    },
  },
  {
    what: 'the network to NATS',
    hang({ services }) {
      const goOn = services.map(({ proxy }) => proxy.hang())
      return () => goOn.forEach((release) => release())
    },
  },
]

export const natsHangs: Fault[] = ways.flatMap(({ what, hang }) =>
  pairs.map((seconds) => ({
    name: `${what} hangs for ${seconds.join(' s, and for ')} s`,
    done: 'connections are accepted and not answered, then it goes on; a minute of exports and uploads after each',
    isSlow: true,
    run: (watchdog: Watchdog) => hangFor(watchdog, seconds, hang),
  })),
)

async function hangFor(
  watchdog: Watchdog,
  durations: number[],
  hang: (lab: Lab) => () => void,
): Promise<string> {
  await using lab = await openLab({ watchdog, withExports: true })
  const run = await lab.confirm(2)
  await inspectRun(lab, run)
  const before = await lab.exportCatalog()
  let rounds = 0
  for (const duration of durations) {
    const goOn = hang(lab)
    await pause(duration * 1_000).finally(goOn)
    await untilReached(() => Promise.all([lab.exportCatalog(), lab.tryUpload()]))
    const isOver = AbortSignal.timeout(observedMs)
    for (; !isOver.aborted; rounds++) {
      const [text] = await Promise.all([lab.exportCatalog(), lab.tryUpload()])
      hold('exports are the same', text === before)
      await pause(pauseMs)
    }
    for (const { name, proxy, noise } of lab.services) {
      hold(`${name} has one connection`, proxy.connections === 1)
      hold(`${name} printed nothing but its log`, noise.length === 0)
    }
  }
  return `2 fetched, ${rounds} exports and uploads afterwards`
}
