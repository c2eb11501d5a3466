import type { DraftRow, RowError } from '@catalog/contracts'

/** An error code in a column, with the rows that have it. */
export interface ErrorCause {
  /** `code` or `code.column`, as in the address. */
  key: string
  code: string
  column: string | null
  /** Number of rows with it. */
  rows: number
  /** Number of products that these belong to. */
  products: number
  /** The first of its rows. */
  example: ErrorExample
  /** Numbers of rows without an error of their own that are not applied because of this one. */
  following: readonly number[]
}

export interface ErrorExample {
  row: number
  error: RowError
}

interface FoundError extends ErrorExample {
  handle: string | null
}

/**
 * The causes of all errors, the one with the most rows first. An error that only follows from another row's error is
 * listed with that one's cause; if that row is not known, it is a separate cause.
 */
export function findErrorCauses(rows: readonly DraftRow[]): ErrorCause[] {
  const wrong = rows.filter(({ errors }) => errors.length > 0)
  const originOf = findOrigins(wrong)
  const found: FoundError[] = []
  const following = new Map<string, Set<number>>()
  for (const { row, handle, errors } of wrong) {
    for (const error of errors) {
      const origin = originOf(error, handle)
      if (origin === undefined) found.push({ row, handle, error })
      else following.set(origin, (following.get(origin) ?? new Set()).add(row))
    }
  }
  const byKey = Map.groupBy(found, ({ error }) => keyOf(error))
  return [...byKey]
    .map(([key, errors]) => toCause(key, errors, [...(following.get(key) ?? [])]))
    .sort((one, other) => other.rows - one.rows || one.example.row - other.example.row)
}

function keyOf({ code, column }: RowError): string {
  return column === null ? code : `${code}.${column}`
}

/** The row and cause that an error follows from; undefined if it is a cause itself, or that is not known. */
function findOrigins(
  wrong: readonly DraftRow[],
): (error: RowError, handle: string | null) => string | undefined {
  const ofRows = new Map<number, string>()
  const ofProducts = new Map<string | null, string>()
  for (const { row, handle, errors } of wrong) {
    const own = errors.find(({ code }) => code !== 'product_invalid')
    if (!own) continue
    ofRows.set(row, keyOf(own))
    if (handle !== null && !ofProducts.has(handle)) ofProducts.set(handle, keyOf(own))
  }
  return ({ code, parameters }, handle) => {
    // If an earlier release stored it, it does not name the rows that it follows from.
    if (code === 'product_invalid') return parameters ? firstOf(parameters['rows']) : ofProducts.get(handle)
    const isBelowUnknown = code === 'parent_not_found' && parameters?.['case'] === 'unknown_kind'
    return isBelowUnknown ? firstOf(parameters['row']) : undefined
  }

  function firstOf(numbers: string | number | undefined): string | undefined {
    return String(numbers ?? '')
      .split(', ')
      .map((number) => ofRows.get(Number(number)))
      .find((cause) => cause !== undefined)
  }
}

function toCause(key: string, found: readonly FoundError[], following: readonly number[]): ErrorCause {
  const [first] = found
  if (!first) throw new Error('a cause without an error')
  const { code, column } = first.error
  const handles = new Set(found.flatMap(({ handle }) => handle ?? []))
  return {
    key,
    code,
    column,
    rows: new Set(found.map(({ row }) => row)).size,
    products: handles.size,
    example: first,
    following,
  }
}
