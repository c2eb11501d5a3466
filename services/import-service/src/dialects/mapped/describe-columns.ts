import { shortened } from '@catalog/catalog'
import type { MappableFile } from '@catalog/contracts'
import { isErrorColumn } from '../error-columns.ts'
import { columnKey } from './header-names.ts'
import { isKnownName, suggestColumns } from './suggest-columns.ts'

/** Longer names are nobody's, and an answer must stay small. */
const maxNameLength = 200
const maxSamples = 3
/** Of a sample; less where there are many columns. */
const sampleLength = { usual: 80, ofMany: 20, many: 200 }

/** What a mapping of the file could say. `headers` are the first of its rows, one of which has the names. */
export function describeColumns(headers: string[][], rows: string[][]): MappableFile {
  const index = likelyHeader(headers)
  const header = headers[index] ?? []
  const below = rows.slice(index + 1)
  const seen = new Set<string>()
  const named = header.flatMap((name, position) => {
    if (name === '' || name.length > maxNameLength || isErrorColumn(name)) return []
    const key = columnKey(name)
    const isFirst = !seen.has(key)
    seen.add(key)
    return isFirst ? [{ name, cells: samplesOf(below, position) }] : []
  })
  const suggestions = suggestColumns(named)
  const length = named.length > sampleLength.many ? sampleLength.ofMany : sampleLength.usual
  return {
    columns: named.map(({ name, cells }, at) => ({
      name,
      samples: cells.slice(0, maxSamples).map((cell) => shortened(cell, length)),
      suggestion: suggestions[at] ?? null,
    })),
    identity_suggestion:
      (['handle', 'variant_sku', 'title'] as const).find((target) => suggestions.includes(target)) ?? null,
  }
}

/** Different cells that hold something, as much of each as is looked at. */
function samplesOf(rows: string[][], position: number): string[] {
  const samples = new Set<string>()
  for (const cells of rows) {
    const cell = shortened((cells[position] ?? '').trim(), maxNameLength)
    if (cell !== '') samples.add(cell)
  }
  return [...samples]
}

/** The row with the most names of columns that we know, else the first of the widest. */
function likelyHeader(headers: string[][]): number {
  let best = 0
  let most = { known: -1, filled: -1 }
  for (const [index, header] of headers.entries()) {
    const filled = new Set(header.filter((name) => name !== '')).size
    const known = header.filter((name) => name !== '' && isKnownName(name)).length
    if (known < most.known || (known === most.known && filled <= most.filled)) continue
    best = index
    most = { known, filled }
  }
  return best
}
