import type { CanonicalRow } from './dialect.ts'
import { fetchable, listed } from './image-links.ts'

/** By image column, what goes with its address. */
const imageColumns = {
  image_url: ['image_url', 'image_alt', 'image_position'],
  variant_image_url: ['variant_image_url'],
}

/**
 * Leaves one address in each image cell of a row, or nothing if it has none (`cup.png`), with a warning. A row with
 * nothing else is skipped.
 */
export function readImageCells(row: CanonicalRow, columns: (string | null)[]): void {
  const dropped = Object.entries(imageColumns).flatMap(([column, all]) => {
    const position = columns.indexOf(column)
    const url = row.cells[position] ?? ''
    if (url === '') return []
    row.cells[position] = fetchable(listed([{ url, column }]), row, 1)[0]?.url ?? ''
    return row.cells[position] === '' ? all : []
  })
  if (dropped.length === 0) return
  row.cells = row.cells.map((cell, position) => (dropped.includes(columns[position] ?? '') ? '' : cell))
  const saysMore = row.cells.some(
    (cell, position) => cell !== '' && columns[position] != null && columns[position] !== 'handle',
  )
  if (!saysMore) row.skipped = true
}
