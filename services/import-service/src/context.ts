import type { AddressGuard } from '@catalog/address-guard'
import type * as telemetry from '@catalog/telemetry'
import type { Database } from './postgres/database.ts'
import type { FileQueue } from './workers/file-queue.ts'
import type { ImportMetrics } from './metrics.ts'

/** What the handlers use, created once in main. */
export interface Context {
  database: Database
  files: FileQueue
  /** Refuses image URLs by their text, as image-service does. */
  guard: AddressGuard
  log: telemetry.Logger
  events: Events
  metrics: ImportMetrics
  /** The database's time, independent of the node's clock. */
  now: () => Date
  /** Milliseconds between the first and the second attempt at an image, and between the second and the third. */
  imageRetryPausesMs: readonly number[]
  /** Days for which a run keeps its rows and its settled images. */
  runDetailDays: number
  /** Whether who uploaded a draft may not confirm it. */
  requireSecondPerson: boolean
  /** Milliseconds for which to look for the outcome of a commit whose answer was lost, while the server may restart. */
  commitLookupMs: number
  /** Called once a telemetry event is written, as in runs/report-marks.ts. */
  recordReported: (mark: () => Promise<unknown>) => void
  /** Called once the storefront has uploaded or confirmed an import: does what is due there, in the background. */
  beginUpkeep: (storefrontId: string) => void
  /** Deletes the expired drafts of all storefronts. Never fails, and limits its waiting time. */
  sweep: () => Promise<void>
  /** Called once images are due, or the queue has room for more. */
  wakeDispatcher: () => void
}

/** The telemetry events that this service writes, and when they are out of the process. */
export type Events = Pick<
  typeof telemetry,
  | 'importDraftCreated'
  | 'importRunCompleted'
  | 'importApplyFailed'
  | 'imagePhaseCompleted'
  | 'imagePhaseRecovered'
  | 'imagePhaseOverdue'
  | 'untilWritten'
>
