import { availableParallelism } from 'node:os'
import { addressGuardOptions, createAddressGuard } from '@catalog/address-guard'
import { imageRequested, imports, maxFileBytes, version } from '@catalog/contracts'
import { connectNats, jobsPending, provisionJob, publishJobs, serve } from '@catalog/messaging'
import type { Call } from '@catalog/messaging'
import {
  ConfigError,
  readConfig,
  runService,
  startHealthServer,
  stopped,
  untilAvailable,
} from '@catalog/runtime'
import * as telemetry from '@catalog/telemetry'
import { findSchemaProblem, sessionSource } from '@catalog/postgres'
import { adjustStock } from './stock/adjust-stock.ts'
import { cancelDraft } from './drafts/cancel-draft.ts'
import { countRequests } from './images/count-requests.ts'
import { claimImage } from './images/claim-image.ts'
import { configSchema } from './config.ts'
import { confirmDraft } from './runs/confirm-draft.ts'
import type { Context } from './context.ts'
import { continueImage } from './images/continue-image.ts'
import { createDraft } from './drafts/create-draft.ts'
import { createFairReads } from './postgres/fair-reads.ts'
import { whenAvailable } from './postgres/when-available.ts'
import { connectDatabase } from './postgres/database.ts'
import { startDatabaseClock } from './postgres/database-clock.ts'
import { readSchema } from './postgres/read-schema.ts'
import { exportDraftAbsent } from './drafts/export-draft-absent.ts'
import { exportDraftErrors } from './drafts/export-draft-errors.ts'
import { exportRunChanges } from './runs/export-run-changes.ts'
import { exportRunErrors } from './runs/export-run-errors.ts'
import { createFileQueue } from './workers/file-queue.ts'
import { startWorkers, workerCount } from './workers/workers.ts'
import { getDraft } from './drafts/get-draft.ts'
import { getRun } from './runs/get-run.ts'
import { startDispatcher } from './images/dispatcher.ts'
import { startOverdueWatch } from './images/overdue.ts'
import { startRecovery } from './images/recovery.ts'
import { listDraftProducts } from './drafts/list-draft-products.ts'
import { listDraftRows } from './drafts/list-draft-rows.ts'
import { deleteMapping } from './mappings/delete-mapping.ts'
import { listMappings } from './mappings/list-mappings.ts'
import { listDrafts } from './drafts/list-drafts.ts'
import { reviseDraft } from './drafts/revise-draft.ts'
import { startReportMarks } from './runs/report-marks.ts'
import { startReportWatch } from './runs/report-watch.ts'
import { createSweep } from './drafts/sweep.ts'
import { listRunProducts } from './runs/list-run-products.ts'
import { listRunRows } from './runs/list-run-rows.ts'
import { undoRun } from './runs/undo-run.ts'
import { listRunImages } from './images/list-run-images.ts'
import { listRuns } from './runs/list-runs.ts'
import { createImportMetrics, registerGauges } from './metrics.ts'
import { recheckDraft } from './drafts/recheck-draft.ts'
import { retryImages } from './images/retry-images.ts'
import { startCountingPending } from './images/pending-total.ts'
import { countPendingImages } from './images/pending-total.sql.ts'
import { findOldestImagePhase } from './runs/image-phases.sql.ts'
import { settleImage } from './images/settle-image.ts'
import { summarizeCatalog } from './catalog/summarize-catalog.ts'
import { startUpkeep } from './upkeep.ts'

const name = 'import-service'
const log = telemetry.createLogger(name)

await telemetry.startTracing(version)
await runService(name, { log, flush: telemetry.flushTraces }, async ({ signal }) => {
  const config = readConfig(configSchema)
  const metrics = telemetry.createMetrics(name, version)
  const session = sessionSource(config)
  // Ten connections in total: each worker has its own.
  const maxConnections = 10 - workerCount
  await using connection = connectDatabase(config.CATALOG_DATABASE_URL, { maxConnections, ...session })
  const { database } = connection
  await using health = await startHealthServer({
    config,
    metrics,
    ready: async () => (await nats.isReachable()) && (await connection.isWritable()),
  })
  await using clock = await untilAvailable('postgresql', () => startDatabaseClock(database), { log, signal })
  const now = () => clock.now()
  const applied = await untilAvailable('the migrations', () => readSchema(database), { log, signal })
  const problem = findSchemaProblem(applied, version)
  if (problem !== undefined) throw new ConfigError(problem)
  const connect = () => connectNats({ url: config.CATALOG_NATS_URL, name, log, times: { connectWaitMs: 0 } })
  await using nats = await untilAvailable('nats', connect, { log, signal })

  const importMetrics = createImportMetrics(metrics.registry)
  const imageJob = { ...imageRequested, replicas: config.CATALOG_NATS_REPLICAS }
  await untilAvailable('jetstream', () => provisionJob(nats, imageJob, { signal }), { log, signal })
  await using dispatcher = startDispatcher({
    database,
    log,
    now,
    // Shorter than an outbox transaction may be idle.
    publish: countRequests(importMetrics, (requests) =>
      publishJobs(nats, imageJob, requests, { deadlineMs: 10_000, signal }),
    ),
    async queueDepth() {
      // image-service may not create a consumer that was deleted.
      await provisionJob(nats, imageJob, { signal })
      return jobsPending(nats, imageJob, { signal })
    },
  })
  nats.onReconnect(() => dispatcher.resume())
  registerGauges(metrics.registry, {
    images: () => countPendingImages(database),
    queueDepth: () => jobsPending(nats, imageJob, { deadlineMs: 5_000 }),
    oldestImagePhaseSeconds: () => findOldestImagePhase(database, now()),
    connections: () => connection.usage(),
  })

  const limits = {
    memoryMiB: 192,
    largeProcessMiB: 560,
    time: { cpuMs: 20_000, smallCpuMs: 1_000, wallMs: 28_000 },
  }
  await using workers = startWorkers(
    { databaseUrl: config.CATALOG_DATABASE_URL, session, addressGuard: addressGuardOptions(config) },
    limits,
    log,
  )
  const runDetailDays = config.CATALOG_RUN_DETAIL_DAYS
  await using upkeep = startUpkeep({ database, log, now, runDetailDays })
  await using marks = startReportMarks({ events: telemetry, log })
  const context: Context = {
    database,
    files: createFileQueue(workers.run, {
      slots: Math.min(availableParallelism(), workerCount),
      // Such files take seconds on a slow machine: one slot always stays free for quick ones.
      largeCost: 1024 * 1024,
      maxWaiting: 64,
      // Waiting and processing together end before the caller's timeout.
      waitMs: 30_000,
      // Their windows together are far below what NATS buffers for a connection.
      maxArriving: 96,
      maxBytes: 96 * 1024 * 1024,
      // About as fast as large files are read; one alone arrives without a delay.
      arrival: { freeBytes: 1024 * 1024, bytesPerS: 20_000_000, burstBytes: maxFileBytes },
    }),
    guard: createAddressGuard(addressGuardOptions(config)),
    log,
    events: telemetry,
    metrics: importMetrics,
    now,
    imageRetryPausesMs: config.CATALOG_IMAGE_RETRY_PAUSES_MS,
    runDetailDays,
    requireSecondPerson: config.CATALOG_REQUIRE_SECOND_PERSON,
    recordReported: marks.add,
    beginUpkeep: upkeep.begin,
    sweep: createSweep({ database, log, now }),
    commitLookupMs: 3_000,
    wakeDispatcher: () => dispatcher.wake(),
  }
  await using watches = new AsyncDisposableStack()
  watches.use(await startRecovery(context))
  watches.use(startOverdueWatch(context))
  watches.use(startReportWatch(context))
  watches.use(startCountingPending(context))

  const fairly = createFairReads(maxConnections)
  await using service = await serve(nats, {
    name,
    version,
    description: 'Drafts, preview, transactional apply, runs and the image phase',
  })
  service.receive(imports.createDraft, (input, body, { signal: gone, trailer }) =>
    whenAvailable(() =>
      createDraft(context, input, body, {
        signal: gone,
        columns: () => ({ sent: trailer()?.mapping ?? null, choice: trailer()?.choice ?? null }),
      }),
    ),
  )
  service.reply(imports.listDrafts, read(listDrafts))
  service.reply(imports.getDraft, read(getDraft))
  service.reply(imports.listDraftRows, read(listDraftRows))
  service.reply(imports.listDraftProducts, read(listDraftProducts))
  service.send(imports.exportDraftAbsent, read(exportDraftAbsent))
  service.send(imports.exportDraftErrors, read(exportDraftErrors))
  service.reply(imports.confirmDraft, answer(confirmDraft))
  service.reply(imports.recheckDraft, answer(recheckDraft))
  service.reply(imports.reviseDraft, answer(reviseDraft))
  service.reply(imports.cancelDraft, answer(cancelDraft))
  service.reply(imports.listMappings, read(listMappings))
  service.reply(imports.deleteMapping, answer(deleteMapping))
  service.reply(imports.listRuns, read(listRuns))
  service.reply(imports.getRun, read(getRun))
  service.reply(imports.listRunRows, read(listRunRows))
  service.reply(imports.listRunProducts, read(listRunProducts))
  service.send(imports.exportRunErrors, read(exportRunErrors))
  service.send(imports.exportRunChanges, answer(exportRunChanges))
  service.reply(imports.undoRun, answer(undoRun))
  service.reply(imports.listRunImages, read(listRunImages))
  service.reply(imports.retryImages, answer(retryImages))
  service.reply(imports.adjustStock, answer(adjustStock))
  service.reply(imports.summarizeCatalog, read(summarizeCatalog))
  // Without checking where the storefront is: while it is being moved, its images are held and cannot be claimed.
  service.reply(imports.claimImage, (input) => whenAvailable(() => claimImage(context, input)))
  service.reply(imports.continueImage, (input) => whenAvailable(() => continueImage(context, input)))
  service.reply(imports.settleImage, (input) => whenAvailable(() => settleImage(context, input)))

  await nats.flush()
  health.markServing()
  log.info('ready', { health_port: health.port })
  await stopped(signal)

  function read<Input extends { storefront_id: string }, Output>(
    handler: (context: Context, input: Input, signal: AbortSignal) => Promise<Output>,
  ): (input: Input, call: Call) => Promise<Output> {
    const answered = answer(handler)
    return (input, call) =>
      fairly({ storefrontId: input.storefront_id, signal: call.signal }, () => answered(input, call))
  }

  function answer<Input extends { storefront_id: string }, Output>(
    handler: (context: Context, input: Input, signal: AbortSignal) => Promise<Output>,
  ): (input: Input, call: Call) => Promise<Output> {
    return (input, call) => whenAvailable(() => handler(context, input, call.signal))
  }
})
