const messages = {
  not_text: 'The file is not a CSV, so it cannot be split. Save it as CSV first.',
  no_rows: 'The file has no rows below its header.',
  row_too_large:
    'A row is larger than a file can be. A quotation mark that opens a cell in it is probably never closed.',
  unclear_cell:
    'A row has a date among other values of its column, or a formula without a result. Write its text or number into the cell.',
  unreadable_workbook:
    'The workbook cannot be read, so it cannot be split. Open it in your spreadsheet, and save it as CSV.',
}

export type SplitErrorCode = keyof typeof messages

/** Why a file cannot be split. */
export class SplitError extends Error {
  override readonly name = 'SplitError'
  readonly code: SplitErrorCode
  /** The spreadsheet's row number, if a row is the reason. */
  readonly row: number | undefined

  constructor(code: SplitErrorCode, row?: number, cause?: Error) {
    super(cause?.message ?? messages[code], { cause })
    this.code = code
    this.row = row
  }
}
