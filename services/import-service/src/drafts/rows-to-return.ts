import type { ImportFile } from '../reading/import-file.ts'

/**
 * The rows that go back to the merchant: the rejected ones, and those that they need to be read as what they are (a
 * variation its product, a variant's row the product above it), with the rows that those need.
 */
export function rowsToReturn({ table }: ImportFile, rejected: Iterable<number>): Set<number> {
  const naming = table.rows.filter(({ needs }) => needs !== undefined)
  const byRow = Map.groupBy(naming, ({ row }) => row)
  const returned = new Set(rejected)
  // Many rows share one list.
  const seen = new Set<number[]>()
  // The loop over a set comes to what is added to it meanwhile.
  for (const row of returned) {
    for (const { needs = [] } of byRow.get(row) ?? []) {
      if (seen.has(needs)) continue
      seen.add(needs)
      for (const needed of needs) returned.add(needed)
    }
  }
  return returned
}
