import type { FileColumn, MappingIdentity } from './mappings.ts'

/** Every error code that a caller can meet, with its HTTP status and title. The documents hold the same table. */
export const errorTable = {
  invalid_request: { status: 400, title: 'The request is not valid' },
  unauthenticated: { status: 401, title: 'Sign in first' },
  insufficient_scope: { status: 403, title: 'The token does not allow this' },
  not_found: { status: 404, title: 'Not found' },
  draft_not_found: { status: 404, title: 'Import draft not found' },
  run_not_found: { status: 404, title: 'Import run not found' },
  image_not_found: { status: 404, title: 'Image not found' },
  method_not_allowed: { status: 405, title: 'Method not allowed' },
  not_acceptable: { status: 406, title: 'Not acceptable' },
  unsupported_media_type: { status: 415, title: 'Unsupported media type' },
  empty_catalog: { status: 409, title: 'Nothing to export' },
  nothing_to_import: { status: 409, title: 'Nothing to import' },
  nothing_to_undo: { status: 409, title: 'Nothing to undo' },
  draft_stale: { status: 409, title: 'The catalog has changed since the preview' },
  draft_expired: { status: 410, title: 'The import draft has expired' },
  run_details_expired: { status: 410, title: 'The details of the import run are no longer kept' },
  file_too_large: { status: 413, title: 'The file is too large' },
  too_many_rows: { status: 413, title: 'The file has too many rows' },
  too_many_columns: { status: 413, title: 'The file has too many columns' },
  too_many_cells: { status: 413, title: 'The file has too many cells' },
  empty_file: { status: 422, title: 'The file has no data' },
  not_csv: { status: 422, title: 'The file is not a CSV or a workbook' },
  unreadable_workbook: { status: 422, title: 'The workbook cannot be read' },
  undecodable_text: { status: 422, title: 'The text of the file cannot be decoded' },
  duplicate_column: { status: 422, title: 'A column appears in the header twice' },
  unrecognized_columns: { status: 422, title: 'The columns are not recognised' },
  missing_column: { status: 422, title: 'A required column is missing' },
  idempotency_key_reused: { status: 422, title: 'The idempotency key belongs to another request' },
  invalid_mapping: { status: 422, title: 'The mapping of the columns is not valid' },
  too_complex: { status: 422, title: 'The file takes too much time or memory' },
  too_many_drafts: { status: 429, title: 'Too many previews are open' },
  rate_limited: { status: 429, title: 'Too many requests' },
  apply_failed: { status: 500, title: 'The import was not applied' },
  internal: { status: 500, title: 'Something went wrong' },
  unavailable: { status: 503, title: 'Temporarily unavailable' },
  timeout: { status: 504, title: 'No answer in time' },
} as const satisfies Record<string, { status: number; title: string }>

export type ErrorCode = keyof typeof errorTable

/** Codes of a file whose rows cannot be read. */
export const readingErrorCodes = [
  'too_many_rows',
  'too_many_columns',
  'too_many_cells',
  'empty_file',
  'not_csv',
  'unreadable_workbook',
  'undecodable_text',
  'duplicate_column',
  'unrecognized_columns',
  'missing_column',
] as const satisfies ErrorCode[]

/** More about one part of the request: a parameter, a column, a row. */
export interface ErrorDetail {
  code?: string
  message: string
  parameter?: string
  row?: number
  column?: string
  value?: string
}

/** For a file of unknown format: what a mapping of its columns can refer to. */
export interface MappableFile {
  columns: FileColumn[]
  identity_suggestion: MappingIdentity | null
}

export interface ServiceErrorOptions {
  /** For the log; never shown to a caller. */
  cause?: unknown
  errors?: ErrorDetail[]
  /** For a file with too many rows: how many it has. */
  rowCount?: number
  mappable?: MappableFile
  /** Seconds after which a retry makes sense; sent as `Retry-After`. */
  retryAfterS?: number
}

/** A request that is refused or failed. The message is a sentence for the caller, the cause is for the log. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  readonly code: ErrorCode
  readonly errors: ErrorDetail[] | undefined
  readonly rowCount: number | undefined
  readonly mappable: MappableFile | undefined
  readonly retryAfterS: number | undefined

  constructor(code: ErrorCode, message: string, options: ServiceErrorOptions = {}) {
    super(message, 'cause' in options ? { cause: options.cause } : {})
    this.code = code
    this.errors = options.errors
    this.rowCount = options.rowCount
    this.mappable = options.mappable
    this.retryAfterS = options.retryAfterS
  }
}
