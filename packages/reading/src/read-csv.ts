import { isUtf8 } from 'node:buffer'
import { fileWarningTable } from '@catalog/catalog'
import { fileTooLarge, type FileWarning, maxFileBytes, type TextEncoding } from '@catalog/contracts'
import type { ColumnChoice } from '@catalog/dialects'
import { countUtf8, isMostlyUtf8, withBrokenBytes } from './broken-utf8.ts'
import { detectEncoding, encodingName } from './detect-encoding.ts'
import { explainNotText } from './explain-not-text.ts'
import { type ImportFile, toImportFile } from './import-file.ts'
import { NotText } from './not-text.ts'
import { parseRecords, type RecordParser } from './parse-records.ts'
import type { ParsedRecords } from './record-table.ts'
import { sniff, sniffLength } from './sniff.ts'
import type { FileStart } from './sniff.ts'
import { joined } from './whole-rows.ts'

/** Bytes parsed at a time, so that too many cells in a row are noticed before the row is complete. */
const sliceBytes = 1024 * 1024

/**
 * Reads an uploaded CSV as it arrives. `now` decides whether a sale in it is active; `choice` is the caller's mapping.
 * @throws ServiceError `file_too_large`, `too_many_rows`, `too_many_columns` and `too_many_cells` as soon as a limit is
 * exceeded (INV-18), `empty_file`, `not_csv`, `undecodable_text`, `duplicate_column`, `unrecognized_columns`,
 * `missing_column`, `invalid_mapping`
 */
export async function readCsv(
  body: AsyncIterable<Uint8Array>,
  now = new Date(),
  choice?: ColumnChoice,
): Promise<ImportFile> {
  const chunks: Buffer[] = []
  const { start, parsed } = await parseUpload(takeChunks(body, chunks), chunks, choice)
  const bytes = joined(chunks)
  if (parsed && (start.encoding !== 'utf-8' || isUtf8(bytes))) return importFile(bytes, start, parsed, now)
  return readAgain(bytes, start, now, choice)
}

/** `parsed` is set if the file may be what its first bytes indicate. */
async function parseUpload(
  upload: AsyncGenerator<Buffer>,
  chunks: Buffer[],
  choice: ColumnChoice | undefined,
) {
  try {
    const head = await takeHead(upload)
    const start = sniff(head)
    if (!start.isUnknown)
      return { start, parsed: await parseSlices(parseRecords(start, choice), start, head, upload, chunks) }
    for await (const _ of upload);
    return { start }
  } finally {
    await upload.return(undefined)
  }
}

/** Reads a file again that is not UTF-8, or has a few broken bytes. */
async function readAgain(
  bytes: Buffer,
  start: FileStart,
  now: Date,
  choice: ColumnChoice | undefined,
): Promise<ImportFile> {
  if (bytes.includes(0)) throw explainNotText(new NotText('nul'), start, bytes)
  const counts = countUtf8(bytes.subarray(start.skipBytes))
  if (isMostlyUtf8(counts)) {
    const marked = withBrokenBytes(bytes, counts)
    const parser = parseRecords(start, choice)
    return importFile(bytes, start, await parseSlices(parser, start, marked, nothing(), [marked]), now)
  }
  const encoding = start.hasBom ? undefined : await detectEncoding(bytes)
  if (!encoding) throw explainNotText(new NotText('undecodable'), start, bytes)
  const guessed: FileStart = { ...start, encoding }
  const parser = parseRecords(guessed, choice)
  return importFile(bytes, guessed, await parseSlices(parser, guessed, bytes, nothing(), [bytes]), now)
}

function importFile(bytes: Buffer, start: FileStart, parsed: ParsedRecords, now: Date): ImportFile {
  return toImportFile(
    bytes,
    start,
    { ...parsed, warnings: [...encodingWarnings(start.encoding), ...parsed.warnings] },
    now,
  )
}

function encodingWarnings(encoding: TextEncoding): FileWarning[] {
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

/** Enough bytes to recognise encoding and delimiter, or the whole file. */
async function takeHead(upload: AsyncGenerator<Buffer>): Promise<Buffer> {
  const head: Buffer[] = []
  let length = 0
  while (length < sniffLength) {
    const next = await upload.next()
    if (next.done) break
    head.push(next.value)
    length += next.value.length
  }
  return joined(head)
}

async function parseSlices(
  parser: RecordParser,
  start: FileStart,
  head: Buffer,
  rest: AsyncIterable<Buffer>,
  /** Everything that was read so far. */
  read: Buffer[],
): Promise<ParsedRecords> {
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
