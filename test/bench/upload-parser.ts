import { buffer } from 'node:stream/consumers'
import { imports } from '@catalog/contracts'
import { connectNats, serve } from '@catalog/messaging'
import { readFile } from '@catalog/reading'
import { draft } from '../../services/gateway/src/testing/samples.ts'
import { answerQuestions } from './helper-process.ts'

// Reads uploads as import-service does, and answers with a sample as soon as the last row is read.
const log = { info: () => undefined, warn: console.error, error: console.error }
const nats = await connectNats({ url: process.env['CATALOG_NATS_URL'] ?? '', name: 'bench-parser', log })
const service = await serve(nats, { name: 'import-service', version: '0.1.0', description: 'Reads uploads' })
service.receive(imports.createDraft, async ({ storefront_id }, body) => {
  const { dialect, delimiter, encoding, records } = await readFile(await buffer(body))
  return { ...draft, storefront_id, dialect, delimiter, encoding, row_count: records.length }
})
await nats.flush()

answerQuestions(() => 'ready')
