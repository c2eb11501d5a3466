import { problem } from './cell-format.ts'
import type { CellFormat, Reading } from './cell-format.ts'
import { cleanText, plainText } from './invisible.ts'
import { maxUrlLength, normalizeImageUrl } from './image-url.ts'
import { productStatuses } from './product.ts'
import type { ProductStatus } from './product.ts'

/** All control characters except tab, CR and LF. */
// oxlint-disable-next-line no-control-regex
const controlCharacters = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]+/g

/** Removes control characters, as reading a file does (csv-format.md §2). */
export function withoutControlCharacters(cell: string): string {
  return cell.replaceAll(controlCharacters, '')
}

export function text(maxLength: number): CellFormat<string> {
  return { kind: 'text', read: (cell) => readText(cell, maxLength), write: (value) => value }
}

/** Names and values of options, by which variants are found. */
export function nameText(maxLength: number): CellFormat<string> {
  return { ...text(maxLength), kind: 'name' }
}

/** Text whose surrounding white space is significant. */
export function verbatimText(maxLength: number): CellFormat<string> {
  return { ...text(maxLength), kind: 'verbatim' }
}

/** SKUs and barcodes: text that spreadsheets like to take for a number. */
export function codeText(maxLength: number): CellFormat<string> {
  return {
    ...text(maxLength),
    kind: 'code',
    read(cell) {
      if (/^\d(?:[.,]\d+)?e\+\d+$/i.test(cell)) {
        return problem('scientific_notation')
      }
      return readText(cell, maxLength)
    },
  }
}

/** Characters of a handle, at most. */
export const maxHandleLength = 255

export const handleText: CellFormat<string> = {
  kind: 'code',
  read(cell) {
    if (usualHandle.test(cell)) return readText(cell, maxHandleLength)
    const read = readText(normalizeHandle(plainText(cell)), maxHandleLength)
    if (read.problem || handlePattern.test(read.value)) return read
    return problem('invalid_handle')
  },
  write: (value) => value,
}

const usualHandle = /^[a-z\d][a-z\d-]*$/
const handlePattern = /^(?:[\p{L}\p{Nd}]\p{M}*|_)(?:[\p{L}\p{Nd}]\p{M}*|[-_.])*$/u

/**
 * NFC and lower case: two handles are the same product if these are equal. Text that is too long for a handle in any
 * form stays as it is: normalising takes quadratic time in the number of consecutive marks.
 */
export function normalizeHandle(handle: string): string {
  if (isTooLong(handle)) return handle
  if (/^[ -~]*$/.test(handle)) return handle.toLowerCase()
  return handle.normalize('NFC').toLowerCase().normalize('NFC')
}

/** Characters that NFC combines into one, at most: a letter with three marks. */
const mostComposed = 4
/** Runs of marks, without the few marks that NFC can combine with marks behind them as if they were letters. */
const marksInARow = /[\p{Mn}--[\u0C46\u{11131}\u{11132}\u{1611E}\u{16129}]]+/gv

function isTooLong(handle: string): boolean {
  const mostMarks = maxHandleLength + mostComposed - 1
  if (handle.length <= mostMarks) return false
  if (longerThan(handle, mostComposed * maxHandleLength)) return true
  return handle.matchAll(marksInARow).some(([marks]) => longerThan(marks, mostMarks))
}

const maxTags = 250

/** `a, b, c` as a set: sorted by code point, without duplicates. */
export const tagList: CellFormat<string[]> = {
  kind: 'text',
  read(cell) {
    const tags = new Set<string>()
    for (const part of cell.split(',')) {
      const tag = readText(cleanText(part.trim(), 'text'), 255)
      if (tag.problem) return tag
      if (tag.value !== '') tags.add(tag.value)
    }
    if (tags.size > maxTags) {
      return problem('too_many_tags', {
        case: 'tags',
        limit: maxTags,
        count: tags.size,
      })
    }
    return { value: [...tags].sort(compareCodePoints) }
  },
  write: (tags) => tags.join(', '),
}

/** The order of `collate "C"`. */
export function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i)
    const y = b.charCodeAt(i)
    if (x !== y) return isSurrogate(x) === isSurrogate(y) ? x - y : isSurrogate(x) ? 1 : -1
  }
  return a.length - b.length
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff
}

export const statusWord: CellFormat<ProductStatus> = {
  kind: 'code',
  read(cell) {
    const status = productStatuses.find((name) => name === cell.toLowerCase())
    if (status) return { value: status }
    return problem('invalid_status')
  },
  write: (value) => value,
}

/** An URL after a character that separates lists. */
const severalUrls = /[\s,;|](?:https?:)?\/\//i

export const imageUrl: CellFormat<string> = {
  kind: 'address',
  read(cell) {
    if (severalUrls.test(cell)) {
      return problem('several_urls')
    }
    // As a shop's own pages name pictures: by the page's scheme.
    const url = cell.startsWith('//') ? `https:${cell}` : cell
    const read = readText(url, maxUrlLength)
    if (read.problem || normalizeImageUrl(url) === undefined) {
      return problem('invalid_url', { case: 'url', limit: maxUrlLength })
    }
    return read
  },
  write: (value) => value,
}

/** The format with a blank cell read as null. */
export function optional<Value>(format: CellFormat<Value>): CellFormat<Value | null> {
  return {
    kind: format.kind,
    read: (cell, decimalMark) => format.read(cell, decimalMark),
    write: (value) => (value === null ? '' : format.write(value)),
  }
}

function readText(cell: string, maxLength: number): Reading<string> {
  if (longerThan(cell, maxLength)) {
    return problem('too_long', { case: 'characters', limit: maxLength })
  }
  return { value: cell }
}

/** Counts characters (code points), which are at most as many as the UTF-16 units of `length`. */
function longerThan(cell: string, maxLength: number): boolean {
  if (cell.length <= maxLength) return false
  if (cell.length > 2 * maxLength) return true
  let count = 0
  for (const _ of cell) count++
  return count > maxLength
}
