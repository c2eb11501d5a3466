import { request } from 'undici'
import type { Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { startSystem } from '../support/system.ts'
import type { System } from '../support/system.ts'
import { connectClient } from './connect-client.ts'
import { forgetPeakMemory, peakMemory } from './peak-memory.ts'
import { mebibytes, tell } from './report.ts'
import type { Finding } from './report.ts'
import { seedCatalog, variantsEach } from './seed-catalog.ts'
import { alternate, compareTimes, countBytes, median, ratioOf, timed } from './alternate.ts'
import type { Figures } from './alternate.ts'

/**
 * Exports 100,000 variants through the gateway, and reads them by pages; the floor is a plain client's COPY. Also
 * memory, here and with ten times as many, the first byte and a page of a small and a large catalog.
 */
export async function benchExport({ rounds }: { rounds: number }): Promise<Finding[]> {
  await using system = await startSystem()
  await using connection = await connectClient(system.database.url)
  const { client } = connection
  tell('export: 100,000 variants')
  await seedSummarized(system, client, 'export-small', 100_000)
  const results = await alternate(rounds, {
    floor: () => copyCatalog(client, 'export-small'),
    subject: () => readExport(system, 'export-small'),
  })
  const mirrors = await alternate(rounds, {
    floor: () => copyCatalog(client, 'export-small'),
    subject: () => readMirror(system, 'export-small'),
  })
  const small = await memoryOfExport(system, 'export-small')
  tell('export: 1,000,000 variants')
  await seedSummarized(system, client, 'export-large', 1_000_000)
  const large = await memoryOfExport(system, 'export-large')
  await seedSummarized(system, client, 'export-tiny', 10_000)
  const firstBytes = await alternate(rounds, {
    floor: () => readFirstBytes(system, 'export-tiny'),
    subject: () => readFirstBytes(system, 'export-large'),
  })
  const pages = await alternate(rounds, {
    floor: () => readPages(system, 'export-tiny'),
    subject: () => readPages(system, 'export-large'),
  })

  return [
    {
      what: 'export of 100,000 variants through the gateway, speed',
      floor: 'COPY of the same rows by a plain client',
      goal: { least: 0.6 },
      ...compareTimes(results, 'COPY'),
      ...ratioOf(results.map(({ floor, subject }) => floor.ms / subject.ms)),
    },
    {
      what: 'export, first byte of the file',
      floor: 'whole time of that COPY',
      goal: { most: 0.1 },
      ...compareTimes(results, 'COPY', 'firstByteMs'),
    },
    {
      what: 'export, first byte of 1,000,000 variants',
      floor: 'itself of 10,000',
      goal: { most: 1.3 },
      ...compareTimes(firstBytes, 'of 10,000'),
    },
    {
      what: 'mirror of 100,000 variants by pages of 250 products, speed',
      floor: 'COPY of the same rows by a plain client',
      goal: { least: 0.3 },
      ...compareTimes(mirrors, 'COPY'),
      ...ratioOf(mirrors.map(({ floor, subject }) => floor.ms / subject.ms)),
    },
    {
      what: 'page of 50 products of 1,000,000 variants',
      floor: 'itself of 10,000',
      goal: { most: 1.3 },
      ...compareTimes(pages, 'of 10,000'),
    },
    ...measured.map((service) => ({
      what: `peak memory of ${service}, 1,000,000 variants`,
      floor: 'itself at 100,000',
      ratio: large[service] / small[service],
      goal: { most: 1.25 },
      here: `${mebibytes(large[service])}, before ${mebibytes(small[service])}`,
    })),
  ]
}

const productColumns = [
  'title',
  'description_html',
  'vendor',
  'product_type',
  'tags',
  'status',
  'seo_title',
  'seo_description',
  'option1_name',
  'option2_name',
  'option3_name',
]

const measured = ['export-service', 'gateway'] as const

/** The same rows in the same order, one line for each variant, without the file's formats and guards. */
async function copyCatalog(client: Client, storefrontId: string): Promise<Figures> {
  const columns = productColumns.map((column) => `case when v.position = 1 then p.${column} end`)
  const startedAt = performance.now()
  // In index order, as the export does: faster than sorting.
  await client.query('begin; set local enable_sort = off; set local jit = off')
  const copy = client.query(
    copyTo(`copy (
      select p.handle, ${columns.join(', ')}, v.*, i.url, i.position, i.alt
      from products p
      cross join lateral (
        select v.position, option1_value, option2_value, option3_value, sku, barcode, price, compare_at_price,
          inventory_quantity, weight_grams, requires_shipping, taxable, w.url
        from variants v
        left join product_images w on w.storefront_id = v.storefront_id and w.image_id = v.image_id
        where v.storefront_id = p.storefront_id and v.product_id = p.product_id
        order by v.position
      ) v
      left join lateral (
        select url, position, alt from product_images i
        where i.storefront_id = p.storefront_id and i.product_id = p.product_id and i.position = v.position
      ) i on true
      where p.storefront_id = '${storefrontId}'
      order by p.handle
    ) to stdout (format csv)`),
  )
  await countBytes(copy)
  await client.query('commit')
  return { ms: performance.now() - startedAt }
}

/** As imported: with its counts stored. */
async function seedSummarized(
  system: System,
  client: Client,
  storefront: string,
  variants: number,
): Promise<void> {
  await seedCatalog(client, storefront, variants / variantsEach)
  await system.json('/api/products/summary', { storefront })
}

async function readExport(system: System, storefrontId: string): Promise<Figures> {
  const startedAt = performance.now()
  const body = await requestExport(system, storefrontId)
  let firstByteMs = 0
  await countBytes(body, () => {
    firstByteMs = performance.now() - startedAt
  })
  return { ms: performance.now() - startedAt, firstByteMs }
}

function readFirstBytes(system: System, storefrontId: string): Promise<Figures> {
  return medianOfTen(async () => {
    for await (const _ of await requestExport(system, storefrontId)) break
  })
}

function readPages(system: System, storefront: string): Promise<Figures> {
  return medianOfTen(() => system.json('/api/products?limit=50', { storefront }))
}

/** One is short beside what else the machine does. */
async function medianOfTen(read: () => Promise<unknown>): Promise<Figures> {
  const times: number[] = []
  for (let count = 0; count < 10; count += 1) times.push(await timed(read))
  return { ms: median(times) }
}

/** Page by page and parsed, as `docs/integrate/mirror.mjs` does. */
async function readMirror(system: System, storefront: string): Promise<Figures> {
  const startedAt = performance.now()
  for (let cursor: string | null = ''; cursor !== null;) {
    const from = cursor === '' ? '' : `&cursor=${cursor}`
    const page: { next_cursor: string | null } = await system.json(`/api/products?limit=250${from}`, {
      storefront,
    })
    cursor = page.next_cursor
  }
  return { ms: performance.now() - startedAt }
}

async function requestExport(system: System, storefrontId: string) {
  const { statusCode, body } = await request(`${system.baseUrl}/api/products/export`, {
    headers: { authorization: `Bearer ${system.token(storefrontId)}` },
  })
  if (statusCode !== 200) throw new Error(`the export was answered with ${statusCode}: ${await body.text()}`)
  return body
}

async function memoryOfExport(
  system: System,
  storefrontId: string,
): Promise<Record<(typeof measured)[number], number>> {
  for (const service of measured) await forgetPeakMemory(system.services[service].pid)
  await readExport(system, storefrontId)
  const [exportService = 0, gateway = 0] = await Promise.all(
    measured.map((service) => peakMemory(system.services[service].pid)),
  )
  return { 'export-service': exportService, gateway }
}
