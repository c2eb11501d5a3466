// npm run load -- --growth: the processor time of each endpoint with more and more variants, storefronts and runs, as a
// table. A line should be constant from left to right: the cost for a storefront must not depend on other data.
import type { Client } from 'pg'
import { connectClient } from '../bench/connect-client.ts'
import { findPostmaster } from '../bench/find-postmaster.ts'
import { canonicalFile, makeProducts, withImages } from '../bench/make-products.ts'
import { seedRuns } from '../bench/old-runs.ts'
import { seedCatalog, variantsEach } from '../bench/seed-catalog.ts'
import { serviceNames } from '../../deploy/local/services.ts'
import { setup } from '../support/global-setup.ts'
import { startSystem } from '../support/system.ts'
import type { System } from '../support/system.ts'
import { lookAtProcesses } from './targets/processes.ts'

interface Size {
  name: string
  /** Whose requests are measured. */
  storefront: string
  /** Inserts the data that the previous size did not have. */
  seed: (client: Client) => Promise<void>
}

const inOne = (variants: number): Size => ({
  name: `${variants.toLocaleString('en')} variants`,
  storefront: `growth-${variants}`,
  seed: (client) => seedCatalog(client, `growth-${variants}`, variants / variantsEach),
})
const beside = (count: number, from: number): Size => ({
  name: `${count.toLocaleString('en')} storefronts`,
  storefront: 'growth-1000',
  seed: (client) => seedStorefronts(client, from, count),
})
const sizes = [
  inOne(1_000),
  inOne(50_000),
  inOne(1_000_000),
  beside(10, 0),
  beside(1_000, 10),
  beside(20_000, 1_000),
  {
    name: '10,000 runs of 500 images',
    storefront: 'growth-1000',
    seed: (client: Client) => seedRuns(client, 'growth-1000'),
  },
]
const rounds = 20
/** Rows of an upload: 1,000. */
const products = 1_000 / variantsEach

export async function measureGrowth(say: (line: string) => void): Promise<void> {
  await using undo = new AsyncDisposableStack()
  undo.defer(await setup())
  const system = undo.use(await startSystem())
  // The pictures of these catalogs do not exist.
  await system.kill('image-service')
  const { client } = undo.use(await connectClient(system.database.url))
  const columns: { name: string; ms: Map<string, number> }[] = []
  for (const { name, storefront, seed } of sizes) {
    say(`${name} ...`)
    await seed(client)
    columns.push({ name, ms: await measureEndpoints(system, client, storefront) })
  }
  const endpoints = [...(columns[0]?.ms.keys() ?? [])]
  say(`\n| ms of all processors | ${columns.map(({ name }) => name).join(' | ')} |`)
  say(`|---${'|---'.repeat(columns.length)}|`)
  for (const endpoint of endpoints) {
    const cells = columns.map(({ ms }) => (ms.get(endpoint) ?? Number.NaN).toFixed(1))
    say(`| ${endpoint} | ${cells.join(' | ')} |`)
  }
}

/** The average of `rounds` requests, after a few that warm up: processor time of all services and of PostgreSQL, in ms. */
async function measureEndpoints(
  system: System,
  client: Client,
  storefront: string,
): Promise<Map<string, number>> {
  const postgresql = await findPostmaster(system.database.url)
  const used = () => {
    const pids = serviceNames.map((name): [string, number] => [name, system.services[name].pid])
    const taken = lookAtProcesses(
      Object.fromEntries([...pids, ['postgresql', postgresql], ['nats', system.nats.pid]]),
    )
    return Object.values(taken).reduce((sum, { cpuS }) => sum + cpuS * 1_000, 0)
  }
  const ms = new Map<string, number>()
  const measure = async <Result>(
    endpoint: string,
    times: number,
    work: (time: number) => Promise<Result>,
  ) => {
    const before = used()
    const results: Result[] = []
    for (let time = 0; time < times; time += 1) results.push(await work(time))
    ms.set(endpoint, (used() - before) / times)
    return results
  }
  const base = '/api/products'
  const get = (path: string) => async () =>
    await (await system.request(`${base}${path}`, { storefront })).arrayBuffer()
  const upload = (edition: number) => system.upload(fileOf(edition), { storefront })

  // Data inserted without a confirm is counted once.
  await get('/summary')()
  for (let edition = 1; edition <= 5; edition += 1)
    await system.confirm((await upload(edition)).draft_id, { storefront })
  const drafts = await measure('upload of 1,000 rows', rounds, (time) => upload(6 + time))
  const [last] = drafts.slice(-1)
  if (last === undefined) throw new Error('there is no draft')
  await measure('rows of a draft', rounds, get(`/imports/${last.draft_id}/rows?limit=50`))
  await measure('open drafts', rounds, get('/imports'))
  await measure('recheck', rounds, () =>
    system.json(`${base}/imports/${last.draft_id}/recheck`, { method: 'POST', storefront }),
  )
  await measure('upload and confirm of 1,000 rows', rounds, async (time) =>
    system.confirm((await upload(100 + time)).draft_id, { storefront }),
  )
  const { runs } = await system.json<{ runs: { run_id: string }[] }>(`${base}/imports/runs?limit=1`, {
    storefront,
  })
  await measure('history', rounds, get('/imports/runs?limit=25'))
  await measure('run', rounds, get(`/imports/runs/${runs[0]?.run_id}`))
  await measure('rows of a run', rounds, get(`/imports/runs/${runs[0]?.run_id}/rows?limit=50`))
  await measure('undo, to its preview', rounds, () =>
    system.json(`${base}/imports/runs/${runs[0]?.run_id}/undo`, { method: 'POST', storefront }),
  )
  await measure('summary', rounds, get('/summary'))
  const variants = Number(
    (await client.query('select count(*) from variants where storefront_id = $1', [storefront])).rows[0]
      ?.count,
  )
  const exports = variants > 100_000 ? 1 : rounds
  await measure('export', exports, get('/export'))
  ms.set('export, each 1,000 variants', (1_000 * (ms.get('export') ?? 0)) / variants)
  return ms
}

/** Every row is an update, different for each edition. */
function fileOf(edition: number): Buffer {
  const made = makeProducts({ from: 1, count: products, edition })
  return canonicalFile(made.map((product) => withImages(product, [])))
}

/** Small storefronts, from number `from` up to `count`, with two products each, like existing ones. */
async function seedStorefronts(client: Client, from: number, count: number): Promise<void> {
  for (const table of ['products', 'product_images', 'variants']) {
    const { rows } = await client.query<{ name: string }>(
      `select column_name as name from information_schema.columns
       where table_schema = 'public' and table_name = $1 and column_name <> 'storefront_id' and is_generated = 'NEVER'`,
      [table],
    )
    const names = rows.map(({ name }) => `t.${name}`).join(', ')
    await client.query(
      `insert into ${table} (storefront_id, ${names.replaceAll('t.', '')})
       select 'beside-' || number, ${names}
       from ${table} t, generate_series($1::int, $2::int - 1) as number
       where t.storefront_id = 'growth-1000' and t.product_id in (
         select product_id from products where storefront_id = 'growth-1000' order by product_id limit 2
       )`,
      [from, count],
    )
  }
  await client.query('vacuum (analyze) products, product_images, variants')
}
