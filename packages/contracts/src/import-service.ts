import { z } from 'zod'
import { DraftRevision } from './choices.ts'
import {
  Empty,
  FileName,
  Id,
  IdempotencyKey,
  PageRequest,
  Person,
  StorefrontId,
  Timestamp,
} from './common.ts'
import { DraftProductPage, ProductQuery } from './draft-products.ts'
import { Draft, DraftPage, DraftRowPage, RowQuery } from './drafts.ts'
import { ImagesToRetry, Outcome, Reason, RenditionName } from './images.ts'
import { RememberedMappingPage, UploadTrailer } from './mappings.ts'
import { download, request, upload } from './message.ts'
import { AdjustedStock, StockAdjustments } from './stock.ts'
import { ImageOutcomePage, Run, RunPage, RunQuery, Summary } from './runs.ts'

const draftKey = { storefront_id: StorefrontId, draft_id: Id }
/** Who sends the request. Null from a caller of an earlier release. */
const caller = Person.nullable().default(null)
/** A repeated request with the same key gets the first one's answer. */
const idempotency_key = IdempotencyKey.nullable().default(null)
const texts = z.array(z.string()).default([])
const runKey = { storefront_id: StorefrontId, run_id: Id }

/** Answers of claim-image: see design.md §4. */
export const ImageClaim = z.discriminatedUnion('result', [
  z.object({
    result: z.literal('granted'),
    token: z.string(),
    attempt: z.number().int(),
    url: z.string(),
    /** How long to wait for the image's host before sending `continue-image`, in milliseconds. */
    ask_after_ms: z.number().optional(),
  }),
  z.object({ result: z.literal('settled') }),
  z.object({ result: z.literal('busy') }),
  z.object({ result: z.literal('exhausted') }),
])

/**
 * Whether a worker may keep waiting for an image. `yield`: the image is due again, and the worker must not settle it.
 */
export const ImageLeave = z.discriminatedUnion('result', [
  z.object({
    result: z.literal('continue'),
    /** When to ask again, in milliseconds. */
    ask_after_ms: z.number(),
  }),
  z.object({ result: z.literal('yield') }),
])

/** The outcome of an attempt. */
export const ImageSettlement = z.object({
  ...runKey,
  image_id: Id,
  token: z.string(),
  outcome: Outcome.exclude(['pending']),
  reason: Reason.nullable(),
  /** A sentence for the merchant; never an address. */
  message: z.string().max(500).nullable(),
  renditions: z.array(RenditionName),
  /** Width and height in pixels; absent from an image-service of the previous release. */
  sizes: z.partialRecord(RenditionName, z.tuple([z.number().int(), z.number().int()])).optional(),
})

export const imports = {
  createDraft: upload('import.create-draft', {
    input: z.object({
      storefront_id: StorefrontId,
      file_name: FileName.nullable().default(null),
      caller,
      idempotency_key,
    }),
    trailer: UploadTrailer,
    output: Draft,
  }),
  listDrafts: request('import.list-drafts', {
    input: z.object({ storefront_id: StorefrontId, ...PageRequest.shape }),
    output: DraftPage,
  }),
  getDraft: request('import.get-draft', { input: z.object(draftKey), output: Draft }),
  listDraftRows: request('import.list-draft-rows', {
    input: RowQuery.extend(draftKey),
    output: DraftRowPage,
  }),
  listDraftProducts: request('import.list-draft-products', {
    input: ProductQuery.extend(draftKey),
    output: DraftProductPage,
  }),
  exportDraftErrors: download('import.export-draft-errors', {
    input: z.object(draftKey),
    head: Empty,
    timeoutMs: 60_000,
  }),
  exportDraftAbsent: download('import.export-draft-absent', {
    input: z.object({ ...draftKey, vendors: texts, product_types: texts, tags: texts }),
    head: Empty,
    timeoutMs: 60_000,
  }),
  confirmDraft: request('import.confirm-draft', {
    input: z.object({
      ...draftKey,
      caller,
      idempotency_key,
      /** The `created_at` of the draft that the caller has seen; without it, whatever the draft is. */
      previewed_at: Timestamp.optional(),
    }),
    /** `created`: true if this request, or the first one with its key, created the run. */
    output: z.object({ run: Run, created: z.boolean() }),
    timeoutMs: 60_000,
  }),
  recheckDraft: request('import.recheck-draft', {
    input: z.object(draftKey),
    output: Draft,
    timeoutMs: 60_000,
  }),
  reviseDraft: request('import.revise-draft', {
    input: z.object({ ...draftKey, caller, ...DraftRevision.shape }),
    output: Draft,
    timeoutMs: 60_000,
  }),
  cancelDraft: request('import.cancel-draft', { input: z.object(draftKey), output: Empty }),
  listMappings: request('import.list-mappings', {
    input: z.object({ storefront_id: StorefrontId, ...PageRequest.shape }),
    output: RememberedMappingPage,
  }),
  deleteMapping: request('import.delete-mapping', {
    input: z.object({ storefront_id: StorefrontId, mapping_id: Id }),
    output: Empty,
  }),
  listRuns: request('import.list-runs', {
    input: RunQuery.extend({ storefront_id: StorefrontId }),
    output: RunPage,
  }),
  getRun: request('import.get-run', { input: z.object(runKey), output: Run }),
  listRunRows: request('import.list-run-rows', {
    input: RowQuery.extend(runKey),
    output: DraftRowPage,
  }),
  listRunProducts: request('import.list-run-products', {
    input: ProductQuery.extend(runKey),
    output: DraftProductPage,
  }),
  exportRunErrors: download('import.export-run-errors', { input: z.object(runKey), head: Empty }),
  exportRunChanges: download('import.export-run-changes', {
    input: z.object(runKey),
    head: Empty,
    timeoutMs: 60_000,
  }),
  undoRun: request('import.undo-run', {
    input: z.object({ ...runKey, caller }),
    output: Draft,
    timeoutMs: 60_000,
  }),
  listRunImages: request('import.list-run-images', {
    input: z.object({ ...runKey, outcome: Outcome.nullable().default(null), ...PageRequest.shape }),
    output: ImageOutcomePage,
  }),
  retryImages: request('import.retry-images', {
    input: z.object({ ...runKey, images: ImagesToRetry.optional() }),
    output: Run,
  }),
  adjustStock: request('import.adjust-stock', {
    input: z.object({ storefront_id: StorefrontId, ...StockAdjustments.shape, idempotency_key }),
    output: AdjustedStock,
    timeoutMs: 60_000,
  }),
  summarizeCatalog: request('import.summarize-catalog', {
    input: z.object({ storefront_id: StorefrontId }),
    output: Summary,
  }),
  claimImage: request('import.claim-image', {
    input: z.object({
      ...runKey,
      image_id: Id,
      /** Chosen by the claimant; a repeated request with the same token gets the same claim and attempt. */
      token: z.uuid().optional(),
    }),
    output: ImageClaim,
  }),
  /** Sent by a worker that waits for an image's host or a decoder; a worker that gets no answer continues. */
  continueImage: request('import.continue-image', {
    input: z.object({
      ...runKey,
      image_id: Id,
      token: z.string(),
      /** Waiting for the host in this attempt, in milliseconds. */
      waited_ms: z.number().min(0),
      /** The worker is stopping and cannot finish: the answer is `yield`. Release 0.1.0 ignores it. */
      gives_back: z.boolean().optional(),
    }),
    output: ImageLeave,
    timeoutMs: 5_000,
  }),
  settleImage: request('import.settle-image', {
    input: ImageSettlement,
    /** `retrying`: failed, and another attempt follows. `stale`: the token is outdated; nothing changed. */
    output: z.object({ result: z.enum(['settled', 'retrying', 'stale']) }),
  }),
}

export type ImageClaim = z.infer<typeof ImageClaim>
export type ImageLeave = z.infer<typeof ImageLeave>
export type ImageSettlement = z.infer<typeof ImageSettlement>
