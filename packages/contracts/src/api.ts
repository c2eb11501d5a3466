import { z } from 'zod'
import { DraftRevision } from './choices.ts'
import { CatalogVersion, defaultPageSize, Id, PageRequest, Timestamp } from './common.ts'
import { ChangeGroup, DraftProductPage, ProductKind, ProductQuery } from './draft-products.ts'
import { Draft, DraftPage, DraftRowPage, RiskCode, RowKind } from './drafts.ts'
import { StatusFilter } from './export-service.ts'
import { ImagesToRetry, Outcome } from './images.ts'
import { RememberedMappingPage } from './mappings.ts'
import { CatalogProductPage, maxProductsOfPage, ProductOrder } from './products.ts'
import { AdjustedStock, StockAdjustments } from './stock.ts'
import { ImageOutcomePage, Run, RunPage, RunQuery, RunStatus, Summary } from './runs.ts'

const page = z.object({
  limit: PageRequest.shape.limit,
  cursor: z.string().min(1).max(500).optional(),
})
const rowPage = page.extend({
  kind: z.array(RowKind).max(100).optional(),
  handle: z.array(z.string().min(1).max(255)).max(100).optional(),
})
const filter = z.array(z.string().min(1).max(255)).max(100).optional()
const productPage = page.extend({
  kind: z.array(ProductKind).max(100).optional(),
  change: z.array(ChangeGroup).max(100).optional(),
  risk: z.array(RiskCode).max(100).optional(),
  cause: z.array(z.string()).max(100).optional(),
  q: z.string().min(1).optional(),
  sort: ProductQuery.shape.sort,
})
const runPage = page.extend({
  q: z.string().min(1).optional(),
  status: RunStatus.optional(),
  person: z.string().min(1).optional(),
  after: Id.optional(),
  since: Timestamp.optional(),
  until: Timestamp.optional(),
  order: RunQuery.shape.order,
})

/**
 * What the API's endpoints for JSON take in their query, and answer, by path and method: types for our clients of it. The
 * gateway declares each endpoint whole; a test there holds both equal.
 */
export const api = {
  '/api/products/imports': {
    get: { query: page, answer: DraftPage },
    post: { takesKey: true, answer: Draft },
  },
  '/api/products/imports/{draft_id}': {
    get: { answer: Draft },
    patch: { body: DraftRevision, answer: Draft },
  },
  '/api/products/imports/{draft_id}/rows': { get: { query: rowPage, answer: DraftRowPage } },
  '/api/products/imports/{draft_id}/products': {
    get: { query: productPage, answer: DraftProductPage },
  },
  '/api/products/imports/{draft_id}/confirm': {
    post: { query: z.object({ previewed_at: Timestamp.optional() }), takesKey: true, answer: Run },
  },
  '/api/products/imports/{draft_id}/recheck': { post: { answer: Draft } },
  '/api/products/imports/{draft_id}/cancel': { post: { answer: null } },
  '/api/products/imports/mappings': { get: { query: page, answer: RememberedMappingPage } },
  '/api/products/imports/mappings/{mapping_id}': { delete: { answer: null } },
  '/api/products/imports/runs': {
    get: { query: runPage, answer: RunPage },
  },
  '/api/products/imports/runs/{run_id}': { get: { answer: Run } },
  '/api/products/imports/runs/{run_id}/rows': { get: { query: rowPage, answer: DraftRowPage } },
  '/api/products/imports/runs/{run_id}/products': {
    get: { query: productPage, answer: DraftProductPage },
  },
  '/api/products/imports/runs/{run_id}/images': {
    get: { query: page.extend({ outcome: Outcome.optional() }), answer: ImageOutcomePage },
  },
  '/api/products/imports/runs/{run_id}/undo': { post: { answer: Draft } },
  '/api/products/imports/runs/{run_id}/retry-images': {
    post: { query: z.object({ images: ImagesToRetry.optional() }), answer: Run },
  },
  '/api/products': {
    get: {
      query: page.extend({
        handle: filter,
        sku: filter,
        status: z.array(StatusFilter).max(100).optional(),
        vendor: filter,
        product_type: filter,
        tag: filter,
        changed_after: CatalogVersion.optional(),
        order: ProductOrder.default('handle'),
        limit: z.number().int().min(1).max(maxProductsOfPage).default(defaultPageSize),
      }),
      answer: CatalogProductPage,
    },
  },
  '/api/products/stock': { post: { body: StockAdjustments, takesKey: true, answer: AdjustedStock } },
  '/api/products/summary': { get: { answer: Summary } },
} satisfies Record<string, Partial<Record<'get' | 'post' | 'patch' | 'delete', ApiOperation>>>

export interface ApiOperation {
  query?: z.ZodObject
  body?: z.ZodType
  takesKey?: true
  /** Null: no body. */
  answer: z.ZodType | null
}

/** The same as openapi-fetch takes it. */
export type ApiPaths = {
  [Path in keyof typeof api]: {
    [Method in keyof (typeof api)[Path]]: FetchOperation<Path, (typeof api)[Path][Method]>
  }
}

type FetchOperation<Path, Of> = {
  parameters: (NamesIn<Path> extends never ? object : { path: Record<NamesIn<Path>, string> }) &
    (Of extends { query: z.ZodType } ? { query?: z.input<Of['query']> } : object) &
    (Of extends { takesKey: true } ? { header?: { 'Idempotency-Key': string } } : object)
  responses: Of extends { answer: z.ZodType }
    ? { 200: { content: { 'application/json': z.output<Of['answer']> } } }
    : { 204: object }
} & (Of extends { body: z.ZodType }
  ? { requestBody: { content: { 'application/json': z.input<Of['body']> } } }
  : object)

type NamesIn<Path> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never
