import { isUtf8 } from 'node:buffer'
import { parse } from 'content-disposition'
import { visibleName } from '../visible-text.ts'

/** The name to store and show, from a path of any system; null if nothing is left. */
export function fileNameOf(path: string): string | null {
  const start = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1
  return visibleName(path.slice(start))
}

/** The path in a request's `Content-Disposition`; empty if the header is malformed, because a name is optional. */
export function pathInHeader(header: string): string {
  try {
    const { filename = '' } = parse(header).parameters
    // `filename*` is already decoded.
    return /filename\*/i.test(header) ? filename : decodeUtf8(filename)
  } catch (error) {
    if (error instanceof TypeError) return ''
    throw error
  }
}

/** Node reads headers as latin1. Decodes UTF-8; other bytes stay latin1. */
function decodeUtf8(latin1: string): string {
  const bytes = Buffer.from(latin1, 'latin1')
  return isUtf8(bytes) ? bytes.toString() : latin1
}
