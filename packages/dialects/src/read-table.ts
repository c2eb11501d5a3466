import type { CanonicalRow, CanonicalTable, CsvRecord, Dialect, EditedCell } from './dialect.ts'
import { withBlankNumbers } from './blank-numbers.ts'
import { withPlainTexts } from './plain-texts.ts'
import { withoutRepeated } from './repeated-rows.ts'
import { obeyCommands } from './row-commands.ts'

/** The records of a file in canonical columns, with what is the same in all dialects. */
export function readTable(
  dialect: Dialect,
  header: string[],
  records: CsvRecord[],
  now: Date,
  edited: ReadonlyMap<number, EditedCell[]> = new Map(),
): CanonicalTable {
  const { filled = [], emptied = [] } = Object.groupBy(records, ({ row, cells }) =>
    edited.has(row) && cells.every((cell) => cell.trim() === '') ? 'emptied' : 'filled',
  )
  const obeyed = obeyCommands(header, filled)
  const { kept, left: repeated } = withoutRepeated(dialect, header, obeyed.kept)
  const plain = withBlankNumbers(dialect, header, withPlainTexts(dialect, header, kept))
  const read = dialect.read(header, plain, now)
  const left = [...obeyed.left, ...repeated, ...emptied.map(skipped)]
  if (left.length === 0) return read
  const { outside } = read
  return {
    ...withRows(read, left),
    ...(outside && { outside: { ...outside, link: (find) => withRows(outside.link(find), left) } }),
  }
}

/** A row whose cells were all emptied by edits. */
function skipped({ row }: CsvRecord): CanonicalRow {
  return { row, cells: [], errors: [], warnings: [], skipped: true }
}

function withRows(table: CanonicalTable, rows: CanonicalRow[]): CanonicalTable {
  return { ...table, rows: [...table.rows, ...rows] }
}
