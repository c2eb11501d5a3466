import { hasLost, readCell, shortened } from '@catalog/catalog'
import type { CellFormat, CellProblem, CellSource, RowErrorCode, TextKind } from '@catalog/catalog'
import { addIssue } from '@catalog/dialects'
import type { RowIssue } from '@catalog/dialects'
import { issue } from './file-row.ts'
import type { FileRow } from './file-row.ts'
import type { StoredTexts } from './stored-texts.ts'
import { isSpreadsheetError } from './warn-of-damage.ts'

/** The result of reading a blank cell. */
export const blank = Symbol('blank')
export const wrong = Symbol('wrong')

/** The longest text that a spreadsheet cell can have, in UTF-16 units. */
export const spreadsheetCellLength = 32_767

export interface ColumnSource extends Omit<CellSource, 'clean'> {
  stored: StoredTexts
}

/**
 * A reader for the cells of a column. Errors are added to the list, warnings to the row. Rows of a product are mostly
 * adjacent and repeat its cells: a cell equal to the previous one is not read again.
 */
export function columnReader<Value>(
  { name, format }: { name: string; format: CellFormat<Value> },
  { stored, ...source }: ColumnSource,
): (cell: string, row: FileRow, errors: RowIssue<RowErrorCode>[]) => Value | typeof blank | typeof wrong {
  let before: string | undefined
  let valueBefore: Value | typeof blank = blank
  let wrongBefore: { cell: string; problem: CellProblem } | undefined
  const lossy: string[] = []
  const clean = (text: string, kind: TextKind) => {
    const cleaned = stored.spell(name, text, kind)
    if (hasLost(text, cleaned)) lossy.push(cleaned)
    return cleaned
  }
  const cleaning = { ...source, clean }
  return (cell, row, errors) => {
    if (cell === before) return valueBefore
    const reading = cell === wrongBefore?.cell ? wrongBefore : readCell(format, cell, cleaning)
    const cleaned = lossy.pop()
    if (cleaned !== undefined) {
      addIssue(row.warnings, issue(name, 'control_character_removed', shortened(cleaned, 200)))
    }
    if (!reading) return blank
    if (reading.problem) {
      const problem = isSpreadsheetError(cell.trim()) ? formulaError : reading.problem
      if (reading !== wrongBefore) wrongBefore = { cell, problem }
      addIssue(errors, { column: name, ...problem, value: shortened(cell, 200) })
      return wrong
    }
    if (reading.warning) {
      addIssue(row.warnings, { column: name, ...reading.warning, value: shortened(cell, 200) })
    } else if (isOdd(cell, reading.value)) {
      warnOfText(name, cell, row)
    } else if (cleaned === undefined) {
      before = cell
      valueBefore = reading.value
    }
    return reading.value
  }
}

const formulaError: CellProblem = { code: 'formula_error' }

function isOdd(cell: string, value: unknown): boolean {
  return cell.includes(lostCharacter) || isCut(cell, value)
}

const lostCharacter = '\uFFFD'

/**
 * Whether the cell has exactly the greatest length in a spreadsheet, before or after its line breaks were normalised.
 */
function isCut(cell: string, value: unknown): boolean {
  if (cell.length < spreadsheetCellLength) return false
  return [cell, value].some((text) => typeof text === 'string' && text.length === spreadsheetCellLength)
}

function warnOfText(column: string, cell: string, row: FileRow): void {
  const at = cell.indexOf(lostCharacter)
  if (at === -1) {
    addIssue(row.warnings, issue(column, 'text_cut'))
    return
  }
  const start = Math.max(0, at - 100)
  addIssue(
    row.warnings,
    issue(column, 'replacement_character', shortened(start === 0 ? cell : `…${cell.slice(start)}`, 200)),
  )
}
