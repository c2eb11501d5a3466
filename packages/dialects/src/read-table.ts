import type { CanonicalRow, CanonicalTable, CsvRecord, Dialect } from './dialect.ts'
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
): CanonicalTable {
  const obeyed = obeyCommands(header, records)
  const { kept, left: repeated } = withoutRepeated(dialect, header, obeyed.kept)
  const plain = withBlankNumbers(dialect, header, withPlainTexts(dialect, header, kept))
  const read = dialect.read(header, plain, now)
  const left = obeyed.left.concat(repeated)
  if (left.length === 0) return read
  const { outside } = read
  return {
    ...withRows(read, left),
    ...(outside && { outside: { ...outside, link: (find) => withRows(outside.link(find), left) } }),
  }
}

function withRows(table: CanonicalTable, rows: CanonicalRow[]): CanonicalTable {
  return { ...table, rows: [...table.rows, ...rows] }
}
