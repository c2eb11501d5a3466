import { shortened } from '@catalog/catalog'
import { MappingIdentity } from '@catalog/contracts'
import type { MappableFile } from '@catalog/contracts'
import { isErrorColumn } from '../error-columns.ts'
import { optionValueColumns } from '../named-cells.ts'
import { columnKey } from './header-names.ts'
import { isKnownName, suggestColumns } from './suggest-columns.ts'
import type { NamedColumn } from './suggest-columns.ts'

/** Characters of a name, at most, so that an answer stays small. */
const maxNameLength = 200
const maxSamples = 3
/** Characters of a sample, fewer if there are many columns. */
const sampleLength = { usual: 80, ofMany: 20, many: 200 }

/**
 * Describes the columns that a mapping of the file can refer to. `headers` are the first of its rows, one of which is
 * the header.
 */
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
    return isFirst ? [{ name, ...samplesOf(below, position) }] : []
  })
  const suggestions = suggestColumns(named)
  const length = named.length > sampleLength.many ? sampleLength.ofMany : sampleLength.usual
  return {
    columns: named.map(({ name, cells }, at) => ({
      name,
      samples: cells.slice(0, maxSamples).map((cell) => shortened(cell, length)),
      suggestion: suggestions[at] ?? null,
    })),
    identity_suggestion: identityOf(named, suggestions),
  }
}

/** Different non-blank cells, shortened. */
function samplesOf(rows: string[][], position: number): Omit<NamedColumn, 'name'> {
  const cells = rows.map((row) => shortened((row[position] ?? '').trim(), maxNameLength))
  const samples = new Set(cells.filter((cell) => cell !== ''))
  return {
    cells: [...samples],
    isFilled: !cells.includes(''),
    isUnique: samples.size === cells.length,
  }
}

/**
 * What finds a row's product: a suggested column that is filled in each row and nowhere repeats, but where rows may be
 * variants of one product.
 */
function identityOf(columns: NamedColumn[], suggestions: (string | null)[]): MappingIdentity | null {
  const hasOptions = suggestions.some((name) => name !== null && optionValueColumns.includes(name))
  const identifies = (identity: MappingIdentity) => {
    const { isFilled = true, isUnique = true } = columns[suggestions.indexOf(identity)] ?? { isFilled: false }
    return isFilled && (isUnique || (hasOptions && (identity === 'handle' || identity === 'title')))
  }
  return MappingIdentity.options.find(identifies) ?? null
}

/** The index of the row with the most known column names, otherwise of the first among the widest. */
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
