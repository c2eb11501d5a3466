import type { ImportFile } from './import-file.ts'

/**
 * The rows of an error report: the rejected rows, and those that they need to be read the same way (a variation its
 * product, a variant's row the product above it), and the rows that these need in turn.
 */
export function rowsToReturn({ table }: ImportFile, rejected: Iterable<number>): Set<number> {
  const naming = table.rows.filter(({ needs }) => needs !== undefined)
  const byRow = Map.groupBy(naming, ({ row }) => row)
  const returned = new Set(rejected)
  // Many rows share one list.
  const seen = new Set<number[]>()
  // Iterating a set includes items that are added meanwhile.
  for (const row of returned) {
    for (const { needs = [] } of byRow.get(row) ?? []) {
      if (seen.has(needs)) continue
      seen.add(needs)
      for (const needed of needs) returned.add(needed)
    }
  }
  return returned
}
