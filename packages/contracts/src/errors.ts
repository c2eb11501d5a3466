import table from './error-table.json' with { type: 'json' }
import type { FileColumn, MappingIdentity } from './mappings.ts'

/** Every error code that a caller can meet, with its HTTP status and title. The documents hold the same table. */
export const errorTable = table

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
  'uneven_rows',
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
