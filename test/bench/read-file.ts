import { parse } from 'csv-parse/sync'
import { parseRows } from '../../services/import-service/src/preview/parse-rows.ts'
import { readCsv } from '../../services/import-service/src/read-csv.ts'
import { canonicalFile, makeProducts } from './make-products.ts'
import { milliseconds, tell } from './report.ts'
import type { Finding } from './report.ts'
import { medianOf, takeTurns, timed } from './take-turns.ts'

/** A file at the cap, 5,000 rows and nearly 10 MB, read and its cells validated, beside csv-parse alone. */
export async function benchReading({ rounds }: { rounds: number }): Promise<Finding[]> {
  const bytes = canonicalFile(makeProducts({ from: 1, count: 1_000, descriptionLength: 8_800 }))
  tell(`reading: ${(bytes.length / 1024 / 1024).toFixed(1)} MB`)
  const results = await takeTurns(rounds, {
    floor: async () => ({ ms: await timed(async () => parse(bytes, { bom: true })) }),
    subject: async () => ({
      ms: await timed(async () => {
        const { table } = await readCsv(chunksOf(bytes))
        const { rows } = parseRows(table)
        if (rows.length !== 5_000 || rows.some(({ errors }) => errors.length > 0))
          throw new Error('rows are wrong')
      }),
    }),
  })
  const parseMs = medianOf(results, ({ floor }) => floor.ms)
  const readMs = medianOf(results, ({ subject }) => subject.ms)
  return [
    {
      what: 'reading and validating a 10 MB file, time',
      floor: 'csv-parse, sync, arrays',
      ratio: medianOf(results, ({ floor, subject }) => subject.ms / floor.ms),
      goal: { most: 2 },
      here: `${milliseconds(readMs)}, csv-parse ${milliseconds(parseMs)}`,
    },
  ]
}

async function* chunksOf(bytes: Buffer): AsyncGenerator<Buffer> {
  const size = 256 * 1024
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
