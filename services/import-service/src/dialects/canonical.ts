import { canonicalColumnNames, metadataKey, quoted, shortened } from '@catalog/catalog'
import type { CanonicalRow, CsvRecord, Dialect } from './dialect.ts'
import { nearestName } from './nearest-name.ts'

/** What `errors.csv` adds to a file: known, so that it can be uploaded again as it is, and ignored. */
export const errorColumns = ['error_column', 'error_code', 'error_message'] as const

const names = new Set<string>(canonicalColumnNames)
const ignored = new Set<string>(errorColumns)

/** The format that exports are written in (csv-format.md §2). */
export const canonical: Dialect = {
  name: 'canonical',
  normalize,
  mustHave: {
    all: ['handle'],
    any: ['variant_price', 'variant_sku', 'image_url', 'description_html', 'title'],
  },
  never: ['body_(html)'],
  knows: (header) => names.has(header) || metadataKey(header) !== undefined || ignored.has(header),
  nearest: (header) => nearestName(header, canonicalColumnNames),
  read(header, records) {
    const columns = header.map((name) => {
      const column = normalize(name)
      return names.has(column) || metadataKey(column) !== undefined ? column : null
    })
    const nameless = header.flatMap((name, position) => (name === '' ? [position] : []))
    return { columns, rows: records.map((record) => toRow(record, header.length, nameless)), canonical: true }
  },
}

/** `Variant SKU`, `variant-sku` and `variant_sku` are one name; a metadata key keeps its own `_` and `-`. */
function normalize(header: string): string {
  const name = header.trim().toLowerCase()
  const metadata = /^metadata\s*\.\s*(.*)$/.exec(name)
  return metadata ? `metadata.${metadata[1]}` : name.replaceAll(/[\s_-]+/g, '_')
}

function toRow({ row, cells }: CsvRecord, width: number, nameless: number[]): CanonicalRow {
  const result: CanonicalRow = { row, cells, errors: [], warnings: [] }
  if (cells.length < width) {
    result.warnings.push({
      column: null,
      code: 'row_padded',
      message: `The row has ${cells.length} of the ${width} columns; the missing cells were read as empty.`,
      value: null,
    })
  }
  const outside = [...nameless.map((position) => cells[position] ?? ''), ...cells.slice(width)]
  const value = outside.find((cell) => cell.trim() !== '')
  if (value !== undefined) {
    result.errors.push({
      column: null,
      code: 'data_beyond_header',
      message: `${quoted(value)} stands in a column that has no name. Put a cell that holds the separator in quotation marks, or name the column.`,
      value: shortened(value, 200),
    })
  }
  return result
}
