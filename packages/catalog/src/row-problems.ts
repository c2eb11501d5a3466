import type { FileParametersOf, FileWarningCode, RowErrorCode, RowWarningCode } from './problem-cases.ts'
import texts from './problems.json' with { type: 'json' }

/**
 * The English of every problem of a row or a file, by code and, as `code:case`, for each of its cases; the API, the
 * reports, the command line and the page show it. Translations have the same keys.
 */
export const problemTexts = texts

/** The codes of a table, without their cases. */
export function codesOf(table: object): string[] {
  return Object.keys(table).filter((key) => !key.includes(':'))
}

/** What an explanation of a problem needs besides column and value: its `case` and that case's parameters. */
export type ProblemParameters = Readonly<Record<string, string | number>>

/** A warning about a cell that was read. */
export interface CellWarning {
  code: RowWarningCode
  parameters?: ProblemParameters
}

/** Why a cell cannot be read. */
export interface CellProblem {
  code: RowErrorCode
  parameters?: ProblemParameters
}

export function explainRowError({ code, parameters }: CellProblem): string {
  return explain(texts.rowErrorTexts, code, parameters)
}

export function explainRowWarning({ code, parameters }: CellWarning): string {
  return explain(texts.rowWarningTexts, code, parameters)
}

/** A warning about the whole file, with its sentence; `row` is the one that it is about. */
export function fileWarning<Code extends FileWarningCode>(
  code: Code,
  parameters?: FileParametersOf<Code>,
  row?: number,
): { code: Code; message: string; row?: number; parameters?: FileParametersOf<Code> } {
  const message = explain(texts.fileWarningTexts, code, parameters)
  return { code, message, ...(row !== undefined && { row }), ...(parameters && { parameters }) }
}

/** As precise as the parameters allow: the sentence of the case, or the general one. */
function explain(all: Record<string, string>, code: string, parameters: ProblemParameters = {}): string {
  const sentence = fill(all[`${code}:${parameters['case'] ?? ''}`], parameters) ?? fill(all[code], parameters)
  if (sentence === undefined) throw new Error(`no sentence for ${code}`)
  return sentence
}

/** Undefined if there is no such text, or no value for one of its names. */
function fill(text: string | undefined, parameters: ProblemParameters): string | undefined {
  if (text === undefined) return undefined
  let sentence = ''
  for (const [index, part] of partsOf(text).entries()) {
    const value = parameters[part] ?? ''
    if (index % 2 === 1 && value === '') return undefined
    sentence += index % 2 === 1 ? shown(part, value, Number(parameters['more'] ?? 0)) : part
  }
  return sentence
}

/** A row may have forty problems. */
const parts = new Map<string, string[]>()

/** Odd indexes are the names between braces. */
function partsOf(text: string): string[] {
  const known = parts.get(text) ?? text.split(/\{(\w+)\}/)
  parts.set(text, known)
  return known
}

/** `rows` and `row` as “rows 2, 5 and 7” and “row 2”, a time to the minute; `more` is how many are not listed. */
function shown(name: string, value: string | number, more: number): string {
  const isRows = name === 'rows' || name === 'row'
  if (typeof value === 'number' && !isRows) return value.toLocaleString('en')
  if (name === 'time') return `${String(value).slice(0, 16).replace('T', ' ')} UTC`
  if (!isRows) return name === 'variants' && more > 0 ? `${value} and ${more} more` : String(value)
  const rows = String(value).split(', ')
  const last = name === 'rows' && more > 0 ? `${more} more` : rows.pop()
  return rows.length === 0 ? `row ${last}` : `rows ${rows.join(', ')} and ${last}`
}
