/** The measures of rows that the limits of a file apply to. */
export interface Size {
  rows: number
  bytes: number
  cells: number
}

export interface SplitRow {
  bytes: Uint8Array
  cells: number
  /** Keys of the row's products: rows that share one belong together. */
  names: readonly string[]
  /** The spreadsheet's row number. */
  number: number
}

/**
 * The number of rows in the next part: as many as fit without splitting a product. If every cut splits one, the cut in
 * the second half of the fitting rows that splits the fewest. `rows` must be more than one part, or all that remain.
 */
export function chooseCut(rows: readonly SplitRow[], most: Size): number {
  const sums = sumsOf(rows)
  const fitting = fittingRows(sums, most)
  if (fitting === rows.length) return fitting
  const crossings = countCrossings(rows, (first, last) => fitsBetween(sums, first, last, most))
  for (let cut = fitting; cut > 0; cut--) if (crossings[cut] === 0) return cut
  let best = fitting
  for (let cut = fitting; cut > fitting / 2; cut--) {
    if ((crossings[cut] ?? 0) < (crossings[best] ?? 0)) best = cut
  }
  return best
}

/** Prefix sums: entry i is the size of the first i rows. */
function sumsOf(rows: readonly SplitRow[]): Size[] {
  let sum: Size = { rows: 0, bytes: 0, cells: 0 }
  const sums = [sum]
  for (const { bytes, cells } of rows) {
    sum = { rows: sum.rows + 1, bytes: sum.bytes + bytes.length, cells: sum.cells + cells }
    sums.push(sum)
  }
  return sums
}

function fittingRows(sums: readonly Size[], most: Size): number {
  let rows = 1
  while (rows + 1 < sums.length && fitsBetween(sums, 0, rows, most)) rows++
  return rows
}

/** Whether the rows from `first` to `last`, inclusive, fit into a part. */
function fitsBetween(sums: readonly Size[], first: number, last: number, most: Size): boolean {
  const from = sums[first]
  const to = sums[last + 1]
  if (!from || !to) return false
  return (
    to.rows - from.rows <= most.rows &&
    to.bytes - from.bytes <= most.bytes &&
    to.cells - from.cells <= most.cells
  )
}

interface Span {
  first: number
  last: number
}

/** For each cut, how many products have rows on both sides. */
function countCrossings(
  rows: readonly SplitRow[],
  canHold: (first: number, last: number) => boolean,
): Int32Array {
  const crossings = new Int32Array(rows.length + 1)
  for (const runs of runsOf(rows).values()) {
    const first = runs[0]?.first ?? 0
    const last = runs.at(-1)?.last ?? 0
    // If a product cannot fit into any part, only its adjacent rows are kept together where possible.
    for (const span of canHold(first, last) ? [{ first, last }] : runs) {
      if (!canHold(span.first, span.last)) continue
      crossings[span.first + 1] = (crossings[span.first + 1] ?? 0) + 1
      crossings[span.last + 1] = (crossings[span.last + 1] ?? 0) - 1
    }
  }
  for (let cut = 1; cut < crossings.length; cut++) {
    crossings[cut] = (crossings[cut] ?? 0) + (crossings[cut - 1] ?? 0)
  }
  return crossings
}

/** For each name, the spans of adjacent rows that have it. */
function runsOf(rows: readonly SplitRow[]): Map<string, Span[]> {
  const runs = new Map<string, Span[]>()
  for (const [index, { names }] of rows.entries()) {
    for (const name of names) {
      const ofName = runs.get(name)
      const run = ofName?.at(-1)
      if (!ofName) runs.set(name, [{ first: index, last: index }])
      else if (run && run.last >= index - 1) run.last = index
      else ofName.push({ first: index, last: index })
    }
  }
  return runs
}
