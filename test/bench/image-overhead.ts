import { imageRequested, imports } from '@catalog/contracts'
import { connectNats, request, upload, workJobs } from '@catalog/messaging'
import { createMetrics } from '../../packages/telemetry/src/create-metrics.ts'
import type { ProcessImageContext } from '../../services/image-service/src/attempt.ts'
import { createImageMetrics } from '../../services/image-service/src/metrics.ts'
import { processImage } from '../../services/image-service/src/process-image.ts'
import { StoreOutage } from '../../services/image-service/src/store-outage.ts'
import { lookAtProcesses } from '../load/targets/processes.ts'
import { startSystem } from '../support/system.ts'
import { waitFor } from '../support/wait-for.ts'
import { findPostmaster } from './find-postmaster.ts'
import { canonicalFile, makeProducts, withImages } from './make-products.ts'
import { milliseconds, tell } from './report.ts'
import type { Finding } from './report.ts'
import { median, ratioOf, timed } from './alternate.ts'

const images = 1_000
const goalMs = 5

/**
 * The cost of an image besides fetching, decoding and storing: image-service's own code, with these three replaced by
 * nothing.
 */
export async function benchImageOverhead({ rounds }: { rounds: number }): Promise<Finding[]> {
  await using undo = new AsyncDisposableStack()
  const system = undo.use(await startSystem())
  // This process replaces image-service; the others would only use processor time.
  for (const name of ['image-service', 'export-service', 'gateway'] as const) await system.kill(name)
  const log = { info: nothing, warn: nothing, error: nothing }
  const nats = undo.use(await connectNats({ url: system.nats.url, name: 'bench', log }))

  const inHand: number[] = []
  const metrics = createImageMetrics(createMetrics('bench', '1.2.3').registry)
  const context: ProcessImageContext = {
    claimImage: (input) => request(nats, imports.claimImage, input),
    continueImage: (input) => request(nats, imports.continueImage, input),
    settleImage: (input) => request(nats, imports.settleImage, input),
    fetcher: { fetch: () => Promise.resolve(Buffer.alloc(0)) },
    render: () => Promise.resolve([]),
    store: { put: () => Promise.resolve() },
    outage: new StoreOutage(metrics.waitingForStore, log),
    metrics,
    log,
  }
  undo.use(
    workJobs(nats, imageRequested, {
      concurrency: imageRequested.maxAckPending,
      handler: async (image, work) => {
        inHand.push(await timed(() => processImage(context, image, work)))
      },
    }),
  )

  const pids = {
    postgresql: await findPostmaster(system.database.url),
    nats: system.nats.pid,
    imports: system.services['import-service'].pid,
  }
  const cpu = () => {
    const { user, system: inKernel } = process.cpuUsage()
    const others = Object.values(lookAtProcesses(pids)).reduce((sum, { cpuS }) => sum + cpuS, 0)
    return (user + inKernel) / 1_000 + others * 1_000
  }

  tell(`overhead: ${images} images a round`)
  const perImage: { ms: number; cpuMs: number }[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const draft = await upload(nats, imports.createDraft, { storefront_id: `round-${round}` }, manyImages())
    const key = { storefront_id: draft.storefront_id, draft_id: draft.draft_id }
    const { run } = await request(nats, imports.confirmDraft, key)
    const cpuBefore = cpu()
    const ms = await timed(() =>
      waitFor(
        'the end of the image phase',
        () => system.events('image_phase_completed').some(({ run_id }) => run_id === run.run_id),
        { timeoutMs: 120_000, everyMs: 50 },
      ),
    )
    const cpuMs = cpu() - cpuBefore
    if (round > 0) perImage.push({ ms: ms / images, cpuMs: cpuMs / images })
    else inHand.length = 0
  }
  return [
    {
      what: "claim, settle and queue, milliseconds of all processes' CPU time an image",
      floor: 'nothing fetched, decoded or stored; four at a time',
      // Not wall-clock time, which on a busy machine includes the work of others.
      ...ratioOf(perImage.map(({ cpuMs }) => cpuMs)),
      goal: { most: goalMs },
      here: `${milliseconds(median(perImage.map(({ ms }) => ms)))} an image by the clock, ${milliseconds(median(inHand))} from claim to settle`,
    },
  ]
}

async function* manyImages(): AsyncGenerator<Uint8Array> {
  const perProduct = 10
  const products = makeProducts({ from: 1, count: images / perProduct }).map((product) => {
    const url = (index: number) => `https://images.example/${product.handle}/${index}.jpg`
    const own = Array.from({ length: perProduct }, (_, index) => ({ url: url(index), alt: '' }))
    return withImages(product, own)
  })
  yield Buffer.from(canonicalFile(products))
}

function nothing(): void {}
