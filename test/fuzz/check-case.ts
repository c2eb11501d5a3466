import { isDeepStrictEqual } from 'node:util'
import { fileWarningCases, rowErrorCases, rowWarningCases, problemTexts } from '@catalog/catalog'
import type { ProblemParameters } from '@catalog/catalog'
import {
  DraftRow as DraftRowSchema,
  FileWarning,
  readingErrorCodes,
  ServiceError,
  UnknownColumn,
} from '@catalog/contracts'
import type { DraftRow } from '@catalog/contracts'
import { errorsCsv, readFile } from '@catalog/reading'
import type { ImportFile } from '@catalog/reading'
import {
  findBySku,
  furtherHandles,
  handlesOf,
  identifyingSkus,
  ownersInFile,
  previewTable,
  skusOf,
  titlesOf,
} from '@catalog/preview'
import type { CatalogSlice, Preview } from '@catalog/preview'
import { decodePlan, encodePlan } from '../../services/import-service/src/drafts/plan-codec.ts'
import { applyPlan, emptyCatalog, toProducts, toSlice } from '../support/preview/apply-plan.ts'
import type { MemoryCatalog } from '../support/preview/apply-plan.ts'
import { exportOf } from '../support/preview/csv-files.ts'
import { checkCatalog } from './check-catalog.ts'
import type { FuzzCase } from './make-case.ts'

/** Codes of a file that cannot be read. */
const readingCodes = new Set<string>(readingErrorCodes)

const maxCpuMs = 5_000

/**
 * Imports the file as the service does, and checks everything that is promised for every file. Returns the file's
 * dialect, or the code of its refusal; throws the violation.
 */
export async function checkCase({ before, file, like }: FuzzCase): Promise<string> {
  if (like) await checkLikeness(file, like)
  const catalog = emptyCatalog()
  if (before) await importFile(before, catalog)
  const first = await importFile(file, catalog)
  if (typeof first === 'string') return first

  const again = await importFile(file, catalog)
  if (typeof again === 'string') throw new Error(`the second reading ends with ${again}`)
  checkSecondImport(first.preview, again.preview)
  await checkExport(catalog)
  await checkErrorsCsv(first, catalog)
  return `${first.file.dialect}${first.preview.counts.adds + first.preview.counts.updates > 0 ? '' : ' (nothing to import)'}`
}

interface Imported {
  file: ImportFile
  preview: Preview
}

async function importFile(bytes: Buffer, catalog: MemoryCatalog): Promise<Imported | string> {
  const read = await inTime('reading', () => readOrCode(bytes))
  if (typeof read === 'string') return read
  const slice = sliceOf(catalog, read)
  const result = await inTime('the preview', () => previewTable(read.table, slice))
  checkPreview(read, result)
  applyPlan(catalog, await decodePlan(await encodePlan(result.plan)))
  checkCatalog(catalog)
  return { file: read, preview: result }
}

async function readOrCode(bytes: Buffer): Promise<ImportFile | string> {
  try {
    return await readFile(new Uint8Array(bytes))
  } catch (error) {
    if (!(error instanceof ServiceError) || !readingCodes.has(error.code)) throw error
    checkText(error.message, 'the error')
    for (const { message } of error.errors ?? []) checkText(message, 'the error')
    return error.code
  }
}

/**
 * The file must be read like the CSV, unless the CSV has a different delimiter when read, or contains what no text can.
 */
async function checkLikeness(file: Buffer, like: Buffer): Promise<void> {
  const [ours, csv] = await Promise.all([readOrCode(file), readOrCode(like)])
  const what = (read: typeof ours) => (typeof read === 'string' ? read : read.dialect)
  if (typeof csv === 'string' ? csv === 'not_csv' : csv.delimiter !== ',') return
  if (what(ours) !== what(csv)) throw new Error(`a workbook comes to ${what(ours)}, its CSV to ${what(csv)}`)
  if (typeof ours === 'string' || typeof csv === 'string') return
  const difference = csv.table.rows.findIndex((row, index) => !isDeepStrictEqual(row, ours.table.rows[index]))
  if (difference !== -1 || ours.table.rows.length !== csv.table.rows.length) {
    const rows = [ours, csv].map(({ table }) => JSON.stringify(table.rows[difference])?.slice(0, 1_000))
    throw new Error(`a workbook is not read like its CSV:\n${rows.join('\n')}`)
  }
}

async function inTime<Result>(what: string, run: () => Promise<Result> | Result): Promise<Result> {
  const start = process.threadCpuUsage()
  const result = await run()
  const { user, system } = process.threadCpuUsage(start)
  const cpuMs = Math.round((user + system) / 1000)
  if (cpuMs > maxCpuMs) throw new Error(`${what} takes too long: ${cpuMs} ms`)
  return result
}

/** Only what the service would load (preview-file.ts). */
function sliceOf(catalog: MemoryCatalog, { table }: ImportFile): CatalogSlice {
  const all = toSlice(catalog)
  const identifying = pick(all.skuOwners, [...(table.outside?.skus ?? []), ...identifyingSkus(table)])
  const owners = ownersInFile(identifying, table)
  const named = pick(all.products, [...handlesOf(table), ...owners.values().map(({ handle }) => handle)])
  const barcodes = table.variantsOfBarcodes ? all.products : []
  const products = new Map([
    ...barcodes,
    ...named,
    ...pick(all.products, furtherHandles(table, owners, named)),
  ])
  const found = findBySku(table, owners, products)
  const skuOwners = pick(all.skuOwners, skusOf(table))
  for (const { productId, handle, variants } of products.values()) {
    for (const { sku } of variants) if (sku !== '') skuOwners.set(sku, { productId, handle })
  }
  return { products, skuOwners, titleOwners: pick(all.titleOwners ?? new Map(), titlesOf(found, products)) }
}

function pick<Value>(all: Map<string, Value>, keys: Iterable<string>): Map<string, Value> {
  const wanted = new Set(keys)
  return new Map([...all].filter(([key]) => wanted.has(key)))
}

function checkPreview(
  { records, warnings, unknownColumns, unknownColumnsCount }: ImportFile,
  result: Preview,
): void {
  const { adds, updates, unchanged, errors, clears } = result.counts
  if (adds + updates + unchanged + errors !== records.length || clears < 0) {
    throw new Error(`the counts do not add up: ${JSON.stringify(result.counts)} of ${records.length}`)
  }
  const numbers = records.map(({ row }) => row).join()
  if (result.rows.map(({ row }) => row).join() !== numbers)
    throw new Error('the rows are not those of the file')
  for (const kind of ['add', 'update', 'unchanged', 'error'] as const) {
    const counted = { add: adds, update: updates, unchanged, error: errors }[kind]
    if (result.rows.filter((row) => row.kind === kind).length !== counted)
      throw new Error(`not as many rows are ${kind} as counted`)
  }
  result.rows.forEach(checkRow)
  for (const warning of [...warnings, ...result.warnings]) {
    FileWarning.parse(warning)
    if (!Object.hasOwn(problemTexts.fileWarningTexts, warning.code))
      throw new Error(`no file warning: ${warning.code}`)
    checkText(warning.message, 'a file warning')
    checkParameters(warning, fileWarningCases)
  }
  for (const column of unknownColumns) UnknownColumn.parse(column)
  if (unknownColumns.length > unknownColumnsCount)
    throw new Error('more unknown columns are listed than counted')
}

function checkRow(row: DraftRow): void {
  DraftRowSchema.parse(row)
  if ((row.kind === 'error') !== row.errors.length > 0)
    throw new Error('an error row without errors, or the other way')
  if (row.kind === 'unchanged' && row.changes.length > 0) throw new Error('an unchanged row with changes')
  for (const error of row.errors) {
    if (!Object.hasOwn(problemTexts.rowErrorTexts, error.code)) throw new Error(`no row error: ${error.code}`)
    checkText(error.message, error.code)
    checkParameters(error, rowErrorCases)
  }
  for (const warning of row.warnings) {
    if (!Object.hasOwn(problemTexts.rowWarningTexts, warning.code))
      throw new Error(`no row warning: ${warning.code}`)
    checkText(warning.message, warning.code)
    checkParameters(warning, rowWarningCases)
  }
  if (JSON.stringify(row).length > 500_000) throw new Error('a row of the preview is too large')
}

function checkParameters(
  { code, parameters }: { code: string; parameters?: ProblemParameters | undefined },
  cases: Record<string, Record<string, readonly string[]>>,
): void {
  if (!parameters) return
  const { case: found, more: _, ...given } = parameters
  const names = cases[code]?.[String(found)]
  if (names?.toSorted().join() !== Object.keys(given).toSorted().join())
    throw new Error(`${code} has other parameters than its case: ${JSON.stringify(parameters)}`)
  const longest = Math.max(0, ...Object.values(given).map((value) => String(value).length))
  if (longest > 600) throw new Error(`a parameter of ${code} is too long: ${longest}`)
}

function checkText(text: string, what: string): void {
  if (!text.isWellFormed() || !/^[\p{L}\p{N}“_].*[.!”)]$/su.test(text))
    throw new Error(`${what} is no sentence: ${text}`)
  if (text.length > 4_000) throw new Error(`${what} is too long`)
}

/** Rejected rows may fit once the first import has made room; everything else must be unchanged. */
function checkSecondImport(first: Preview, again: Preview): void {
  const rejected = new Set(first.rows.filter(({ kind }) => kind === 'error').map(({ row }) => row))
  const still = again.rows.filter(({ kind }) => kind === 'error').map(({ row }) => row)
  const isSettled = still.length === rejected.size && still.every((row) => rejected.has(row))
  for (const { row, kind } of again.rows) {
    if (kind === 'add' && !rejected.has(row)) throw new Error(`the second import adds row ${row} again`)
    if (isSettled && kind === 'update') throw new Error(`the second import updates row ${row} again`)
  }
  const { products, variants, images } = again.plan
  const written = [products, variants, images].flatMap(({ adds, updates }) => [adds, updates]).flat()
  if (isSettled && written.length > 0)
    throw new Error('the second import writes though no row changes anything')
}

/** Checks INV-12. */
async function checkExport(catalog: MemoryCatalog): Promise<void> {
  const products = toProducts(catalog)
  if (products.length === 0) return
  const file = await readCsvOf(exportOf(products), 'the export').catch(tooManyRows)
  if (!file) return
  const { rows } = previewTable(file.table, sliceOf(catalog, file))
  const changed = rows.find(({ kind }) => kind !== 'unchanged')
  if (changed) throw new Error(`the export is not unchanged: ${JSON.stringify(changed).slice(0, 500)}`)
}

/** The error report of rejected rows must be read like the original file. */
async function checkErrorsCsv({ file, preview: { rows } }: Imported, catalog: MemoryCatalog): Promise<void> {
  const rejected = rows.filter(({ kind }) => kind === 'error')
  if (rejected.length === 0) return
  const parts = await inTime('errors.csv', () => [...errorsCsv(file, rejected)])
  const back = await readCsvOf(Buffer.concat(parts), 'errors.csv')
  if (!back) return
  if (back.dialect !== file.dialect)
    throw new Error(`errors.csv of ${file.dialect} is read as ${back.dialect}`)
  if (back.records.length < rejected.length) {
    throw new Error(`errors.csv has ${back.records.length} rows of ${rejected.length}`)
  }
  checkPreview(back, previewTable(back.table, sliceOf(catalog, back)))
}

async function readCsvOf(content: string | Buffer, what: string): Promise<ImportFile | undefined> {
  const bytes = Buffer.from(content)
  if (bytes.length > 10 * 1024 * 1024) return undefined
  try {
    return await readFile(bytes)
  } catch (cause) {
    if (cause instanceof ServiceError && cause.code === 'too_many_rows') throw cause
    throw new Error(`${what} is not read: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    })
  }
}

/** For dialects with several images or variants in one row. */
function tooManyRows(error: unknown): undefined {
  if (error instanceof ServiceError && error.code === 'too_many_rows') return undefined
  throw error
}
