/** What counts of rows against the caps of a file. */
export interface Size {
  rows: number
  bytes: number
  cells: number
}

export interface SplitRow {
  bytes: Uint8Array
  cells: number
  /** Rows that share one belong together. */
  names: readonly string[]
  /** The spreadsheet's number. */
  number: number
}

/**
 * After how many of the rows to end a part: of those that fit, as many as leave no product on both sides; where that
 * cannot be, near the end where the fewest are. The rows go on for one more part at least, or are all that there are.
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

/** Sizes of all rows before each. */
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

/** Whether the rows from `first` to `last` are no more than a part holds. */
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

/** How many names have rows on both sides of each cut. */
function countCrossings(
  rows: readonly SplitRow[],
  canHold: (first: number, last: number) => boolean,
): Int32Array {
  const crossings = new Int32Array(rows.length + 1)
  for (const runs of runsOf(rows).values()) {
    const first = runs[0]?.first ?? 0
    const last = runs.at(-1)?.last ?? 0
    // Of what no part can hold, at least those that are next to each other.
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

/** Where rows with each name are next to each other. */
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
