import { ServiceError } from '@catalog/contracts'
import { describeColumns } from './describe-columns.ts'

/** A file whose format is not known: what its columns could be, and which rows may be its header. */
export class UnknownHeader extends ServiceError {
  /** Of the first rows. */
  readonly headers: string[][]

  /** `rows` are the first of the file, the header among the first `headers`. */
  constructor(refusal: ServiceError, headers: string[][], rows: string[][]) {
    const { code, message, errors } = refusal
    super(code, message, { ...(errors && { errors }), mappable: describeColumns(headers, rows) })
    this.headers = headers
  }
}
