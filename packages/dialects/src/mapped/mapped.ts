import { shortened } from '@catalog/catalog'
import type { MappingIdentity } from '@catalog/contracts'
import { adjustHandles } from '../adjust-handles.ts'
import type { CanonicalRow, CanonicalTable, Dialect } from '../dialect.ts'
import { readImageCells } from '../image-cells.ts'
import { fetchable, listed } from '../image-links.ts'
import { recordRows } from '../record-rows.ts'
import { warnOfDraft } from '../draft-status.ts'
import { statusOf, truthOf } from './cell-words.ts'
import { mapColumns } from './check-choice.ts'
import type { ColumnChoice } from './column-choice.ts'
import { columnKey } from './header-names.ts'
import { makeHandles } from './make-handles.ts'
import { inGrams, unitOf } from './weight-units.ts'

/**
 * The dialect of a file with a mapping of its columns (csv-format.md §9).
 * @throws ServiceError invalid_mapping
 */
export function mappedDialect(
  header: string[],
  choice: ColumnChoice & { identity: MappingIdentity },
): Dialect {
  const mapped = [...mapColumns(header, choice)].map(([position, target]) => ({ position, target }))
  const targets = new Map(mapped.map(({ position, target }) => [columnKey(header[position] ?? ''), target]))
  const dialect: Dialect = {
    name: 'mapped',
    normalize: columnKey,
    mustHave: { all: [], any: [] },
    never: [],
    knows: (name) => targets.has(name),
    nearest: () => null,
    targetOf: (name) => targets.get(columnKey(name)) ?? '',
    read(names, records) {
      const cellsOf = mapped.map(({ position, target }) => {
        const reader = cellReader(target, names[position] ?? '')
        return (row: CanonicalRow) => {
          const cell = row.cells[position] ?? ''
          return reader && cell.trim() !== '' ? reader(cell, row) : cell
        }
      })
      const columns = mapped.map(({ target }) => target)
      const table: CanonicalTable = {
        columns,
        rows: recordRows(names, records, dialect).map((record) =>
          Object.assign(record, { cells: cellsOf.map((cellOf) => cellOf(record)) }),
        ),
        canonical: false,
        optionNames: optionNamesOf(names, mapped),
      }
      return withImages(identified(table, choice.identity))
    },
  }
  return dialect
}

function identified(table: CanonicalTable, identity: MappingIdentity): CanonicalTable {
  if (identity === 'variant_barcode') return { ...table, variantsOfBarcodes: true }
  return identity === 'handle' ? adjustHandles(table) : makeHandles(table, identity)
}

/**
 * The table with a row for each further image of a list in a cell, and for that of a variant, which its product must
 * have. What is no address is left out, with a warning.
 */
function withImages(table: CanonicalTable): CanonicalTable {
  const found = table.columns.indexOf(imageColumn)
  const ofVariant = table.columns.indexOf('variant_image_url')
  if (found === -1 && ofVariant === -1) return table
  const columns = found === -1 ? [...table.columns, imageColumn] : table.columns
  const at = columns.indexOf(imageColumn)
  const read = table.rows.map((row) => {
    const images = listed([{ url: row.cells[at] ?? '', column: imageColumn }])
    const urls = (images.length > 1 ? fetchable(images, row) : images).map(({ url }) => url)
    if (found !== -1) row.cells[at] = urls[0] ?? ''
    readImageCells(row, columns)
    return { row, urls }
  })
  const named = new Set(read.flatMap(({ urls }) => urls))
  const rows = read.flatMap(({ row, urls }) => {
    const others = urls.slice(1)
    const own = row.cells[ofVariant] ?? ''
    if (own !== '' && !named.has(own)) others.push(own)
    return [row].concat(others.map((url) => furtherImage(row.row, url, at)))
  })
  return { ...table, columns, rows }
}

const imageColumn = 'image_url'

function furtherImage(row: number, url: string, at: number): CanonicalRow {
  const cells = Array.from({ length: at + 1 }, () => '')
  cells[at] = url
  return { row, cells, errors: [], warnings: [], continues: true }
}

/** Reads what shop systems write into such a column; undefined if it is read as the catalog writes it. */
function cellReader(target: string, name: string): ((cell: string, row: CanonicalRow) => string) | undefined {
  if (target === 'variant_weight_grams') {
    const unit = unitOf(name)
    return (cell) => inGrams(cell, unit)
  }
  if (target === 'status') {
    return (cell, row) => {
      const status = statusOf(cell)
      if (status === undefined) warnOfDraft(row, cell)
      return status ?? 'draft'
    }
  }
  if (target === 'variant_requires_shipping' || target === 'variant_taxable') {
    return (cell) => {
      const isTrue = truthOf(cell)
      return isTrue === undefined ? cell : isTrue ? 'TRUE' : 'FALSE'
    }
  }
  return undefined
}

/** Names for options with a column of values but none of names: the name of that column. */
function optionNamesOf(header: string[], mapped: { position: number; target: string }[]): string[] {
  return [1, 2, 3].map((number) => {
    if (mapped.some(({ target }) => target === `option${number}_name`)) return ''
    const values = mapped.find(({ target }) => target === `option${number}_value`)
    return values ? shortened(header[values.position] ?? '', maxOptionName) : ''
  })
}

/** Shorter than the catalog's limit. */
const maxOptionName = 200
