import { beforeEach, expect, test } from '@jest/globals'
import { imageRequested } from '@catalog/contracts'
import { connectNats, jobsPending, provisionJob, publishJobs, workJobs } from '@catalog/messaging'
import { disposeAfterAll } from '../../../../test/support/dispose-after-all.ts'
import { startNats } from '../../../../test/support/nats.ts'
import { waitFor } from '../../../../test/support/wait-for.ts'
import { countRequests } from './count-requests.ts'
import { confirmImages } from '../testing/stored-runs.ts'
import { createTestContext } from '../testing/test-context.ts'
import { requestDueImages, startDispatcher } from './dispatcher.ts'
import type { DispatcherOptions } from './dispatcher.ts'
import { quick } from '../runs/slowness.ts'

const undo = disposeAfterAll()
const service = undo.use(await createTestContext())
const server = undo.use(await startNats())
const nats = undo.use(
  await connectNats({ url: server.url, name: 'dispatcher-test', log: service.context.log }),
)
await provisionJob(nats, imageRequested)
const publish: DispatcherOptions['publish'] = (requests) => publishJobs(nats, imageRequested, requests)

beforeEach(() => service.deleteRuns())

test('images confirmed while NATS is down are requested once it is back', async () => {
  const { context } = service
  const disconnected = new Promise<void>((resolve) => {
    nats.onDisconnect(resolve)
  })
  await server.stop()
  await disconnected
  await using dispatcher = startDispatcher({
    ...context,
    publish,
    queueDepth: () => jobsPending(nats, imageRequested),
  })
  const run = await confirmImages(context, 'a', 5)
  await service.setSlowness(quick)
  dispatcher.wake()
  const reconnected = new Promise<void>((resolve) => {
    nats.onReconnect(() => {
      dispatcher.wake()
      resolve()
    })
  })
  await server.start()
  await reconnected
  const images: string[] = []
  const { promise: all, resolve: finish } = Promise.withResolvers<void>()
  await using _ = workJobs(nats, imageRequested, {
    concurrency: 4,
    handler: async ({ image_id }) => {
      images.push(image_id)
      if (images.length === 5) finish()
    },
  })

  await all
  await dispatcher[Symbol.asyncDispose]()

  expect(images.sort()).toEqual(run.image_outcomes.map(({ image_id }) => image_id).sort())
  expect(await service.database('run_images').whereNotNull('request_at')).toEqual([])
})

test('a request published twice because the process died in between is one message', async () => {
  const { context } = service
  await confirmImages(context, 'a', 3)
  // What another test's workers have acknowledged leaves the queue a moment later.
  await waitFor('an empty queue', async () => (await jobsPending(nats, imageRequested)) === 0)
  const dying: DispatcherOptions['publish'] = async (requests) => {
    await publish(requests)
    throw new Error('the process dies here')
  }
  await expect(requestDueImages({ ...context, publish: dying })).rejects.toThrow('the process dies here')
  await requestDueImages({ ...context, publish })
  expect(await jobsPending(nats, imageRequested)).toBe(3)
})

test('images are requested once a queue that was full has room again, and what it refused is counted', async () => {
  const { context } = service
  const manager = await nats.connection.jetstreamManager()
  const { stream } = imageRequested
  await manager.streams.purge(stream)
  const { config } = await manager.streams.info(stream)
  const full = { ...config, max_bytes: 1, discard: 'new' }
  await nats.connection.request(`$JS.API.STREAM.UPDATE.${stream}`, JSON.stringify(full))
  const refused = await refusals()
  await using _ = startDispatcher({
    ...context,
    publish: countRequests(context.metrics, publish),
    queueDepth: () => jobsPending(nats, imageRequested),
    dueEveryMs: 20,
  })
  await confirmImages(context, 'a', 1)
  await service.setSlowness(quick)
  await waitFor('a refusal', async () => (await refusals()) > refused)
  expect(await jobsPending(nats, imageRequested)).toBe(0)

  await manager.streams.update(stream, { max_bytes: -1 })
  await waitFor('the request', async () => (await jobsPending(nats, imageRequested)) === 1)
  await manager.streams.purge(stream)
})

async function refusals(): Promise<number> {
  const { values } = await service.context.metrics.imageRequests.get()
  return values.find(({ labels }) => labels.outcome === 'refused')?.value ?? 0
}
