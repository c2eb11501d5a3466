import { randomBytes } from 'node:crypto'
import { parse } from 'csv-parse/sync'
import { startWatchdog } from '../../deploy/local/processes.ts'
import { createApi } from '../support/api.ts'
import { startNats } from '../support/nats.ts'
import { startServiceProcess } from '../support/service-process.ts'
import { largeCanonicalFile } from './export-files.ts'
import { asImportService, startHelper } from './helper-process.ts'
import { milliseconds, tell } from './report.ts'
import type { Finding } from './report.ts'
import { medianOf, alternate, timed } from './alternate.ts'

/** Sends a file at the limits through the gateway to a process that only reads it; the floor is csv-parse alone. */
export async function benchParsing({ rounds }: { rounds: number }): Promise<Finding[]> {
  const file = largeCanonicalFile()
  tell(`upload to last row parsed: ${(file.length / 1024 / 1024).toFixed(1)} MB`)
  const watchdog = startWatchdog()
  await using undo = new AsyncDisposableStack()
  undo.defer(() => watchdog.release())
  const nats = undo.use(await startNats())
  const env = { CATALOG_NATS_URL: nats.url }
  // Replaces import-service, which answers an upload only once its draft is stored.
  undo.use(await startHelper(import.meta.resolve('./upload-parser.ts'), { ...env, ...asImportService }))
  const secret = randomBytes(32).toString('hex')
  const gateway = await startServiceProcess('gateway', {
    watchdog,
    env: {
      ...env,
      CATALOG_PORT: '0',
      CATALOG_HEALTH_PORT: '0',
      CATALOG_AUTH_SECRET: secret,
      NODE_OPTIONS: '',
    },
  })
  undo.defer(() => gateway.stop())
  const api = createApi({ baseUrl: () => `http://127.0.0.1:${gateway.port}`, secret })

  const results = await alternate(rounds, {
    floor: async () => ({ ms: await timed(async () => parse(file, { bom: true })) }),
    subject: async () => ({
      ms: await timed(async () => {
        const { row_count: rows } = await api.upload(file)
        if (rows !== 5_000) throw new Error(`${rows} rows were read`)
      }),
    }),
  })
  const parseMs = medianOf(results, ({ floor }) => floor.ms)
  const uploadMs = medianOf(results, ({ subject }) => subject.ms)
  return [
    {
      what: 'upload of a 10 MB file through the gateway until its last row is parsed, time',
      floor: 'csv-parse, sync, arrays',
      ratio: medianOf(results, ({ floor, subject }) => subject.ms / floor.ms),
      goal: { most: 1.6 },
      here: `${milliseconds(uploadMs)}, csv-parse ${milliseconds(parseMs)}`,
    },
  ]
}
