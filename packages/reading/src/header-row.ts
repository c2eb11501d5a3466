import { fileWarning, metadataKey, plainText, shortened, unguard } from '@catalog/catalog'
import { maxColumns, ServiceError } from '@catalog/contracts'
import type { FileWarning, MappingIdentity } from '@catalog/contracts'
import {
  UnknownHeader,
  columnKey,
  isErrorColumn,
  isErrorReport,
  mappedDialect,
  recognize,
  unknownColumns,
  withMetadata,
  withoutIdentity,
} from '@catalog/dialects'
import type { ColumnChoice, Recognized } from '@catalog/dialects'
import { maxAbove } from './delimiter.ts'
import { maxNameLength, maxWidth, tooManyColumns } from './caps.ts'
import { cleanCell } from './raw-row.ts'
import type { RawRow } from './raw-row.ts'

/** Rows, not counting blank ones, from which the header and its dialect are recognised. */
export const headRows = 25

export interface HeaderRow extends Recognized {
  header: string[]
  /** The caller's mapping, with names as the header has them; null if none was sent. */
  choice: ColumnChoice | null
  /** The header's index among the first rows. */
  index: number
  /** Whether the file is errors.csv, whose cells carry the guard. */
  isReport: boolean
  warnings: FileWarning[]
}

/**
 * Finds the header: the first row or, if no format has its columns, the first of the next five that is a header. With a
 * mapping, the first row that has the mapping's columns. Throws the error of `recognize` for the first row, with its
 * columns and what they could be; a mapping without columns asks for them.
 */
export function findHeader(rows: RawRow[], choice?: ColumnChoice): HeaderRow {
  if (choice && choice.identity !== null) {
    if (choice.columns.length === 0) throw unknownHeader(rows, nothingMapped)
    return findMappedHeader(rows, { ...choice, identity: choice.identity })
  }
  const ours = choice?.columns.find(([, target]) => metadataKey(target) === undefined)
  if (ours) throw withoutIdentity(ours[0])
  let refusal: ServiceError | undefined
  for (const [index, row] of rows.slice(0, maxAbove + 1).entries()) {
    const names = readNames(row)
    try {
      const records = rows.slice(index + 1).map(({ cells }) => cells)
      const explained = choice?.columns.map(([name]) => name)
      const recognized = recognize(names.header, records, explained)
      const added = choice && addedColumns(names.header, recognized, choice)
      return { ...names, ...recognized, choice: null, ...added, index, warnings: above(rows, index) }
    } catch (error) {
      if (!isNoHeader(error)) throw error
      refusal ??= error
    }
  }
  if (!refusal) throw new Error('a file without rows has no header')
  throw unknownHeader(rows, refusal)
}

const nothingMapped = new ServiceError('unrecognized_columns', 'The mapping names no column. Name some.')

function unknownHeader(rows: RawRow[], refusal: ServiceError): UnknownHeader {
  const headers = rows.slice(0, maxAbove + 1).map((row) => readNames(row).header)
  return new UnknownHeader(
    refusal,
    headers,
    rows.map(({ cells }) => cells.map(cleanCell)),
  )
}

function findMappedHeader(rows: RawRow[], choice: ColumnChoice & { identity: MappingIdentity }): HeaderRow {
  const wanted = choice.columns.map(([name]) => columnKey(name))
  const candidates = rows.slice(0, maxAbove + 1).map((row, index) => {
    const { header, isReport } = readNames(row)
    const keys = new Set(header.map(columnKey))
    return { header, isReport, index, found: wanted.filter((name) => keys.has(name)).length }
  })
  const [first, ...others] = candidates
  if (!first) throw new Error('a file without rows has no header')
  const { header, isReport, index } = others.reduce(
    (best, one) => (one.found > best.found ? one : best),
    first,
  )
  const dialect = mappedDialect(header, choice)
  return {
    header,
    isReport,
    dialect,
    ...unknownColumns(header, dialect),
    choice: spelledAs(header, choice),
    index,
    warnings: above(rows, index),
  }
}

/** The dialect, with columns that it does not read as metadata if the mapping says so. */
function addedColumns(
  header: string[],
  { dialect }: Recognized,
  choice: ColumnChoice,
): Partial<Recognized> & Pick<HeaderRow, 'choice'> {
  const extended = withMetadata(dialect, header, choice)
  return { dialect: extended, ...unknownColumns(header, extended), choice: spelledAs(header, choice) }
}

/** The mapping with names as the header spells them. */
function spelledAs(header: string[], { columns, identity }: ColumnChoice): ColumnChoice {
  const spelling = new Map(header.map((name) => [columnKey(name), name]))
  return {
    columns: columns.map(([name, target]) => [spelling.get(columnKey(name)) ?? name, target]),
    identity,
  }
}

function readNames({ cells, row }: RawRow): Pick<HeaderRow, 'header' | 'isReport'> {
  const isReport = isErrorReport(cells)
  const header = (isReport ? cells.map(unguard) : cells).map((cell) =>
    shortened(plainText(cleanCell(cell)).trim(), maxNameLength),
  )
  while (header.at(-1) === '') header.pop()
  const own = header.filter((name) => !isErrorColumn(name))
  if (header.length > maxWidth || own.length > maxColumns) throw tooManyColumns(row)
  return { header, isReport }
}

function isNoHeader(error: unknown): error is ServiceError {
  return (
    error instanceof ServiceError &&
    (error.code === 'unrecognized_columns' || error.code === 'missing_column')
  )
}

function above(rows: RawRow[], index: number): FileWarning[] {
  const header = rows[index]
  if (index === 0 || !header) return []
  return [fileWarning('lines_above_header', { case: 'header', row: header.row }, header.row)]
}
