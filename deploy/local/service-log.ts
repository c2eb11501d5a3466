import { createWriteStream, statSync, renameSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parseLine } from './log-line.ts'

const maxBytes = 20 * 1024 * 1024
/** A warning that is repeated within this time is written only to the file. */
const quietMs = 10_000

/** Writes a service's lines to `<folder>/<name>.log` and repeats warnings and errors, shortly, to the terminal. */
export async function openServiceLog(
  folder: string,
  name: string,
  warn: (sentence: string) => void,
): Promise<(line: string) => void> {
  await mkdir(folder, { recursive: true })
  const file = join(folder, `${name}.log`)
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > maxBytes) renameSync(file, `${file}.old`)
  const stream = createWriteStream(file, { flags: 'a', mode: 0o600 })
  const reportedAt = new Map<string, number>()
  return (line) => {
    stream.write(`${line}\n`)
    const warning = warningOf(line)
    if (warning === null) return
    const now = Date.now()
    if (now - (reportedAt.get(warning) ?? 0) < quietMs) return
    reportedAt.set(warning, now)
    warn(`${name}: ${warning}`)
  }
}

function warningOf(line: string): string | null {
  const fields = parseLine(line)
  // Node itself prints output that is not a log line.
  if (fields === null) return line.trim() === '' ? null : shorten(line)
  if (fields.severity !== 'WARNING' && fields.severity !== 'ERROR' && fields.severity !== 'CRITICAL')
    return null
  return shorten(String(fields.message ?? fields.event))
}

function shorten(text: string): string {
  return text.length > 160 ? `${text.slice(0, 159)}…` : text
}
