import type { DraftRow } from '../api/client.ts'

type RowError = DraftRow['errors'][number]

/** An error code in a column, with the rows that have it. */
export interface ErrorCause {
  code: string
  column: string | null
  /** Rows that have it. */
  rows: number
  examples: ErrorExample[]
}

export interface ErrorExample {
  row: number
  value: string | null
  message: string
}

const maxExamples = 3

/** The causes of all errors, the one of the most rows first. */
export function findErrorCauses(rows: readonly DraftRow[]): ErrorCause[] {
  const found = rows.flatMap(({ row, errors }) => errors.map((error) => ({ row, error })))
  const byCause = Map.groupBy(found, ({ error }) => `${error.code}\n${error.column ?? ''}`)
  return [...byCause.values()]
    .map(toCause)
    .sort((one, other) => other.rows - one.rows || firstRow(one) - firstRow(other))
}

function toCause(found: readonly { row: number; error: RowError }[]): ErrorCause {
  const byRow = new Map(found.toReversed().map(({ row, error }) => [row, error]))
  const rows = [...byRow].sort(([one], [other]) => one - other)
  return {
    code: found[0]?.error.code ?? '',
    column: found[0]?.error.column ?? null,
    rows: rows.length,
    examples: distinct(rows)
      .slice(0, maxExamples)
      .map(([row, { value, message }]) => ({ row, value, message })),
  }
}

/** The first of examples with the same value and message. */
function distinct(rows: readonly [number, RowError][]): readonly [number, RowError][] {
  const seen = new Set<string>()
  return rows.filter(([, { value, message }]) => {
    const text = `${value ?? ''}\n${message}`
    return !seen.has(text) && seen.add(text)
  })
}

function firstRow({ examples }: ErrorCause): number {
  return examples[0]?.row ?? 0
}
