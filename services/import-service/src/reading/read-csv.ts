import { isUtf8 } from 'node:buffer'
import { fileWarningTable } from '@catalog/catalog'
import {
  type Delimiter,
  type Dialect as DialectName,
  type Encoding,
  fileTooLarge,
  type FileWarning,
  maxFileBytes,
  type UnknownColumn,
} from '@catalog/contracts'
import type { CanonicalTable, CsvRecord } from '../dialects/dialect.ts'
import { explainNotText } from './explain-not-text.ts'
import { NotText } from './not-text.ts'
import { parseRecords } from './parse-records.ts'
import type { ParsedRecords } from './parse-records.ts'
import { sniff, sniffLength } from './sniff.ts'
import type { FileStart } from './sniff.ts'

/** An uploaded file, read: its records unchanged, and as canonical columns. */
export interface ImportFile {
  /** As uploaded. */
  bytes: Buffer
  encoding: Encoding
  delimiter: Delimiter
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
  warnings: FileWarning[]
}

/** Bytes parsed at a time: that a row has too many cells is noticed before it is whole. */
const sliceBytes = 1024 * 1024

/**
 * Reads an uploaded CSV while it arrives. Throws `file_too_large`, `too_many_rows`, `too_many_columns` and
 * `too_many_cells` as soon as a cap is passed (INV-18), `empty_file`, `not_csv`, `undecodable_text`, `duplicate_column`,
 * `unrecognized_columns`, `missing_column`.
 */
export async function readCsv(body: AsyncIterable<Uint8Array>): Promise<ImportFile> {
  const chunks: Buffer[] = []
  const { start, parsed } = await parseUpload(takeChunks(body, chunks), chunks)
  const bytes = Buffer.concat(chunks)
  if (start.encoding !== 'utf-8' || isUtf8(bytes)) return importFile(bytes, start, parsed)
  if (start.hasBom) throw explainNotText(new NotText('undecodable'), start, bytes)
  const fallback: FileStart = { ...start, encoding: 'windows-1252' }
  return importFile(bytes, fallback, await parseSlices(fallback, bytes, nothing(), [bytes]))
}

async function parseUpload(upload: AsyncGenerator<Buffer>, chunks: Buffer[]) {
  try {
    const head = await takeHead(upload)
    const start = sniff(head)
    return { start, parsed: await parseSlices(start, head, upload, chunks) }
  } finally {
    await upload.return(undefined)
  }
}

function importFile(bytes: Buffer, start: FileStart, parsed: ParsedRecords): ImportFile {
  const { dialect, unknownColumns, unknownColumnsCount, header, records } = parsed
  return {
    bytes,
    encoding: start.encoding,
    delimiter: start.delimiter,
    dialect: dialect.name,
    header,
    records,
    table: dialect.read(header, records),
    unknownColumns,
    unknownColumnsCount,
    warnings:
      start.encoding === 'windows-1252'
        ? [
            {
              code: 'windows_1252',
              message: `${fileWarningTable.windows_1252} Check accented letters and symbols in the preview; saving as “CSV UTF-8” avoids the doubt.`,
            },
          ]
        : [],
  }
}

async function* takeChunks(body: AsyncIterable<Uint8Array>, chunks: Buffer[]): AsyncGenerator<Buffer> {
  let size = 0
  for await (const part of body) {
    const chunk = Buffer.isBuffer(part) ? part : Buffer.from(part.buffer, part.byteOffset, part.byteLength)
    size += chunk.length
    if (size > maxFileBytes) throw fileTooLarge()
    chunks.push(chunk)
    yield chunk
  }
}

/** Enough bytes to tell encoding and delimiter, or the whole file. */
async function takeHead(upload: AsyncGenerator<Buffer>): Promise<Buffer> {
  const head: Buffer[] = []
  let length = 0
  while (length < sniffLength) {
    const next = await upload.next()
    if (next.done) break
    head.push(next.value)
    length += next.value.length
  }
  return Buffer.concat(head)
}

async function parseSlices(
  start: FileStart,
  head: Buffer,
  rest: AsyncIterable<Buffer>,
  /** All that was read so far. */
  read: Buffer[],
): Promise<ParsedRecords> {
  const parser = parseRecords(start)
  const parse = (chunk: Buffer) => {
    for (let at = 0; at < chunk.length; at += sliceBytes) parser.write(chunk.subarray(at, at + sliceBytes))
  }
  try {
    parse(head.subarray(start.skipBytes))
    for await (const chunk of rest) parse(chunk)
    return parser.end()
  } catch (error) {
    throw error instanceof NotText ? explainNotText(error, start, Buffer.concat(read)) : error
  }
}

async function* nothing(): AsyncGenerator<Buffer> {}
