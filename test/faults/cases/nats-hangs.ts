import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { catalogExports, imports } from '@catalog/contracts'
import { download, request, upload } from '@catalog/messaging'
import type { Watchdog } from '../../../deploy/local/processes.ts'
import { csvOf } from '../../support/canonical-file.ts'
import type { Fault } from '../fault.ts'
import { hold, inspectRun } from '../inspect.ts'
import { oneChunk, openLab, untilReached } from '../lab.ts'
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
  pairs.map((seconds, index) => ({
    name: `${what} hangs for ${seconds.join(' s, and for ')} s`,
    done: 'connections are accepted and not answered, then it goes on; a minute of exports and uploads after each',
    isSlow: true,
    isNightly: index > 0,
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
  const before = await exportCatalog(lab)
  let rounds = 0
  for (const duration of durations) {
    const goOn = hang(lab)
    await pause(duration * 1_000).finally(goOn)
    await untilReached(() => Promise.all([exportCatalog(lab), tryUpload(lab)]))
    const isOver = AbortSignal.timeout(observedMs)
    for (; !isOver.aborted; rounds++) {
      const [exported] = await Promise.all([exportCatalog(lab), tryUpload(lab)])
      hold('exports are the same', exported === before)
      await pause(pauseMs)
    }
    for (const { name, proxy, noise } of lab.services) {
      hold(`${name} has one connection`, proxy.connections === 1)
      hold(`${name} printed nothing but its log`, noise.length === 0)
    }
  }
  return `2 fetched, ${rounds} exports and uploads afterwards`
}

/** Uploads a file and cancels its draft. @throws ServiceError */
async function tryUpload({ client }: Lab): Promise<void> {
  const file = oneChunk(Buffer.from(csvOf([{ handle: 'a', title: 'A', variant_price: '1' }])))
  const of = { storefront_id: 'lab' }
  const { draft_id } = await upload(client, imports.createDraft, of, file)
  await request(client, imports.cancelDraft, { ...of, draft_id })
}

/** The storefront's catalog. @throws ServiceError */
async function exportCatalog({ client }: Lab): Promise<string> {
  const input = { storefront_id: 'lab', status: 'all', format: 'csv' } as const
  return await text((await download(client, catalogExports.exportCatalog, input)).body)
}
