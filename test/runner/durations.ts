import { existsSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import type { FileResult } from './results.ts'

const root = new URL('../../', import.meta.url)
const file = new URL('durations.json', import.meta.url)

/** Seconds that each test file took when they were recorded, by its path; those below a second are not listed. */
export function readDurations(): Record<string, number> {
  return JSON.parse(readFileSync(file, 'utf8'))
}

/** Rounds to seconds, so that the file changes only if a test file does. */
export async function recordDurations(files: readonly FileResult[]): Promise<void> {
  const known = {
    ...readDurations(),
    ...Object.fromEntries(files.map(({ path, seconds }) => [path, Math.round(seconds)])),
  }
  const listed = Object.entries(known).filter(isListed)
  const longestFirst = listed.toSorted(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
  await writeFile(file, `${JSON.stringify(Object.fromEntries(longestFirst), null, 2)}\n`)
}

function isListed([path, seconds]: [string, number]): boolean {
  return seconds >= 1 && existsSync(new URL(path, root))
}
