import { z } from 'zod'
import { Choice, everything } from './choices.ts'
import {
  CatalogVersion,
  FileName,
  Id,
  PageRequest,
  pageOf,
  Person,
  StorefrontId,
  Timestamp,
} from './common.ts'
import { Dialect, Tally } from './drafts.ts'
import { Outcome, Reason, RenditionName } from './images.ts'

export const RunStatus = z.enum(['fetching_images', 'completed'])

export const RunOrder = z.enum(['newest', 'oldest'])

/** Filters, order and page of a storefront's runs. */
export const RunQuery = z.object({
  /** Part of the file's name, case-insensitive. */
  q: z.string().min(1).max(255).nullable().default(null),
  status: RunStatus.nullable().default(null),
  /** `sub` of who confirmed. */
  person: z.string().min(1).max(255).nullable().default(null),
  /** Only runs after this one, whatever the order. */
  after: Id.nullable().default(null),
  /** Inclusive, of `created_at`. */
  since: Timestamp.nullable().default(null),
  /** Exclusive, of `created_at`. */
  until: Timestamp.nullable().default(null),
  order: RunOrder.default('newest'),
  ...PageRequest.shape,
})

export const ImageOutcome = z
  .object({
    image_id: Id,
    product_handle: z.string(),
    product_title: z.string().nullable().default(null),
    url: z.string(),
    outcome: Outcome,
    reason: Reason.nullable(),
    /** A sentence for the merchant; null while pending and if the image was fetched. */
    message: z.string().nullable(),
    attempts: z.number().int(),
    renditions: z.array(RenditionName),
  })
  .meta({ id: 'ImageOutcome' })

export const ImageOutcomePage = pageOf('ImageOutcomePage', { image_outcomes: z.array(ImageOutcome) })

/** What import-service of 0.1.0 does not answer has a default: it serves beside a newer gateway during an upgrade. */
const runFields = {
  run_id: Id,
  storefront_id: StorefrontId,
  draft_id: Id,
  /** The uploaded file's name; null if the caller sent none, or if the run undoes another one. */
  file_name: FileName.nullable().default(null),
  /** Who uploaded the file. */
  created_by: Person.nullable().default(null),
  confirmed_by: Person.nullable().default(null),
  /** The draft's dialect; null in runs of an earlier release. */
  dialect: Dialect.nullable().default(null),
  choice: Choice.default(everything),
  /** Of its draft. */
  edits: z.number().int().default(0),
  row_count: z.number().int().nullable().default(null),
  /** The run that this one undoes. */
  undoes: Id.nullable().default(null),
  /** The newest run that undoes this one. */
  undone_by: Id.nullable().default(null),
  /** Its rows are kept at least until then; null once they are deleted. */
  details_until: Timestamp.nullable().default(null),
  status: RunStatus,
  added: z.number().int(),
  updated: z.number().int(),
  errored: z.number().int(),
  unchanged: z.number().int(),
  preview: Tally.nullable().default(null),
  catalog_version: z.number().int().nullable().default(null),
  created_at: Timestamp,
  completed_at: Timestamp.nullable(),
  duration_ms: z.number().int(),
  image_progress: z.object({
    total: z.number().int(),
    handled: z.number().int(),
    /** 0–100; 100 if there is no image to process. */
    percent: z.number(),
  }),
  image_counts: z.object({
    pending: z.number().int(),
    fetched: z.number().int(),
    rejected: z.number().int(),
    failed: z.number().int(),
  }),
}

/** A run as the history lists it. */
export const RunSummary = z.object(runFields).meta({ id: 'RunSummary' })

/** A run with the first page of its image outcomes. */
export const Run = z.object({ ...runFields, image_outcomes: z.array(ImageOutcome) }).meta({ id: 'Run' })

export const RunPage = pageOf('RunPage', { runs: z.array(RunSummary) })

export const Summary = z
  .object({
    storefront_id: StorefrontId,
    catalog_version: CatalogVersion.default(0),
    product_count: z.number().int(),
    products_by_status: z.object({
      active: z.number().int(),
      draft: z.number().int(),
      archived: z.number().int(),
    }),
    variant_count: z.number().int(),
    image_count: z.number().int(),
  })
  .meta({ id: 'Summary' })

export type ImageOutcome = z.infer<typeof ImageOutcome>
export type ImageOutcomePage = z.infer<typeof ImageOutcomePage>
export type RunQuery = z.output<typeof RunQuery>
export type RunSummary = z.infer<typeof RunSummary>
export type Run = z.infer<typeof Run>
export type RunPage = z.infer<typeof RunPage>
export type Summary = z.infer<typeof Summary>
