import { createWriteStream, statSync, renameSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parseLine } from './services.ts'

const maxBytes = 20 * 1024 * 1024
/** The same complaint again within this time stays in the file. */
const quietMs = 10_000

/** Writes a service's lines to `<folder>/<name>.log` and repeats warnings and errors, shortly, to the terminal. */
export async function openServiceLog(
  folder: string,
  name: string,
  complain: (sentence: string) => void,
): Promise<(line: string) => void> {
  await mkdir(folder, { recursive: true })
  const file = join(folder, `${name}.log`)
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > maxBytes) renameSync(file, `${file}.old`)
  const stream = createWriteStream(file, { flags: 'a', mode: 0o600 })
  const said = new Map<string, number>()
  return (line) => {
    stream.write(`${line}\n`)
    const complaint = complaintOf(line)
    if (complaint === null) return
    const now = Date.now()
    if (now - (said.get(complaint) ?? 0) < quietMs) return
    said.set(complaint, now)
    complain(`${name}: ${complaint}`)
  }
}

function complaintOf(line: string): string | null {
  const fields = parseLine(line)
  // What is no log line is Node's own cry.
  if (fields === null) return line.trim() === '' ? null : cut(line)
  if (fields.severity !== 'WARNING' && fields.severity !== 'ERROR' && fields.severity !== 'CRITICAL')
    return null
  return cut(String(fields.message ?? fields.event))
}

function cut(text: string): string {
  return text.length > 160 ? `${text.slice(0, 159)}…` : text
}
