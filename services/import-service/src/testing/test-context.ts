import { createAddressGuard } from '@catalog/address-guard'
import { Registry } from 'prom-client'
import { maxFileBytes } from '@catalog/contracts'
import { createLogger } from '@catalog/telemetry'
import { createDatabase } from '../../../../test/support/database.ts'
import type { Context, Events } from '../context.ts'
import { connectDatabase } from '../postgres/database.ts'
import type { Database, DatabaseTimeouts } from '../postgres/database.ts'
import { createSweep } from '../drafts/sweep.ts'
import { startUpkeep } from '../upkeep.ts'
import { startReportMarks } from '../runs/report-marks.ts'
import { createFileQueue } from '../workers/file-queue.ts'
import type { FileQueue } from '../workers/file-queue.ts'
import { tasks } from '../workers/tasks.ts'
import { createImportMetrics } from '../metrics.ts'

export interface TestContext extends AsyncDisposable {
  context: Context
  database: Database
  url: string
  readerUrl: string
  /** The telemetry events that were written, in order. */
  events: { name: keyof Events; fields: Record<string, unknown> }[]
  /** The time that handlers see; it advances only through `advance`. */
  clock: { time: Date; advance: (ms: number) => void }
  wakes: () => number
  /** Resolves once nothing runs in the background: no old details are being deleted, and all events are marked as reported. */
  idle: () => Promise<void>
  /** Sets the slowness of a storefront's runs, or of all runs, as in runs/slowness.ts. */
  setSlowness: (slowness: number, storefrontId?: string) => Promise<void>
  deleteRuns: () => Promise<void>
}

/** As long as Jest waits for a test: even on a busy machine, only a hanging request takes longer. */
export const patience: DatabaseTimeouts = { connectMs: 120_000, acquireMs: 120_000, statementMs: 120_000 }

/** Creates what main.ts creates, on a migrated database of its own, without NATS. */
export async function createTestContext(): Promise<TestContext> {
  const server = await createDatabase()
  const connection = connectDatabase(server.url, patience)
  const events: TestContext['events'] = []
  const record =
    (name: keyof Events) =>
    (fields: Record<string, unknown>): void => {
      events.push({ name, fields })
    }
  const clock = {
    time: new Date('2026-05-04T10:00:00.000Z'),
    advance(ms: number) {
      clock.time = new Date(clock.time.getTime() + ms)
    },
  }
  let wakes = 0
  const log = createLogger('import-service')
  log.silent = true
  const runDetailDays = 90
  const upkeep = startUpkeep({
    database: connection.database,
    log,
    now: () => clock.time,
    runDetailDays,
  })
  const recorded: Events = {
    importDraftCreated: record('importDraftCreated'),
    importRunCompleted: record('importRunCompleted'),
    importApplyFailed: record('importApplyFailed'),
    imagePhaseCompleted: record('imagePhaseCompleted'),
    imagePhaseRecovered: record('imagePhaseRecovered'),
    imagePhaseOverdue: record('imagePhaseOverdue'),
    untilWritten: () => Promise.resolve(),
  }
  const marks = startReportMarks({ events: recorded, log })
  const marked: Promise<void>[] = []
  const context: Context = {
    database: connection.database,
    files: filesOf(connection.database),
    guard: createAddressGuard(),
    log,
    events: recorded,
    metrics: createImportMetrics(new Registry()),
    now: () => clock.time,
    requireSecondPerson: false,
    imageRetryPausesMs: [2_000, 10_000],
    runDetailDays,
    commitLookupMs: 120_000,
    recordReported(mark) {
      const { promise, resolve } = Promise.withResolvers<void>()
      marked.push(promise)
      marks.add(async () => {
        await mark()
        resolve()
      })
    },
    beginUpkeep: upkeep.begin,
    sweep: createSweep({ database: connection.database, log, now: () => clock.time }),
    wakeDispatcher: () => {
      wakes += 1
    },
  }
  return {
    context,
    database: connection.database,
    url: server.url,
    readerUrl: server.readerUrl,
    events,
    clock,
    wakes: () => wakes,
    async idle() {
      await upkeep.idle()
      await Promise.all(marked.splice(0))
    },
    async setSlowness(slowness, storefrontId) {
      const runs = connection.database('import_runs')
      if (storefrontId !== undefined) void runs.where({ storefront_id: storefrontId })
      await runs.update({ image_slowness: slowness })
    },
    async deleteRuns() {
      await connection.database.raw('delete from import_run_details')
      await connection.database.raw('delete from run_images')
      await connection.database.raw('delete from import_runs')
    },
    async [Symbol.asyncDispose]() {
      await marks[Symbol.asyncDispose]()
      await upkeep[Symbol.asyncDispose]()
      await connection[Symbol.asyncDispose]()
      await server[Symbol.asyncDispose]()
    },
  }
}

/** A file queue that works in this thread; worker threads have their own tests. */
export function filesOf(database: Database): FileQueue {
  const tools = { database, guard: createAddressGuard() }
  return createFileQueue((name, input) => tasks[name](tools, input), {
    slots: 4,
    maxWaiting: 100,
    waitMs: 1_000_000,
    maxArriving: 100,
    maxBytes: 100 * maxFileBytes,
    arrival: { freeBytes: maxFileBytes, bytesPerS: 1, burstBytes: 0 },
  })
}
