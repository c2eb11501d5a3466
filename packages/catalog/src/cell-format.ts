import type { ParametersOf, RowErrorCode } from './problem-cases.ts'
import type { TextKind } from './invisible.ts'
import type { CellProblem, CellWarning } from './row-problems.ts'

/** `unclear`: as `.`, but a dot in a number such as `1.299` may also separate thousands (csv-format.md §6). */
export type DecimalMark = '.' | ',' | 'unclear'

export type Reading<Value> =
  /** `warning`: how the value differs from the cell. */
  | { value: Value; warning?: CellWarning; problem?: undefined }
  | { problem: CellProblem; value?: undefined; warning?: undefined }

/** How the cells of a column are read and written; `read(write(value))` is `value`. */
export interface CellFormat<Value> {
  /** All but a `number` carry the formula guard; `verbatim` cells also keep their surrounding white space. */
  kind: TextKind
  read(text: string, decimalMark: DecimalMark): Reading<Value>
  /** Without the guard; `''` for an empty or missing value. */
  write(value: Value): string
}

export function problem<Code extends RowErrorCode>(
  code: Code,
  parameters?: ParametersOf<Code>,
): { problem: CellProblem } {
  return { problem: { code, ...(parameters && { parameters }) } }
}

/** A value as a message quotes it. */
export function quoted(text: string): string {
  return `“${brief(text)}”`
}

/** As much of a value as a message quotes. */
export function brief(text: string): string {
  return shortened(text, 60)
}

/** At most `length` UTF-16 units, cut between characters. */
export function shortened(text: string, length: number): string {
  if (text.length <= length) return text
  return `${text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')}…`
}
