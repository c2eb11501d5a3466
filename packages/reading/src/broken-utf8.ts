import { isUtf8 } from 'node:buffer'

/** Replaces each broken byte while a file is read: a code point that no text contains. */
export const brokenByte = '\uFDD0'

/** Numbers of characters of several bytes, and of bytes that belong to no character. */
export interface Utf8Counts {
  valid: number
  broken: number
}

export function countUtf8(bytes: Buffer): Utf8Counts {
  const counts = { valid: 0, broken: 0 }
  for (let at = 0; at < bytes.length; at++) {
    const length = characterLength(bytes, at)
    if (length > 1) counts.valid++
    if (length === 0) counts.broken++
    else at += length - 1
  }
  return counts
}

/**
 * Whether a text is UTF-8 with few broken bytes: at least as many characters of several bytes are intact. In other
 * encodings, few byte sequences form such a character by accident.
 */
export function isMostlyUtf8({ valid, broken }: Utf8Counts): boolean {
  return valid > 0 && valid >= broken
}

/** The text as UTF-8, with `brokenByte` for each byte that is not part of a character. */
export function withBrokenBytes(bytes: Buffer, { broken }: Utf8Counts): Buffer {
  const mark = Buffer.from(brokenByte)
  const marked = Buffer.allocUnsafe(bytes.length + broken * (mark.length - 1))
  let to = 0
  let from = 0
  for (const at of brokenBytes(bytes)) {
    to += bytes.copy(marked, to, from, at)
    to += mark.copy(marked, to)
    from = at + 1
  }
  bytes.copy(marked, to, from)
  return marked
}

/** Positions of bytes that belong to no character. */
export function* brokenBytes(bytes: Buffer): Generator<number> {
  for (let at = 0; at < bytes.length; at++) {
    const length = characterLength(bytes, at)
    if (length === 0) yield at
    else at += length - 1
  }
}

/** Bytes of the character there; 0 if there is none. */
function characterLength(bytes: Buffer, at: number): number {
  const byte = bytes[at] ?? 0
  if (byte < 0x80) return 1
  if (byte < 0xc2 || byte > 0xf4) return 0
  const length = byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4
  return at + length <= bytes.length && isUtf8(bytes.subarray(at, at + length)) ? length : 0
}
