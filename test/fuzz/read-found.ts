import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { FuzzCase } from './make-case.ts'

/** `NAME.csv` or `NAME.csv.gz` with, where there is one, `NAME.before.csv` beside it. */
export function readFound(path: string): FuzzCase {
  const before = path.replace(/\.csv(?:\.gz)?$/, '.before.csv')
  return { before: existsSync(before) ? readFileSync(before) : undefined, file: read(path) }
}

function read(path: string): Buffer {
  const bytes = readFileSync(path)
  return path.endsWith('.gz') ? gunzipSync(bytes) : bytes
}
