import type { PoolClient } from 'pg'
import type { z } from 'zod'
import { allColumns, chooseColumns, writeCsv } from '@catalog/catalog'
import type { ChosenColumns } from '@catalog/catalog'
import { ServiceError } from '@catalog/contracts'
import type { catalogExports, StatusFilter } from '@catalog/contracts'
import { spending } from '@catalog/runtime'
import { catalogExported, tracer, withSpan } from '@catalog/telemetry'
import { writeParts } from './catalog-parts.ts'
import { describeCatalog, openSnapshot, readProducts } from './catalog.sql.ts'
import type { CatalogDescription, Selection } from './catalog.sql.ts'
import { csvRows } from './csv-rows.ts'
import { rejectWhereUnavailable, requireHere } from './database.ts'
import type { Database } from './database.ts'
import type { ExportMetrics, ExportOutcome } from './metrics.ts'
import { requireReached } from './product-filters.sql.ts'
import { ReaderTooSlow } from './read-ahead.ts'
import type { ReadAhead } from './read-ahead.ts'
import { chunkWriter } from './row-chunks.ts'
import { sheetRows, workbookParts } from './workbook.ts'
import { reasonAgainstWorkbook } from './workbook-limits.sql.ts'
import { zipped } from './zip.ts'

export interface ExportContext {
  database: Database
  metrics: ExportMetrics
  readAhead: ReadAhead
}

export interface CatalogExport {
  head: z.output<typeof catalogExports.exportCatalog.head>
  /**
   * The file's bytes. The database connection is freed once all rows were read from it, however slow the reader is;
   * `return()` frees it at once.
   */
  body: AsyncIterableIterator<Uint8Array>
  /** To be called once the reader has received the last byte: writes TEL-3. */
  completed: () => void
}

/**
 * The storefront's catalog as a canonical CSV (csv-format.md §8), as an archive of several or as a workbook, from a single
 * snapshot. Waits for a connection until the signal is aborted, and returns once the number of products is known. The body throws
 * later errors.
 * @throws ServiceError empty_catalog if nothing matches, catalog_restarted if the catalog has not reached `changed_after`,
 * too_large_for_workbook, rate_limited, unavailable
 */
export async function exportCatalog(
  { database, metrics, readAhead }: ExportContext,
  {
    storefront_id: storefrontId,
    status,
    format,
    columns: names,
    ...filters
  }: z.output<typeof catalogExports.exportCatalog.input>,
  signal?: AbortSignal,
): Promise<CatalogExport> {
  const startedAt = performance.now()
  const columns = names === null ? allColumns : chooseColumns(names)
  if (columns === undefined) throw new ServiceError('invalid_request', 'Name a column besides handle.')
  const selection = { storefrontId, status, filters }
  const { client, release } = await database.connect(storefrontId, signal)
  metrics.inFlight.inc()
  metrics.connections.inc()
  const span = tracer('export-service').startSpan('export catalog')

  const finish = once((outcome) => {
    span.setAttribute('catalog.export.outcome', outcome).end()
    metrics.inFlight.dec()
    metrics.durationSeconds.observe({ outcome }, (performance.now() - startedAt) / 1_000)
  })
  const free = once(async (outcome) => {
    client.off('error', breakOff)
    metrics.connections.dec()
    // In the middle of a query, the connection is closed: its rows are not needed, and the snapshot ends with it.
    const isIdle = outcome !== 'failed' && outcome !== 'cut'
    release(
      !isIdle ||
        (await client.query('commit').then(
          () => false,
          () => true,
        )),
    )
  })
  const end = async (outcome: ExportOutcome) => {
    finish(outcome)
    await free(outcome)
  }
  // The next batch may not be requested for a long time, or ever.
  const breakOff = () => void end('failed')
  client.once('error', breakOff)

  const failAtStart = async (error: unknown) => {
    await end('failed')
    return rejectWhereUnavailable(error)
  }

  const description = await describeSnapshot(client, selection).catch(failAtStart)
  const { productCount, catalogVersion, isElsewhere } = description
  try {
    requireHere(isElsewhere)
    requireReached(filters.changed_after ?? 0, catalogVersion)
  } catch (error) {
    await end('refused')
    throw error
  }
  const isWithoutCells = columns.names.length === 1 && description.metadataKeys.length === 0
  if (productCount === 0 || isWithoutCells) {
    await end('empty')
    const sentence = productCount === 0 ? emptySentence(selection, description) : noCustomFields
    throw new ServiceError('empty_catalog', sentence)
  }

  const reason =
    format === 'xlsx' &&
    (await reasonAgainstWorkbook(client, selection, columns, description.metadataKeys).catch(failAtStart))
  if (reason) {
    await end('refused')
    throw reason
  }
  const file = { selection, columns, description }
  const fromDatabase = finishing(writers[format](client, file, metrics), (outcome) =>
    outcome === 'failed' ? end(outcome) : free(outcome),
  )
  return {
    head: { product_count: productCount, catalog_version: catalogVersion, format },
    body: finishing(readAhead(storefrontId, fromDatabase), finish),
    completed: () =>
      catalogExported({
        storefront_id: storefrontId,
        status_filter: status,
        product_count: productCount,
        duration_ms: Math.round(performance.now() - startedAt),
      }),
  }
}

function emptySentence({ status }: Selection, { isPart }: CatalogDescription): string {
  return isPart ? 'No product of the catalog matches, so there is nothing to export.' : emptySentences[status]
}

const noCustomFields = 'No product that would be exported has a custom field, so there is nothing to export.'

const emptySentences: Record<StatusFilter, string> = {
  all: 'The catalog has no products yet, so there is nothing to export.',
  active: 'No product of the catalog is active, so there is nothing to export.',
  draft: 'No product of the catalog is a draft, so there is nothing to export.',
  archived: 'No product of the catalog is archived, so there is nothing to export.',
}

function describeSnapshot(client: PoolClient, selection: Selection): Promise<CatalogDescription> {
  return withSpan('describe catalog', {}, async () => {
    await openSnapshot(client)
    return await spending('sql', () => describeCatalog(client, selection))
  })
}

const writers = { csv: writeCatalog, zip: writeArchive, xlsx: writeWorkbook }

interface ExportFile {
  selection: Selection
  columns: ChosenColumns
  description: CatalogDescription
}

async function* writeCatalog(
  client: PoolClient,
  { selection, columns, description }: ExportFile,
  metrics: ExportMetrics,
): AsyncGenerator<Uint8Array> {
  const { metadataKeys } = description
  const names = columns.header(metadataKeys)
  const toChunks = chunkWriter(metadataKeys, columns, csvRows(names.length - columns.names.length))
  let header = writeCsv([names])
  for await (const parts of readProducts(client, selection, description)) {
    for (const chunk of toChunks(parts)) {
      yield counted(header + chunk, metrics)
      header = ''
    }
  }
}

function counted(text: string, metrics: ExportMetrics): Buffer {
  const bytes = Buffer.from(text)
  metrics.bytes.inc(bytes.length)
  return bytes
}

/** The same rows in a workbook. */
function writeWorkbook(
  client: PoolClient,
  { selection, columns, description }: ExportFile,
  metrics: ExportMetrics,
): AsyncGenerator<Uint8Array> {
  const names = columns.header(description.metadataKeys)
  const toChunks = chunkWriter(description.metadataKeys, columns, sheetRows(names.length))
  const rows = async function* () {
    for await (const parts of readProducts(client, selection, description)) yield* toChunks(parts)
  }
  const files = async function* () {
    for await (const file of workbookParts(names, rows())) {
      metrics.bytes.inc(file.bytes.length)
      yield file
    }
  }
  return zipped(files())
}

/** The same rows in an archive of files that can each be imported. */
function writeArchive(
  client: PoolClient,
  { selection, columns, description }: ExportFile,
  metrics: ExportMetrics,
): AsyncGenerator<Uint8Array> {
  const read = () => readProducts(client, selection, description)
  const files = async function* () {
    for await (const { part, text } of writeParts(read, description.metadataKeys, columns)) {
      const name = `catalog-${selection.status}-${String(part).padStart(3, '0')}.csv`
      yield { name, bytes: counted(text, metrics) }
    }
  }
  return zipped(files())
}

/**
 * The same chunks; calls `finish` with the outcome before the end is passed on. A generator alone would not do: the
 * `finally` of one that never started never runs.
 */
function finishing(
  chunks: AsyncIterableIterator<Uint8Array>,
  finish: (outcome: ExportOutcome) => Promise<void> | void,
): AsyncIterableIterator<Uint8Array> {
  return {
    [Symbol.asyncIterator]() {
      return this
    },
    async next() {
      try {
        const result = await chunks.next()
        if (result.done === true) await finish('completed')
        return result
      } catch (error) {
        await finish(error instanceof ReaderTooSlow ? 'cut' : 'failed')
        throw error
      }
    },
    async return() {
      await finish('cut')
      await chunks.return?.()
      return { done: true, value: undefined }
    },
  }
}

/** Runs only for the first outcome. */
function once<Result>(
  work: (outcome: ExportOutcome) => Result,
): (outcome: ExportOutcome) => Result | undefined {
  let isDone = false
  return (outcome) => {
    if (isDone) return undefined
    isDone = true
    return work(outcome)
  }
}
