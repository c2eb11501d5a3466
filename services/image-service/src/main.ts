import { imageRequested, images, imports, version } from '@catalog/contracts'
import { connectNats, request, serve, workJobs } from '@catalog/messaging'
import { readConfig, runService, startHealthServer, stopped, untilAvailable } from '@catalog/runtime'
import { createLogger, createMetrics, flushTraces, startTracing } from '@catalog/telemetry'
import { addressGuardOptions, createAddressGuard } from '@catalog/address-guard'
import { configSchema } from './config.ts'
import { startDecoders } from './decoder/decoders.ts'
import { createImageFetcher } from './fetch/fetch-image.ts'
import { createImageMetrics } from './metrics.ts'
import { eraseObjects } from './object-store/erase-objects.ts'
import { listObjects } from './object-store/list-objects.ts'
import { openObjectStore } from './object-store/open-object-store.ts'
import { processImage } from './process-image.ts'
import type { ProcessImageContext } from './attempt.ts'
import { readRendition } from './object-store/read-rendition.ts'
import { storeRendition } from './object-store/store-rendition.ts'
import { createResolve } from './fetch/resolve.ts'
import { StoreOutage } from './store-outage.ts'

const name = 'image-service'
const log = createLogger(name)

await startTracing(version)
await runService(name, { log, flush: flushTraces }, async ({ signal }) => {
  const config = readConfig(configSchema)
  const metrics = createMetrics(name, version)
  const store = await openObjectStore(config)
  const guard = createAddressGuard(addressGuardOptions(config))
  await using fetcher = createImageFetcher({ guard, resolve: createResolve() })
  await using decoders = await startDecoders({ log })
  await using health = await startHealthServer({ config, metrics, ready: () => nats.isReachable() })
  const connect = () => connectNats({ url: config.CATALOG_NATS_URL, name, log, times: { connectWaitMs: 0 } })
  await using nats = await untilAvailable('nats', connect, { log, signal })

  await using service = await serve(nats, {
    name,
    version,
    description:
      'Fetches images through the address guard, renders and stores them, hands them out, takes in, lists and erases them',
  })
  service.send(images.readRendition, (input) => readRendition({ store }, input))
  service.reply(images.eraseObjects, (input) => eraseObjects({ store }, input))
  service.reply(images.listObjects, (input) => listObjects({ store }, input))
  service.receive(images.storeRendition, (input, body) => storeRendition({ store }, input, body))

  const imageMetrics = createImageMetrics(metrics.registry)
  const context: ProcessImageContext = {
    claimImage: (input) => request(nats, imports.claimImage, input),
    continueImage: (input) => request(nats, imports.continueImage, input),
    settleImage: (input) => request(nats, imports.settleImage, input),
    fetcher,
    render: decoders.render,
    store,
    outage: new StoreOutage(imageMetrics.waitingForStore, log),
    metrics: imageMetrics,
    log,
  }
  await using _ = workJobs(nats, imageRequested, {
    // With max_ack_pending, this makes a pool of 4 workers, whatever the number of replicas.
    concurrency: imageRequested.maxAckPending,
    handler: (image, work) => processImage(context, image, work),
  })

  await nats.flush()
  health.markServing()
  log.info('ready', { health_port: health.port })
  await stopped(signal)
})
