import { type CellFormat, type CellSource, readCell, type RowErrorCode, shortened } from '@catalog/catalog'
import type { RowIssue } from '../dialects/dialect.ts'
import { type FileRow, issue } from './file-row.ts'

/** What reading a cell comes to that holds no value. */
export const blank = Symbol('blank')
export const wrong = Symbol('wrong')

/** Most that a spreadsheet cell holds, in UTF-16 units. */
export const spreadsheetCellLength = 32_767

/** Of one row; more help nobody. */
const maxIssues = 100

/**
 * Reads the cells of a column. What is wrong goes to the errors that are given, what is odd to the row's warnings.
 * Rows of a product mostly stand together and repeat its cells: the one before is not read again.
 */
export function columnReader<Value>(
  { name, format }: { name: string; format: CellFormat<Value> },
  source: CellSource,
): (cell: string, row: FileRow, errors: RowIssue<RowErrorCode>[]) => Value | typeof blank | typeof wrong {
  let before: string | undefined
  let valueBefore: Value | typeof blank = blank
  return (cell, row, errors) => {
    if (cell === before) return valueBefore
    const reading = readCell(format, cell, source)
    if (!reading) return blank
    if (reading.problem) {
      if (errors.length < maxIssues) {
        errors.push({ column: name, ...reading.problem, value: shortened(cell, 200) })
      }
      return wrong
    }
    if (isOdd(cell, reading.value)) {
      warnOfText(name, cell, row)
    } else {
      before = cell
      valueBefore = reading.value
    }
    return reading.value
  }
}

function isOdd(cell: string, value: unknown): boolean {
  return cell.includes(lostCharacter) || isCut(cell, value)
}

const lostCharacter = '\uFFFD'

/** As long as a spreadsheet's longest, before its line breaks were read or after. */
function isCut(cell: string, value: unknown): boolean {
  if (cell.length < spreadsheetCellLength) return false
  return [cell, value].some((text) => typeof text === 'string' && text.length === spreadsheetCellLength)
}

function warnOfText(column: string, cell: string, row: FileRow): void {
  if (row.warnings.length >= maxIssues) return
  const at = cell.indexOf(lostCharacter)
  if (at === -1) {
    row.warnings.push(
      issue(
        'text_cut',
        `${column} has exactly the ${spreadsheetCellLength.toLocaleString('en')} characters that a spreadsheet cell holds: the rest may have been cut off. Compare its end with the original.`,
        { column },
      ),
    )
    return
  }
  const start = Math.max(0, at - 100)
  row.warnings.push(
    issue(
      'replacement_character',
      `${column} holds “�” in place of a character that was lost when the file was written or converted. Write the right one, or export the file again as UTF-8.`,
      { column, value: shortened(start === 0 ? cell : `…${cell.slice(start)}`, 200) },
    ),
  )
}
