import type { AddressGuard } from '@catalog/address-guard'
import type * as telemetry from '@catalog/telemetry'
import type { Database } from './postgres/database.ts'
import type { FileQueue } from './workers/file-queue.ts'
import type { ImportMetrics } from './metrics.ts'

/** What the handlers work with, made once in main. */
export interface Context {
  database: Database
  files: FileQueue
  /** Refuses URLs of images by their text, as image-service does. */
  guard: AddressGuard
  log: telemetry.Logger
  events: Events
  metrics: ImportMetrics
  /** The database's time, whatever the clock of the node says. */
  now: () => Date
  /** Between the first and the second attempt at an image, and between the second and the third. */
  imageRetryPausesMs: readonly number[]
  /** How long a run keeps its rows and its settled images. */
  runDetailDays: number
  /** How long the outcome of a commit whose answer was lost is looked for: a server restarts meanwhile. */
  commitLookupMs: number
  /** Called where the storefront has imported: what its old runs keep may be let go. */
  letGo: (storefrontId: string) => void
  /** Deletes the expired drafts of all storefronts; never fails, and does not wait long. */
  sweep: () => Promise<void>
  /** Called once images wait to be requested, or the queue has room for more. */
  wakeDispatcher: () => void
}

/** The telemetry events that this service writes. */
export type Events = Pick<
  typeof telemetry,
  | 'importDraftCreated'
  | 'importRunCompleted'
  | 'importApplyFailed'
  | 'imagePhaseCompleted'
  | 'imagePhaseRecovered'
  | 'imagePhaseOverdue'
>
