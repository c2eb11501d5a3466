import type { CanonicalRow } from '../dialect.ts'
import { fetchable } from '../image-links.ts'

/** By image column, the columns that make no sense without it. */
const imageColumns = { image_url: ['image_alt', 'image_position'], variant_image_url: [] }

/**
 * Removes a shop's own files (`cup.png`) from the image cells of a row, with a warning. A row with nothing else is
 * skipped.
 */
export function dropLocalImages(row: CanonicalRow, columns: (string | null)[]): void {
  const local = Object.entries(imageColumns).filter(([column]) => {
    const url = row.cells[columns.indexOf(column)] ?? ''
    return url !== '' && fetchable([{ url, column }], row).length === 0
  })
  if (local.length === 0) return
  const dropped = new Set(local.flat(2))
  row.cells = row.cells.map((cell, position) => (dropped.has(columns[position] ?? '') ? '' : cell))
  const saysMore = row.cells.some(
    (cell, position) => cell !== '' && columns[position] != null && columns[position] !== 'handle',
  )
  if (!saysMore) row.skipped = true
}
