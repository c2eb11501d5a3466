import type { AnyCatalog, ExplanationPart, Explanations, FirstMessages } from '../messages/catalog.ts'
import type { I18n } from '../i18n/i18n.tsx'

/** A problem of a row or a file in the API; `parameters` is missing if an earlier release stored it. */
export interface Problem {
  code: string
  message: string
  parameters?: Readonly<Record<string, string | number>> | undefined
}

/** A language including its explanations. */
export type ExplainingI18n = Omit<I18n, 'messages'> & { messages: FirstMessages & Explanations }

/** A part of an explanation: the page's words, a text of the merchant's, or a row number. */
export type Piece = string | { text: string } | { row: number }

/**
 * What is wrong or worth knowing, and what to do, in the page's language, as precisely as the parameters allow. Null
 * for a code that the page does not know.
 */
export function explain(
  i18n: ExplainingI18n,
  part: ExplanationPart,
  { code, parameters = {} }: Problem,
): Piece[] | null {
  const { messages } = i18n
  const values = piecesOf(i18n, parameters)
  const text = [`${code}:${parameters['case'] ?? ''}`, code]
    .map((key) => textAt(messages, part, key))
    .find((found) => found !== undefined && namesIn(found).every((name) => values.has(name)))
  return text === undefined ? null : fill(text, values)
}

/** “row 2”, “rows 2, 5 and 7”: the first rows, each number as its own piece. */
function rowPieces(i18n: I18n, rows: readonly number[], more: number): Piece[] {
  const { messages, format } = i18n
  const key = rows.length === 1 && more === 0 ? 'oneRow' : more === 0 ? 'severalRows' : 'severalAndMore'
  const list =
    more === 0
      ? listPieces(i18n.language, rows)
      : rows.flatMap((row, at) => (at > 0 ? [', ', { row }] : [{ row }]))
  return fill(
    textAt(messages, 'rows', key) ?? '',
    new Map<string, readonly Piece[]>([
      ['rows', list],
      ['count', [format.number(more)]],
    ]),
  )
}

function textAt<Part extends string>(
  messages: Readonly<Record<Part, AnyCatalog[keyof AnyCatalog]>>,
  part: Part,
  key: string,
): string | undefined {
  const text = Object.hasOwn(messages[part], key) ? messages[part][key] : undefined
  return typeof text === 'string' ? text : undefined
}

function piecesOf(i18n: I18n, parameters: NonNullable<Problem['parameters']>): Map<string, readonly Piece[]> {
  const { format } = i18n
  const more = Number(parameters['more'] ?? 0)
  const pieces = new Map<string, readonly Piece[]>()
  for (const [name, value] of Object.entries(parameters)) {
    if (value === '') continue
    if (name === 'rows' || name === 'row') {
      const rows = String(value).split(', ').map(Number)
      if (rows.every(Number.isSafeInteger))
        pieces.set(name, rowPieces(i18n, rows, name === 'rows' ? more : 0))
    } else if (name === 'time') pieces.set(name, [format.dateTime(String(value))])
    else if (name === 'variants') pieces.set(name, withMore(i18n, String(value), more))
    else pieces.set(name, [typeof value === 'number' ? format.number(value) : { text: value }])
  }
  return pieces
}

function withMore({ t }: I18n, text: string, more: number): Piece[] {
  return more === 0 ? [{ text }] : [{ text }, ` ${t('rows.andMore', { count: more })}`]
}

function listPieces(language: string, rows: readonly number[]): Piece[] {
  return new Intl.ListFormat(language)
    .formatToParts(rows.map(String))
    .map(({ type, value }) => (type === 'element' ? { row: Number(value) } : value))
}

function fill(text: string, values: ReadonlyMap<string, readonly Piece[]>): Piece[] {
  // Odd indexes are the names between braces.
  return text
    .split(/\{(\w+)\}/)
    .flatMap((part, at) => (at % 2 === 1 ? (values.get(part) ?? []) : [part]))
    .filter((piece) => piece !== '')
}

function namesIn(text: string): string[] {
  return [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
}
