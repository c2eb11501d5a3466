import { parse } from 'csv-parse/sync'
import type { Client } from 'pg'
import { serviceNames } from '../../deploy/local/services.ts'
import type { System } from '../support/system.ts'
import { copyIn, copyOut } from './copy-rows.ts'
import { createLinesTable, linesOf, readRows } from './draft-lines.ts'
import { canonicalFile, makeProducts } from './make-products.ts'
import { forgetPeakMemory, peakMemory } from './peak-memory.ts'
import { mebibytes, tell } from './report.ts'
import type { Finding } from './report.ts'
import { alternate, compareTimes, timed } from './alternate.ts'

export interface ImportBench {
  rounds: number
  storefront: string
}

/**
 * Upload until the preview is answered: half of the products exist already and change. The floor is the minimum work:
 * parsing the bytes, reading the stored products, writing the draft's rows.
 */
export async function benchUpload(
  system: System,
  client: Client,
  { rounds, storefront }: ImportBench,
): Promise<Finding[]> {
  const products = [
    ...makeProducts({ from: 1, count: 500, edition: 1 }),
    ...makeProducts({ from: 900_001, count: 500 }),
  ]
  const file = canonicalFile(products)
  const handles = products.map(({ handle }) => handle)
  tell(`upload: ${(file.length / 1024 / 1024).toFixed(1)} MB`)

  const draft = await captureDraft(system, client, storefront, file)
  const upload = async () => {
    const startedAt = performance.now()
    const { preview, draft_id: draftId } = await system.upload(file, { storefront })
    const ms = performance.now() - startedAt
    if (preview.adds !== 2_500 || preview.updates !== 2_500) throw new Error('the preview has other counts')
    await cancel(system, storefront, draftId)
    return { ms }
  }
  const running = serviceNames.filter((name) => name !== 'image-service')
  for (const name of running) await forgetPeakMemory(system.services[name].pid)
  const results = await alternate(rounds, {
    floor: async () => ({ ms: await timed(() => leastWork(client, { storefront, file, handles, draft })) }),
    subject: upload,
  })
  return [
    {
      what: 'upload to preview answered, 5,000 rows, 50,000 products there, time',
      floor: 'csv-parse, COPY of what the file touches, COPY of the draft unlogged',
      goal: { most: 2 },
      ...compareTimes(results, 'floor'),
    },
    ...(await Promise.all(
      running.map(async (name) => ({
        what: `peak memory of ${name} over these uploads`,
        here: mebibytes(await peakMemory(system.services[name].pid)),
      })),
    )),
  ]
}

interface DraftRows {
  head: Buffer
  rows: Buffer
}

/** The file's draft in the database, for the floor to write again. */
async function captureDraft(
  system: System,
  client: Client,
  storefront: string,
  file: Buffer,
): Promise<DraftRows> {
  const { draft_id: draftId } = await system.upload(file, { storefront })
  const ofDraft = `where storefront_id = '${storefront}' and draft_id = '${draftId}'`
  const head = await copyOut(client, `select * from import_drafts ${ofDraft}`)
  const rows = linesOf(draftId, await readRows(system, draftId, storefront))
  await cancel(system, storefront, draftId)
  await client.query('create unlogged table bench_drafts (like import_drafts)')
  await createLinesTable(client, 'bench_draft_rows')
  return { head, rows }
}

interface LeastWork {
  storefront: string
  file: Buffer
  handles: string[]
  draft: DraftRows
}

async function leastWork(client: Client, { storefront, file, handles, draft }: LeastWork): Promise<void> {
  parse(file, { bom: true })
  const touched = `select product_id from products
    where storefront_id = '${storefront}' and handle in (${handles.map((handle) => `'${handle}'`).join(', ')})`
  await copyOut(client, touched.replace('product_id', '*'))
  for (const table of ['variants', 'product_images'])
    await copyOut(
      client,
      `select * from ${table} where storefront_id = '${storefront}' and product_id in (${touched})`,
    )
  await client.query('begin')
  await copyIn(client, 'bench_drafts', draft.head)
  await copyIn(client, 'bench_draft_rows', draft.rows)
  await client.query('commit')
}

export async function cancel(system: System, storefront: string, draftId: string): Promise<void> {
  const { status } = await system.request(`/api/products/imports/${draftId}/cancel`, {
    method: 'POST',
    storefront,
  })
  if (status !== 204) throw new Error(`the cancel was answered with ${status}`)
}
