import { parse } from 'csv-parse/sync'
import { workbookOf } from '@catalog/reading/testing'
import { exportFiles, largeCanonicalFile } from './export-files.ts'
import { readAndValidate } from './read-and-validate.ts'
import { tell } from './report.ts'
import type { Finding } from './report.ts'
import { alternate, compareTimes, timed } from './alternate.ts'

/**
 * Reads and validates a file at the limits in each dialect; the floor is csv-parse alone. Also a workbook, compared
 * with the CSV of the same cells.
 */
export async function benchReading({ rounds }: { rounds: number }): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const [dialect, makeFile] of exportFiles) {
    findings.push(await benchDialect(dialect, await makeFile(), rounds))
  }
  findings.push(await benchWorkbook(rounds))
  return findings
}

async function benchDialect(dialect: string, bytes: Buffer, rounds: number): Promise<Finding> {
  tell(`reading ${dialect}: ${(bytes.length / 1024 / 1024).toFixed(1)} MB`)
  const results = await alternate(rounds, {
    floor: async () => ({ ms: await timed(async () => parse(bytes, { bom: true })) }),
    subject: async () => ({ ms: await timed(() => readAndValidate(bytes, dialect)) }),
  })
  return {
    what: `reading and validating a 10 MB file, ${dialect}, time`,
    floor: 'csv-parse, sync, arrays',
    goal: { most: 2 },
    ...compareTimes(results, 'csv-parse'),
  }
}

async function benchWorkbook(rounds: number): Promise<Finding> {
  const csv = largeCanonicalFile()
  const workbook = await workbookOf(parse(csv, { bom: true }))
  tell(`reading a workbook: ${(workbook.length / 1024 / 1024).toFixed(1)} MB`)
  const results = await alternate(rounds, {
    floor: async () => ({ ms: await timed(() => readAndValidate(csv, 'canonical')) }),
    subject: async () => ({ ms: await timed(() => readAndValidate(workbook, 'canonical')) }),
  })
  return {
    what: 'reading and validating a workbook of 5,000 rows, time',
    floor: 'the same cells as a CSV of 10 MB, read and validated',
    goal: { most: 2 },
    ...compareTimes(results, 'CSV'),
  }
}
