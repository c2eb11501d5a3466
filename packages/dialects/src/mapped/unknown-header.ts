import { ServiceError } from '@catalog/contracts'
import { describeColumns } from './describe-columns.ts'

/** The error for a file of unknown format: what its columns could be, and which rows may be its header. */
export class UnknownHeader extends ServiceError {
  /** The first rows, one of which is the header. */
  readonly headers: string[][]

  /** `rows` are the first rows of the file; the header is among `headers`. */
  constructor(refusal: ServiceError, headers: string[][], rows: string[][]) {
    const { code, message, errors } = refusal
    super(code, message, { ...(errors && { errors }), mappable: describeColumns(headers, rows) })
    this.headers = headers
  }
}
