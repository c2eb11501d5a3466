import { isUtf8 } from 'node:buffer'
import { parse } from 'content-disposition'
import { visibleName } from '../visible-text.ts'

/** A file's name as it is stored and shown, of its path on any system; null where nothing is left. */
export function fileNameOf(path: string): string | null {
  const start = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1
  return visibleName(path.slice(start))
}

/** The path that a request's `Content-Disposition` names. None where it is malformed: a name is never required. */
export function pathInHeader(header: string): string {
  try {
    const { filename = '' } = parse(header).parameters
    // `filename*` is decoded already.
    return /filename\*/i.test(header) ? filename : decodeUtf8(filename)
  } catch (error) {
    if (error instanceof TypeError) return ''
    throw error
  }
}

/** Node reads headers as latin1. What is no UTF-8 stays so. */
function decodeUtf8(latin1: string): string {
  const bytes = Buffer.from(latin1, 'latin1')
  return isUtf8(bytes) ? bytes.toString() : latin1
}
