import type { Client } from 'pg'
import { mostTrials } from '../../services/import-service/src/images/assign-quotas.ts'
import type { System } from '../support/system.ts'
import { waitFor } from '../support/wait-for.ts'
import { copyIn, copyOut } from './copy-rows.ts'
import { canonicalFile, makeProducts } from './make-products.ts'
import { tell } from './report.ts'
import type { Finding } from './report.ts'
import { alternate, compareTimes, timed } from './alternate.ts'
import type { Figures } from './alternate.ts'
import type { ImportBench } from './upload-file.ts'

/** Confirms 1,000 products; the floor is COPY of the same rows into the same tables, with their indexes and keys. */
export async function benchConfirm(
  system: System,
  client: Client,
  { rounds, storefront }: ImportBench,
): Promise<Finding[]> {
  const rows = await captureRows(client, storefront)
  const findings: Finding[] = []
  let edition = 0
  let next = 100_000
  for (const { name, adds } of cases) {
    tell(`confirm: ${name}`)
    const results = await alternate(rounds, {
      floor: () => copyCatalog(client, rows, { adds, storefront: `copy-${(edition += 1)}` }),
      subject: async () => {
        edition += 1
        const products = [
          ...makeProducts({ from: next, count: adds }),
          ...makeProducts({ from: 1, count: 1_000 - adds, edition }),
        ]
        next += adds
        return confirmFile(system, client, storefront, canonicalFile(products))
      },
    })
    const finding = (what: string, figure: string, most: number): Finding => ({
      what,
      floor: 'COPY of the same rows into the indexed tables',
      goal: { most },
      ...compareTimes(results, 'COPY', figure),
    })
    findings.push(finding(`confirm of 5,000 rows, ${name}, time`, 'ms', 3))
    if (adds === 1_000) findings.push(finding('its apply alone', 'applyMs', 2))
  }
  return findings
}

const cases = [
  { name: 'all new', adds: 1_000 },
  { name: 'half updates', adds: 500 },
  { name: 'all updates', adds: 0 },
]

const tables = ['products', 'product_images', 'variants'] as const
type Rows = Record<(typeof tables)[number], string[]>

/** Rows of 1,000 stored products as text, in which the storefront can be replaced. */
async function captureRows(client: Client, storefront: string): Promise<Rows> {
  const read = async (table: string) => {
    const text = await copyOut(
      client,
      `select t.* from ${table} t join (
         select product_id, row_number() over (order by product_id) as number
         from products where storefront_id = '${storefront}' order by product_id limit 1000
       ) p using (product_id)
       where t.storefront_id = '${storefront}' order by p.number`,
    )
    return text.toString().split('\n').slice(0, -1)
  }
  return {
    products: await read('products'),
    product_images: await read('product_images'),
    variants: await read('variants'),
  }
}

/** New products with all their rows; for an update, the changed rows: product and variants, not images. */
async function copyCatalog(
  client: Client,
  rows: Rows,
  { adds, storefront }: { adds: number; storefront: string },
): Promise<Figures> {
  const texts = tables.map((table) => {
    const lines =
      table === 'product_images' ? rows[table].slice(0, (rows[table].length * adds) / 1_000) : rows[table]
    const own = lines.map((line) => {
      const [, ...cells] = line.split('\t')
      // Variants of updates have no image: images are not copied.
      if (table === 'variants' && adds < 1_000) cells[cells.length - 1] = '\\N'
      return `${[storefront, ...cells].join('\t')}\n`
    })
    return Buffer.from(own.join(''))
  })
  const ms = await timed(async () => {
    await client.query('begin')
    for (const [index, table] of tables.entries())
      await copyIn(client, table, texts[index] ?? Buffer.alloc(0))
    await client.query('commit')
  })
  return { ms }
}

async function confirmFile(
  system: System,
  client: Client,
  storefront: string,
  file: Buffer,
): Promise<Figures> {
  const draft = await system.upload(file, { storefront })
  if (draft.preview.errors + draft.preview.unchanged > 0) throw new Error('the preview has other counts')
  let applyMs = 0
  const ms = await timed(async () => {
    applyMs = (await system.confirm(draft.draft_id, { storefront })).duration_ms
  })
  // They are never fetched, so no storefront counts as quick, and no more than these are ever requested.
  await waitFor('images to be requested', async () => {
    const { rows } = await client.query<{ own: string; all: string }>(
      `select count(*) filter (where storefront_id = $1) as own, count(*) as all
       from run_images where outcome = 'pending' and request_at is null`,
      [storefront],
    )
    return Number(rows[0]?.own) > 0 || Number(rows[0]?.all) >= mostTrials
  })
  return { ms, applyMs }
}
