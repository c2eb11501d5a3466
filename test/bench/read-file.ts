import { parse } from 'csv-parse/sync'
import { exportFiles } from './exports/export-files.ts'
import { chunksOf, readAndValidate } from './read-and-validate.ts'
import { milliseconds, tell } from './report.ts'
import type { Finding } from './report.ts'
import { medianOf, alternate, timed } from './alternate.ts'

/** A file at the caps in each dialect, read and its cells validated, beside csv-parse alone. */
export async function benchReading({ rounds }: { rounds: number }): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const [dialect, makeFile] of Object.entries(exportFiles)) {
    findings.push(await benchDialect(dialect, makeFile(), rounds))
  }
  return findings
}

async function benchDialect(dialect: string, bytes: Buffer, rounds: number): Promise<Finding> {
  tell(`reading ${dialect}: ${(bytes.length / 1024 / 1024).toFixed(1)} MB`)
  const results = await alternate(rounds, {
    floor: async () => ({ ms: await timed(async () => parse(bytes, { bom: true })) }),
    subject: async () => ({ ms: await timed(() => readAndValidate(chunksOf(bytes), dialect)) }),
  })
  const parseMs = medianOf(results, ({ floor }) => floor.ms)
  const readMs = medianOf(results, ({ subject }) => subject.ms)
  return {
    what: `reading and validating a 10 MB file, ${dialect}, time`,
    floor: 'csv-parse, sync, arrays',
    ratio: medianOf(results, ({ floor, subject }) => subject.ms / floor.ms),
    goal: { most: 2 },
    here: `${milliseconds(readMs)}, csv-parse ${milliseconds(parseMs)}`,
  }
}
