import { brief } from '@catalog/catalog'
import type { CanonicalRow, CsvRecord, RowIssue } from './dialect.ts'
import { collapsedHeader, HeaderColumns } from './header-columns.ts'
import { issueOf } from './row-issues.ts'
import table from './row-commands.json' with { type: 'json' }

/**
 * Columns with a command, and the words for which something is not imported: the row, or the cells of the columns that
 * `covers` matches.
 */
const commands = new Map(
  table.flatMap(({ columns, words, covers }) => {
    const command = { words: new Set(words), covers: covers === '' ? undefined : new RegExp(covers) }
    return columns.map((column) => [commandName(column), command] as const)
  }),
)

export function isCommandColumn(header: string): boolean {
  return commands.has(commandName(header))
}

/** `is_deleted` and `isDeleted` are one name, as are `*Action(SiteID=Germany)` of eBay and `Action`. */
function commandName(header: string): string {
  return collapsedHeader(header)
    .replace(/\(.*$/, '')
    .replaceAll(/[^\p{L}\p{Nd}:]+/gu, '')
}

type Warning = RowIssue<'row_not_imported'>

/**
 * The records without what their commands delete or ignore, as in Matrixify's files (csv-format.md §9): an import deletes
 * nothing, and must not add it either. `left` are the rows that are left out.
 */
export function obeyCommands(
  header: string[],
  records: CsvRecord[],
): { kept: CsvRecord[]; left: CanonicalRow[] } {
  if (!header.some(isCommandColumn)) return { kept: records, left: [] }
  const columns = new HeaderColumns(header, collapsedHeader)
  const normalized = header.map(collapsedHeader)
  const ofFile = normalized.flatMap((name, position) => {
    const command = commands.get(commandName(name))
    return command ? [{ name, column: brief(header[position] ?? ''), ...command }] : []
  })
  const keyOf = productKeys(columns)
  // The command of a product's first row counts for rows without one.
  const products = new Map<string, Warning[]>()
  const kept: CsvRecord[] = []
  const left: CanonicalRow[] = []
  for (const record of records) {
    const key = keyOf(record)
    const isFirst = key === '' || !products.has(key)
    const written = ofFile.filter(({ name }) => columns.cell(record, name) !== '')
    const found = written.filter(({ name, words }) => words.has(columns.word(record, name).toLowerCase()))
    const warnings = found.map(({ column, name }) => warningOf(column, columns.word(record, name)))
    const isWhole = found.some(({ covers }) => !covers)
    if (isFirst) products.set(key, isWhole ? warnings : [])
    const inherited = written.some(({ covers }) => !covers) ? [] : (products.get(key) ?? [])
    const cells = record.cells.map((cell, position) => {
      return found.some(({ covers }) => covers?.test(normalized[position] ?? '')) ? '' : cell
    })
    const saysMore = cells.some(
      (cell, position) => cell.trim() !== '' && ofRow.test(normalized[position] ?? ''),
    )
    if (isWhole || inherited.length > 0 || (found.length > 0 && !isFirst && !saysMore)) {
      const all = warnings.length > 0 ? warnings : inherited
      const named = handleNames.map((name) => columns.cell(record, name)).find(Boolean)
      left.push({
        row: record.row,
        cells: [],
        errors: [],
        warnings: all,
        skipped: true,
        ...(named !== undefined && { named }),
      })
    } else if (found.length === 0) kept.push(record)
    else kept.push({ ...record, cells, warnings: [...(record.warnings ?? []), ...warnings] })
  }
  return { kept, left }
}

/** Cells that a further row of a product has for itself. */
const ofRow = /^(?:variant (?!command)|option\d value|image (?!command))/

const handleNames = ['handle', 'url handle', 'product handle']
/** The columns that tie rows to a product, the first of which the file has. */
const keys = ['handleid', ...handleNames, 'id', 'sku']

/**
 * The key of a record's product; `''` if none is known. Without one of its own, a record that has no title, and one of a
 * kind that stands below its product, belong to the product above.
 */
function productKeys(columns: HeaderColumns): (record: CsvRecord) => string {
  const keyName = keys.find((name) => columns.has(name)) ?? ''
  let last = ''
  return (record) => {
    const kind = (columns.cell(record, 'item type') || columns.cell(record, 'item')).toLowerCase()
    if (kind !== '' && kind !== 'product') return last
    const isNew = kind !== '' || columns.cell(record, 'title') !== ''
    last = columns.cell(record, keyName).toLowerCase() || (isNew ? `row ${record.row}` : last)
    return last
  }
}

function warningOf(column: string, value: string): Warning {
  return issueOf(column, 'row_not_imported', value, { case: 'command', cell: column })
}
