export { canonical } from './canonical.ts'
export { numberStyleOf } from './decimal-mark.ts'
export type { NumberStyle } from './decimal-mark.ts'
export type {
  CanonicalRow,
  CanonicalTable,
  CsvRecord,
  Dialect,
  EditedCell,
  FileCells,
  HandlesFromNames,
  MadeHandle,
  RowIssue,
} from './dialect.ts'
export { errorColumns, isErrorColumn, isErrorReport } from './error-columns.ts'
export { statusOf, truthOf } from './mapped/cell-words.ts'
export { withMetadata, withoutIdentity } from './mapped/add-metadata.ts'
export type { ColumnChoice } from './mapped/column-choice.ts'
export { columnKey, headerKey } from './mapped/header-names.ts'
export { mappedDialect } from './mapped/mapped.ts'
export { UnknownHeader } from './mapped/unknown-header.ts'
export { readTable } from './read-table.ts'
export { inGrams, unitOf } from './mapped/weight-units.ts'
export { isRecognized, recognize, unknownColumns } from './recognize.ts'
export type { Recognized } from './recognize.ts'
export { remembered } from './remembered.ts'
export { addIssue } from './row-issues.ts'
export { slug } from './slug.ts'
