import { canonicalColumnNames, metadataKey, quoted, shortened } from '@catalog/catalog'
import { ServiceError } from '@catalog/contracts'
import type { ErrorDetail } from '@catalog/contracts'
import { maxMetadataColumns } from '../metadata-columns.ts'
import type { ColumnChoice } from './column-choice.ts'
import { columnKey } from './header-names.ts'

const names = new Set(canonicalColumnNames)
/** Characters of a mapped column's name, at most: real headers are shorter, and composing accents takes time. */
const longestName = 1_000
/** Errors that are listed, at most. */
const maxListed = 50

/** By position in the header, the canonical column. */
export type MappedColumns = ReadonlyMap<number, string>

/**
 * The mapped columns of the header.
 * @throws ServiceError invalid_mapping, with each invalid column
 */
export function mapColumns(header: string[], { columns, identity }: ColumnChoice): MappedColumns {
  const positions = positionsOf(header)
  const mapped = new Map<number, string>()
  const taken = new Map<string, string>()
  const faults: ErrorDetail[] = []
  for (const [name, target] of columns) {
    const found = name.length > longestName ? [] : (positions.get(columnKey(name)) ?? [])
    const [position = -1] = found
    const fault =
      found.length === 0
        ? 'is no column of the file. Use the names of its header.'
        : found.length > 1
          ? 'is in the header more than once. Rename one of these columns, or leave them out.'
          : mapped.has(position)
            ? 'is mapped twice, in different spellings. Name it once.'
            : faultOfTarget(target, taken)
    if (fault !== undefined)
      faults.push({ column: shortened(name, 200), message: `${quoted(name)} ${fault}` })
    else {
      mapped.set(position, target)
      taken.set(target, name)
    }
  }
  if (faults.length === 0) faults.push(...faultsOfChoice({ taken, identity }))
  const [first] = faults
  if (!first) return mapped
  throw new ServiceError('invalid_mapping', first.message, { errors: faults.slice(0, maxListed) })
}

function faultOfTarget(target: string, taken: ReadonlyMap<string, string>): string | undefined {
  if (!names.has(target) && metadataKey(target) === undefined) {
    return `cannot be ${quoted(target)}, which is none of our columns. Name one of them, or “metadata.” and a key.`
  }
  const other = taken.get(target)
  if (other === undefined) return undefined
  return `cannot be “${target}” as well as ${quoted(other)}. Choose one of the two.`
}

function faultsOfChoice({
  taken,
  identity,
}: Pick<ColumnChoice, 'identity'> & { taken: ReadonlyMap<string, string> }): ErrorDetail[] {
  const metadata = [...taken.keys()].filter((target) => metadataKey(target) !== undefined)
  if (metadata.length > maxMetadataColumns) {
    return [
      { message: `The mapping has more than ${maxMetadataColumns} columns of metadata. Leave some out.` },
    ]
  }
  if (identity === null) return []
  if (!taken.has(identity)) {
    return [
      {
        column: identity,
        message: `Products are to be found by “${identity}”, but no column of the file is mapped to it. Map one, or find them by another column.`,
      },
    ]
  }
  const handle = taken.get('handle')
  if (identity !== 'title' || handle === undefined) return []
  return [
    {
      column: shortened(handle, 200),
      message: `Handles are to be made of titles, but ${quoted(handle)} is mapped to “handle”. Find products by their handles, or leave that column out.`,
    },
  ]
}

function positionsOf(header: string[]): Map<string, number[]> {
  const positions = new Map<string, number[]>()
  header.forEach((name, position) => {
    if (name === '') return
    const key = columnKey(name)
    const same = positions.get(key)
    if (same) same.push(position)
    else positions.set(key, [position])
  })
  return positions
}
