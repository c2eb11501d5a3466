import type {
  CellEdit,
  Delimiter,
  Dialect as DialectName,
  Encoding,
  FileWarning,
  UnknownColumn,
} from '@catalog/contracts'
import { isErrorReport, readTable } from '@catalog/dialects'
import type { CanonicalTable, ColumnChoice, CsvRecord } from '@catalog/dialects'
import { columnFinder } from './column-finder.ts'
import type { ParsedRecords } from './record-table.ts'

/** An uploaded file that was read: its records unchanged, and the same in canonical columns. */
export interface ImportFile {
  /** As uploaded. */
  bytes: Buffer
  encoding: Encoding
  /** Null for a workbook. */
  delimiter: Delimiter | null
  dialect: DialectName
  /** As uploaded, without trailing empty columns. */
  header: string[]
  /** Every row that is not blank, as uploaded. */
  records: CsvRecord[]
  /** The same rows in canonical columns. */
  table: CanonicalTable
  /** Columns that the dialect does not know; ignored. The first 200 are listed. */
  unknownColumns: UnknownColumn[]
  unknownColumnsCount: number
  /** The caller's mapping, with names as the header spells them; null if none was sent. */
  choice: ColumnChoice | null
  warnings: FileWarning[]
  /** The edits of cells that differ from the upload, by the header's names. */
  edits: CellEdit[]
}

/** `now` decides whether a sale in the file is active. */
export function toImportFile(
  bytes: Buffer,
  { encoding, delimiter }: Pick<ImportFile, 'encoding' | 'delimiter'>,
  parsed: ParsedRecords,
  now: Date,
): ImportFile {
  const { dialect, unknownColumns, unknownColumnsCount, choice, header, records, warnings, edited, edits } =
    parsed
  const table = readTable(dialect, header, records, now, edited)
  return {
    bytes,
    encoding,
    delimiter,
    dialect: dialect.name,
    header,
    records,
    table: {
      ...table,
      delimiter: delimiter ?? undefined,
      isReport: isErrorReport(header),
      file: { edited, columnOf: columnFinder(parsed, table) },
    },
    unknownColumns,
    unknownColumnsCount,
    choice,
    warnings,
    edits,
  }
}
