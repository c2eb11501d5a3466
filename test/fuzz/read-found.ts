import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { FuzzCase } from './make-case.ts'

/**
 * Reads `NAME.csv`, `NAME.csv.gz` or `NAME.xlsx` and, if they exist, `NAME.before.csv` and `NAME.like.csv` next to it.
 */
export function readFound(path: string): FuzzCase {
  const name = path.replace(/\.(?:csv(?:\.gz)?|xlsx)$/, '')
  const like = readBeside(`${name}.like.csv`)
  return { before: readBeside(`${name}.before.csv`), file: read(path), ...(like && { like }) }
}

function readBeside(path: string): Buffer | undefined {
  return existsSync(path) ? readFileSync(path) : undefined
}

function read(path: string): Buffer {
  const bytes = readFileSync(path)
  return path.endsWith('.gz') ? gunzipSync(bytes) : bytes
}
