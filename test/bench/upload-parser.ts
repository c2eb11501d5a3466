import { randomUUID } from 'node:crypto'
import { imports } from '@catalog/contracts'
import { connectNats, serve } from '@catalog/messaging'
import { readCsv } from '../../services/import-service/src/reading/read-csv.ts'
import { answerQuestions } from './helper-process.ts'

// Reads uploads as import-service does, and answers as soon as the last row is there: with a draft of nothing.
const log = { info: () => undefined, warn: console.error, error: console.error }
const nats = await connectNats({ url: process.env['CATALOG_NATS_URL'] ?? '', name: 'bench-parser', log })
const service = await serve(nats, { name: 'import-service', version: '0.1.0', description: 'Reads uploads' })
service.receive(imports.createDraft, async ({ storefront_id }, body) => {
  const { dialect, delimiter, encoding, records } = await readCsv(body)
  const now = new Date().toISOString()
  return {
    draft_id: randomUUID(),
    storefront_id,
    dialect,
    delimiter,
    encoding,
    row_count: records.length,
    product_count: 0,
    preview: { adds: 0, updates: 0, unchanged: 0, errors: 0, clears: 0, rows: [], next_cursor: null },
    warnings: [],
    unknown_columns: [],
    unknown_columns_count: 0,
    importable: false,
    created_at: now,
    expires_at: now,
  }
})
await nats.flush()

answerQuestions(() => 'ready')
