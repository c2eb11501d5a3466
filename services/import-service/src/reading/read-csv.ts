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
import { countUtf8, isMostlyUtf8, withBrokenBytes } from './broken-utf8.ts'
import { detectEncoding, encodingName } from './detect-encoding.ts'
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
 * Reads an uploaded CSV while it arrives; by `now`, a sale in it is on or not. Throws `file_too_large`, `too_many_rows`, `too_many_columns` and
 * `too_many_cells` as soon as a cap is passed (INV-18), `empty_file`, `not_csv`, `undecodable_text`, `duplicate_column`,
 * `unrecognized_columns`, `missing_column`.
 */
export async function readCsv(body: AsyncIterable<Uint8Array>, now = new Date()): Promise<ImportFile> {
  const chunks: Buffer[] = []
  const { start, parsed } = await parseUpload(takeChunks(body, chunks), chunks)
  const bytes = Buffer.concat(chunks)
  if (parsed && (start.encoding !== 'utf-8' || isUtf8(bytes))) return importFile(bytes, start, parsed, now)
  return readAgain(bytes, start, now)
}

/** `parsed` is there if the file may be what its first bytes say. */
async function parseUpload(upload: AsyncGenerator<Buffer>, chunks: Buffer[]) {
  try {
    const head = await takeHead(upload)
    const start = sniff(head)
    if (!start.isUnknown) return { start, parsed: await parseSlices(start, head, upload, chunks) }
    for await (const _ of upload);
    return { start }
  } finally {
    await upload.return(undefined)
  }
}

/** A file that is not UTF-8: but for a few bytes, or at all. */
async function readAgain(bytes: Buffer, start: FileStart, now: Date): Promise<ImportFile> {
  if (bytes.includes(0)) throw explainNotText(new NotText('nul'), start, bytes)
  const counts = countUtf8(bytes.subarray(start.skipBytes))
  if (isMostlyUtf8(counts)) {
    const marked = withBrokenBytes(bytes, counts)
    return importFile(bytes, start, await parseSlices(start, marked, nothing(), [marked]), now)
  }
  const encoding = start.hasBom ? undefined : await detectEncoding(bytes)
  if (!encoding) throw explainNotText(new NotText('undecodable'), start, bytes)
  const guessed: FileStart = { ...start, encoding }
  return importFile(bytes, guessed, await parseSlices(guessed, bytes, nothing(), [bytes]), now)
}

function importFile(bytes: Buffer, start: FileStart, parsed: ParsedRecords, now: Date): ImportFile {
  const { dialect, unknownColumns, unknownColumnsCount, header, records } = parsed
  return {
    bytes,
    encoding: start.encoding,
    delimiter: start.delimiter,
    dialect: dialect.name,
    header,
    records,
    table: { ...dialect.read(header, records, now), delimiter: start.delimiter },
    unknownColumns,
    unknownColumnsCount,
    warnings: [...encodingWarnings(start.encoding), ...parsed.warnings],
  }
}

function encodingWarnings(encoding: Encoding): FileWarning[] {
  if (encoding === 'utf-8' || encoding === 'utf-16le' || encoding === 'utf-16be') return []
  const check = 'Check accented letters and symbols in the preview; saving as “CSV UTF-8” avoids the doubt.'
  return encoding === 'windows-1252'
    ? [{ code: 'windows_1252', message: `${fileWarningTable.windows_1252} ${check}` }]
    : [
        {
          code: 'encoding_guessed',
          message: `The file is not UTF-8 and was read as ${encodingName(encoding)}. ${check}`,
          parameters: { case: 'encoding', encoding: encodingName(encoding) },
        },
      ]
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
