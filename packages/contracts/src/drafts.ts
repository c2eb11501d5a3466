import { changeGroups, riskCodes } from '@catalog/catalog/change-groups'
import { shopSystems } from '@catalog/catalog/shop-systems'
import { z } from 'zod'
import { Choice, everything } from './choices.ts'
import { FileName, Id, NextCursor, pageOf, PageRequest, Person, StorefrontId, Timestamp } from './common.ts'
import { ServiceError } from './errors.ts'
import { RenditionName } from './images.ts'
import { UsedMapping } from './mappings.ts'

/** Data rows in an import file, at most (INV-18). */
export const maxRows = 5_000
/** Bytes of an import file, at most (INV-18). */
export const maxFileBytes = 10 * 1024 * 1024
/** Columns of an import file, at most; those of errors.csv do not count. */
export const maxColumns = 1_000
/** Cells of an import file below its header, at most. A short row counts with the cells that it is padded to. */
export const maxCells = 1_000_000
/** The error `file_too_large`, for a file of more than `maxFileBytes`. */
export function fileTooLarge(): ServiceError {
  return new ServiceError(
    'file_too_large',
    `The file is larger than ${maxFileBytes / 1024 / 1024} MB. Split it into several files and import them one after the other.`,
  )
}

export const draftLifetimeMs = 60 * 60 * 1000

export const Dialect = z.enum({
  canonical: 'canonical',
  shopify_legacy: 'shopify_legacy',
  ...shopSystems,
  shopify_inventory: 'shopify_inventory',
  product_feed: 'product_feed',
  mapped: 'mapped',
})
/** Encodings by their WHATWG names, in lower case. */
export const TextEncoding = z.enum([
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1250',
  'windows-1251',
  'windows-1252',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'macintosh',
  'koi8-r',
  'shift_jis',
  'euc-jp',
  'gbk',
  'big5',
  'euc-kr',
])
/** How a file was read: the encoding of its text, or `xlsx` for a workbook. */
export const Encoding = z.enum([...TextEncoding.options, 'xlsx'])
export const Delimiter = z.enum([',', ';', '\t', '|'])
export const RowKind = z.enum(['add', 'update', 'unchanged', 'left_out', 'error'])
export const Entity = z.enum(['product', 'variant', 'image'])

export const FieldChange = z
  .object({
    entity: Entity,
    /** The canonical column's name. */
    field: z.string(),
    /** As the canonical file writes it, without the formula guard; null if there was nothing. */
    before: z.string().nullable(),
    after: z.string().nullable(),
    variant: z.number().int().min(1).optional(),
  })
  .meta({ id: 'FieldChange' })

/** Optional: a draft of an earlier release has none. */
const parameters = z.record(z.string(), z.union([z.string(), z.number()])).optional()

const RowIssue = z.object({
  column: z.string().nullable(),
  code: z.string(),
  message: z.string(),
  value: z.string().nullable(),
  parameters,
  suggestion: z.string().optional(),
  file_column: z.string().optional(),
})
export const RowError = RowIssue.meta({ id: 'RowError' })
export const RowWarning = RowIssue.meta({ id: 'RowWarning' })

/** A variant that a row is about. */
export const RowVariant = z
  .object({
    sku: z.string().nullable(),
    options: z.array(z.object({ name: z.string(), value: z.string() })),
  })
  .meta({ id: 'RowVariant' })

/** The stored picture of an image. */
export const RowPicture = z
  .object({ url: z.string(), image_id: Id, renditions: z.array(RenditionName) })
  .meta({ id: 'RowPicture' })

export const DraftRow = z
  .object({
    /** The spreadsheet's row number: the header is row 1. */
    row: z.number().int(),
    kind: RowKind,
    handle: z.string().nullable(),
    sku: z.string().nullable(),
    title: z.string().nullable(),
    /** What the row adds or changes. */
    entities: z.array(Entity),
    changes: z.array(FieldChange),
    variants: z.array(RowVariant).optional(),
    pictures: z.array(RowPicture).optional(),
    errors: z.array(RowError),
    warnings: z.array(RowWarning),
  })
  .meta({ id: 'DraftRow' })

/** Which rows are listed: all without kinds or handles. */
export const RowQuery = z.object({
  kinds: z.array(RowKind).default([]),
  handles: z.array(z.string()).optional(),
  ...PageRequest.shape,
})

export const DraftRowPage = pageOf('DraftRowPage', { rows: z.array(DraftRow) })

export const FileWarning = z
  .object({ code: z.string(), message: z.string(), row: z.number().int().optional(), parameters })
  .meta({ id: 'FileWarning' })

export const UnknownColumn = z
  .object({ name: z.string(), nearest: z.string().nullable() })
  .meta({ id: 'UnknownColumn' })

/** Where a draft comes from: an uploaded file, or the run that it would undo. */
export const DraftOrigin = z
  .object({ kind: z.enum(['file', 'undo']), run_id: Id.nullable() })
  .meta({ id: 'DraftOrigin' })

export const RiskCode = z.enum(riskCodes)

const affected = { products: z.number().int(), rows: z.number().int() }

/** The first row of a cause, of a product if one has it; its value and suggestion are shortened. */
const CauseExample = z
  .object({
    row: z.number().int(),
    ...RowIssue.pick({ message: true, value: true, parameters: true, suggestion: true }).shape,
  })
  .meta({ id: 'CauseExample' })

/** Causes in a tally, at most. */
export const maxCauses = 200

/** What a preview comes to by product, by change, by risk and by what is wrong with its rows. */
export const Tally = z
  .object({
    products: z.object({
      new: z.number().int(),
      changed: z.number().int(),
      unchanged: z.number().int(),
      left_out: z.number().int(),
      with_errors: z.number().int(),
    }),
    left_out: z.number().int(),
    changes: z.array(z.object({ group: z.enum(changeGroups), ...affected })),
    risks: z.array(z.object({ code: RiskCode, ...affected })),
    causes: z
      .array(
        z.object({
          severity: z.enum(['error', 'warning']),
          code: z.string(),
          case: z.string().nullable(),
          column: z.string().nullable(),
          ...affected,
          fixable: z.number().int(),
          example: CauseExample.optional(),
        }),
      )
      .meta({
        description: `Rows by what is wrong with them: errors first, then by their number of rows; the first ${maxCauses}.`,
      }),
  })
  .meta({ id: 'Tally' })

const previewCounts = {
  adds: z.number().int(),
  updates: z.number().int(),
  unchanged: z.number().int(),
  errors: z.number().int(),
  clears: z.number().int(),
  /** Absent of drafts of the release before. */
  ...Tally.partial().shape,
}

/** What import-service of 0.1.0 does not answer has a default: it serves beside a newer gateway during an upgrade. */
const draftFields = {
  draft_id: Id,
  storefront_id: StorefrontId,
  origin: DraftOrigin.default({ kind: 'file', run_id: null }),
  /** Null if the caller sent none. */
  file_name: FileName.nullable().default(null),
  created_by: Person.nullable().default(null),
  dialect: Dialect,
  /** Null for a workbook. */
  delimiter: Delimiter.nullable(),
  encoding: Encoding,
  mapping: UsedMapping.nullable().optional(),
  choice: Choice.default(everything),
  edits: z.number().int().default(0),
  row_count: z.number().int(),
  product_count: z.number().int(),
  warnings: z.array(FileWarning),
  unknown_columns: z.array(UnknownColumn),
  unknown_columns_count: z.number().int(),
  /** True if adds + updates > 0 (PUC-10). */
  importable: z.boolean(),
  created_at: Timestamp,
  expires_at: Timestamp,
  /** Added by the gateway. */
  review_url: z.string().optional(),
}

/** A draft as the list of open drafts has it. */
export const DraftSummary = z
  .object({ ...draftFields, preview: z.object(previewCounts) })
  .meta({ id: 'DraftSummary' })

export const Draft = z
  .object({
    ...draftFields,
    preview: z.object({ ...previewCounts, rows: z.array(DraftRow), next_cursor: NextCursor }),
  })
  .meta({ id: 'Draft' })

export const DraftPage = pageOf('DraftPage', { drafts: z.array(DraftSummary) })

export type RiskCode = z.infer<typeof RiskCode>
export type Tally = z.infer<typeof Tally>
export type Draft = z.infer<typeof Draft>
export type DraftSummary = z.infer<typeof DraftSummary>
export type DraftPage = z.infer<typeof DraftPage>
export type DraftRow = z.infer<typeof DraftRow>
export type RowQuery = z.infer<typeof RowQuery>
export type DraftRowPage = z.infer<typeof DraftRowPage>
export type RowKind = z.infer<typeof RowKind>
export type RowError = z.infer<typeof RowError>
export type RowWarning = z.infer<typeof RowWarning>
export type RowVariant = z.infer<typeof RowVariant>
export type RowPicture = z.infer<typeof RowPicture>
export type FieldChange = z.infer<typeof FieldChange>
export type FileWarning = z.infer<typeof FileWarning>
export type UnknownColumn = z.infer<typeof UnknownColumn>
export type Dialect = z.infer<typeof Dialect>
export type TextEncoding = z.infer<typeof TextEncoding>
export type Encoding = z.infer<typeof Encoding>
export type Delimiter = z.infer<typeof Delimiter>
export type Entity = z.infer<typeof Entity>
