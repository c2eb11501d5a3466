import { brief, shortened } from '@catalog/catalog'
import { addIssue } from '@catalog/dialects'
import { issue } from './file-row.ts'
import type { FileRow } from './file-row.ts'
import errorTexts from './spreadsheet-errors.json' with { type: 'json' }

const spreadsheetErrors = new Set(errorTexts)

/** Whether the cell is what a spreadsheet shows for a formula that failed, in some language. */
export function isSpreadsheetError(cell: string): boolean {
  return cell.startsWith('#') && spreadsheetErrors.has(cell)
}

/** Warns of a new text that nobody has written: an error of a formula, or UTF-8 read in another encoding. */
export function warnOfDamage(row: FileRow, column: string, text: string): void {
  const parameters = isSpreadsheetError(text) ? ({ case: 'formula' } as const) : garblingOf(text)
  if (parameters) {
    addIssue(row.warnings, issue(column, 'rewritten_value', shortened(text, 200), parameters))
  }
}

/** The second byte of a character of two, as Windows-1252 shows it. */
const second = String.raw`[\u0080-\u00BF€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]`
/**
 * UTF-8 read as Windows-1252: `Ã¼` for ü, `Ã©` inside a word, `â€™` for ’, `Â°`. A word may end with Ã, É or Å in front
 * of a sign (`CAFÉ™`, `“BLÅ”`), so that such a pair counts only where it touches a small letter.
 */
const garbled = new RegExp(
  [
    String.raw`Ã[€ƒ†‡ˆ‰Š‹ŒŽ˜šœžŸ¡-¨ª¬¯-º¼-¿]`,
    String.raw`(?<=\p{Ll})(?:[ÃÄÅ]${second}|Ã(?=\s|$))`,
    String.raw`(?<=\p{Lu})Ã[–„](?=\p{Lu})`,
    String.raw`(?<!\p{L})[ÃÄÅ](?![’“”])${second}(?=\p{Ll})`,
    String.raw`â(?:€[\u0080-\u00BF™œ“”¢¦˜]|„¢|‚¬)`,
    String.raw`(?<!\p{L})Â[\u00A1-\u00BF]`,
    `(?:[ÐÑ]${second}){3}`,
  ].join('|'),
  'u',
)

function garblingOf(text: string) {
  const found = garbled.exec(text)
  if (!found) return undefined
  const start = Math.max(0, found.index - 20)
  return { case: 'garbled', garbled: brief(text.slice(start, found.index + 20).trim()) } as const
}
