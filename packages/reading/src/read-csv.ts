import { isUtf8 } from 'node:buffer'
import { fileWarning } from '@catalog/catalog'
import { fileTooLarge, maxFileBytes } from '@catalog/contracts'
import type { CellEdit, FileWarning, TextEncoding } from '@catalog/contracts'
import type { ColumnChoice } from '@catalog/dialects'
import { countUtf8, isMostlyUtf8, withBrokenBytes } from './broken-utf8.ts'
import { detectEncoding, encodingName } from './detect-encoding.ts'
import { explainNotText } from './explain-not-text.ts'
import { toImportFile } from './import-file.ts'
import type { ImportFile } from './import-file.ts'
import { NotText } from './not-text.ts'
import { parseRecords } from './parse-records.ts'
import { sniff, sniffLength } from './sniff.ts'
import type { FileStart } from './sniff.ts'

/**
 * Reads an uploaded CSV. `now` decides whether a sale in it is active; `choice` is the caller's mapping.
 * @throws ServiceError `file_too_large`, `too_many_rows`, `too_many_columns` and `too_many_cells` (INV-18),
 * `empty_file`, `not_csv`, `undecodable_text`, `uneven_rows`, `duplicate_column`, `unrecognized_columns`, `missing_column`,
 * `invalid_mapping`, and `invalid_request` for an edit of a row or column that the file does not have
 */
export async function readCsv(
  bytes: Buffer,
  now = new Date(),
  choice?: ColumnChoice,
  edits?: readonly CellEdit[],
): Promise<ImportFile> {
  if (bytes.length > maxFileBytes) throw fileTooLarge()
  const sniffed = sniff(bytes.subarray(0, sniffLength))
  try {
    const { start, text } = await decodable(bytes, sniffed)
    const parsed = parseRecords(text, start, { choice, edits })
    const warnings = [...encodingWarnings(start.encoding), ...parsed.warnings]
    return toImportFile(bytes, start, { ...parsed, warnings }, now)
  } catch (error) {
    throw error instanceof NotText ? explainNotText(error, sniffed, bytes) : error
  }
}

/**
 * The text with its encoding; the few broken bytes of an UTF-8 file are marked in it.
 * @throws NotText
 */
async function decodable(bytes: Buffer, start: FileStart): Promise<{ start: FileStart; text: Buffer }> {
  if (start.encoding !== 'utf-8') return { start, text: bytes }
  if (bytes.includes(0)) throw new NotText('nul')
  if (isUtf8(bytes)) return { start, text: bytes }
  const counts = countUtf8(bytes.subarray(start.skipBytes))
  if (isMostlyUtf8(counts)) return { start, text: withBrokenBytes(bytes, counts) }
  const encoding = start.hasBom ? undefined : await detectEncoding(bytes)
  if (!encoding) throw new NotText('undecodable')
  return { start: { ...start, encoding }, text: bytes }
}

function encodingWarnings(encoding: TextEncoding): FileWarning[] {
  if (encoding === 'utf-8' || encoding === 'utf-16le' || encoding === 'utf-16be') return []
  if (encoding === 'windows-1252') return [fileWarning('windows_1252')]
  return [fileWarning('encoding_guessed', { case: 'encoding', encoding: encodingName(encoding) })]
}
