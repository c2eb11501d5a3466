import { choosableColumns, chooseColumns, problemTexts } from '@catalog/catalog'
import {
  CatalogVersion,
  ChangeGroup,
  defaultPageSize,
  Id,
  maxPageSize,
  ProductKind,
  ProductSort,
  RiskCode,
  RowKind,
  RunOrder,
  RunStatus,
} from '@catalog/contracts'
import type { ProductFilters } from '@catalog/contracts'
import { z } from 'zod'
import { visibleText } from '../visible-text.ts'

// The messages are what a caller reads after the parameter's name: "limit must be a whole number from 1 to 500".

const cursorError = 'must be the next_cursor of the page before'
const textError = 'must be 1 to 255 characters'
const searchError = 'must be 1 to 255 characters that can be seen'

/** How many items a page has, at most. */
export function limitTo(most: number) {
  const error = `must be a whole number from 1 to ${most}`
  return z
    .string({ error })
    .regex(/^\d{1,4}$/, { error })
    .transform(Number)
    .pipe(z.number().int().min(1, { error }).max(most, { error }))
    .default(defaultPageSize)
}

/** `?limit=` and `?cursor=` of every list. */
export const page = {
  limit: limitTo(maxPageSize),
  cursor: z
    .string({ error: cursorError })
    .min(1, { error: cursorError })
    .max(500, { error: cursorError })
    .optional(),
}

/** One of a fixed list of values. */
export function oneOf<Values extends z.core.util.EnumLike>(list: z.ZodEnum<Values>): z.ZodEnum<Values> {
  return z.enum(list.enum, {
    error: ({ input }) => `must be one of ${list.options.join(', ')}${butIs(input)}`,
  })
}

/** Names the value; nothing of a parameter that is repeated. */
function butIs(value: unknown): string {
  return typeof value === 'string' ? `, not “${visibleText(value)}”` : ''
}

/** Any of several values, the parameter repeated for each; absent: an empty list. */
export function anyOf<Value extends z.ZodType>(value: Value) {
  return z.preprocess(
    (values) => (values === undefined ? [] : [values].flat()),
    z.array(value).max(100, { error: 'is repeated too often' }),
  )
}

/** Any of several values of a product's field. */
export const anyText = anyOf(
  z
    .string()
    .min(1, { error: textError })
    .max(255, { error: textError })
    .refine((text) => !text.includes('\0'), { error: textError }),
)

const versionError = 'must be a catalog_version'

/** Filters of the catalog's products. */
export const productFilters = {
  handle: anyText,
  sku: anyText,
  vendor: anyText,
  product_type: anyText,
  tag: anyText,
  changed_after: z
    .string({ error: versionError })
    .regex(/^\d{1,15}$/, { error: versionError })
    .transform(Number)
    .pipe(CatalogVersion)
    .optional(),
}

const columnsError = 'must be names of columns, separated by commas'

/** `?columns=` of an export. */
export const chosenColumns = z
  .string({ error: columnsError })
  .max(1_000, { error: columnsError })
  .superRefine((text, context) => {
    const names = columnNames(text)
    const unknown = names.find((name) => !choosableColumns.includes(name))
    if (unknown !== undefined) context.addIssue(`must be of ${choosableColumns.join(', ')}${butIs(unknown)}`)
    else if (chooseColumns(names) === undefined) context.addIssue('must have a column besides handle')
  })
  .optional()

export function columnNames(text: string): string[] {
  return text.split(',').map((name) => name.trim())
}

const productFilterQuery = z.object(productFilters)

/** The filters as messages name them. */
export function toFilters(query: z.output<typeof productFilterQuery>): Omit<ProductFilters, 'statuses'> {
  return {
    handles: query.handle,
    skus: query.sku,
    vendors: query.vendor,
    product_types: query.product_type,
    tags: query.tag,
    changed_after: query.changed_after ?? null,
  }
}

/** Paging parameters for rows. */
export const rowPage = {
  kind: anyOf(oneOf(RowKind)),
  handle: anyText,
  ...page,
}

/** Part of a name, as typed into a search. */
const searchText = z
  .string({ error: searchError })
  .min(1, { error: searchError })
  .max(255, { error: searchError })
  .transform(visibleText)
  .pipe(z.string().min(1, { error: searchError }))

const causes = new Set(
  [problemTexts.rowErrorTexts, problemTexts.rowWarningTexts].flatMap((texts) => Object.keys(texts)),
)
const cause = z.string().refine((name) => causes.has(name), {
  error: ({ input }) => `must be the code of an error or a warning, or code:case${butIs(input)}`,
})

/** Paging parameters, filters and order of products. */
export const productPage = {
  kind: anyOf(oneOf(ProductKind)),
  change: anyOf(oneOf(ChangeGroup)),
  risk: anyOf(oneOf(RiskCode)),
  cause: anyOf(cause),
  q: searchText.optional(),
  sort: oneOf(ProductSort).default('file'),
  ...page,
}

const time = z.iso.datetime({ error: 'must be a time in UTC, such as 2026-05-04T10:00:00Z' })

/** Paging parameters, filters and order of runs. */
export const runPage = {
  q: searchText.optional(),
  status: oneOf(RunStatus).optional(),
  person: searchText.optional(),
  after: z.uuid({ error: 'must be the run_id of a run' }).optional(),
  since: time.optional(),
  until: time.optional(),
  order: oneOf(RunOrder).default('newest'),
  ...page,
}

export const draftParams = z.object({ draft_id: Id })
export const mappingParams = z.object({ mapping_id: Id })
export const runParams = z.object({ run_id: Id })
