import { parse } from 'csv-parse/sync'
import { startSystem } from '../support/system.ts'
import { largeCanonicalFile } from './export-files.ts'
import { asImportService, startHelper } from './helper-process.ts'
import { tell } from './report.ts'
import type { Finding } from './report.ts'
import { alternate, compareTimes, timed } from './alternate.ts'

/** Sends a file at the limits through the gateway to a process that only reads it; the floor is csv-parse alone. */
export async function benchParsing({ rounds }: { rounds: number }): Promise<Finding[]> {
  const file = largeCanonicalFile()
  tell(`upload to last row parsed: ${(file.length / 1024 / 1024).toFixed(1)} MB`)
  await using system = await startSystem()
  // A process replaces import-service, which answers an upload only once its draft is stored.
  for (const name of ['image-service', 'import-service'] as const) await system.kill(name)
  await using _ = await startHelper(import.meta.resolve('./upload-parser.ts'), {
    CATALOG_NATS_URL: system.nats.url,
    ...asImportService,
  })

  const results = await alternate(rounds, {
    floor: async () => ({ ms: await timed(async () => parse(file, { bom: true })) }),
    subject: async () => ({
      ms: await timed(async () => {
        const { row_count: rows } = await system.upload(file)
        if (rows !== 5_000) throw new Error(`${rows} rows were read`)
      }),
    }),
  })
  return [
    {
      what: 'upload of a 10 MB file through the gateway until its last row is parsed, time',
      floor: 'csv-parse, sync, arrays',
      goal: { most: 1.6 },
      ...compareTimes(results, 'csv-parse'),
    },
  ]
}
