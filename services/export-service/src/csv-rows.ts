import { guard, withCells } from '@catalog/catalog'
import type { AddRow } from './row-chunks.ts'

/** Writes rows as lines of a canonical CSV with so many columns of metadata. */
export function csvRows(metadataColumns: number): AddRow {
  const blank = ','.repeat(metadataColumns)
  const blankEnd = `${blank}\r\n`
  return (before, cells, metadata) => {
    let text = withCells(before, cells)
    if (metadata.length === 0) return text + blankEnd
    let last = -1
    for (const [place, value] of metadata) {
      text = withCells(text + blank.slice(0, place - last), [guard(value)])
      last = place
    }
    return text + blankEnd.slice(last + 1)
  }
}
