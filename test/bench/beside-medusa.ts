// node deploy/local/run.mjs test/bench/beside-medusa.ts [rounds]: imports beside Medusa's, which it installs.
import { lookAtProcesses } from '../load/targets/processes.ts'
import { setup } from '../support/global-setup.ts'
import { startSystem } from '../support/system.ts'
import { startTemporaryPostgres } from '../support/temporary-postgres.ts'
import { waitFor } from '../support/wait-for.ts'
import { median } from './alternate.ts'
import { connectClient } from './connect-client.ts'
import { medusaProducts, shapes } from './medusa-shapes.ts'
import { tell } from './report.ts'
import { installMedusa, startMedusa } from './start-medusa.ts'

/** Either project, in new processes with a new database. */
interface Side {
  name: string
  /** Its processes, and its PostgreSQL. */
  pids: Record<string, number>
  /** Resolves with the number of what it counts as new, and an id to confirm. */
  preview(file: Buffer): Promise<{ adds: number; id: string }>
  confirm(id: string): Promise<unknown>
  exportCatalog(): Promise<unknown>
  stop(): Promise<void>
}

/** Columns that refer to what Medusa has stored, or that its import refuses. */
const omitted = /Id$|Tag|Inventory Quantity|\[/
const filesPerProcess = 6
const rounds = Number(process.argv[2] ?? 5)

await using ownServer = await startTemporaryPostgres('bench')
await using medusaServer = await startTemporaryPostgres('medusa')
process.env.TEST_DATABASE_URL = ownServer.url
await setup()
tell('Medusa is being installed')
await installMedusa(medusaServer.url)

const figures = new Map<string, { ms: number[]; cpuMs: number[] }>()

for (let round = 1; round <= rounds; round += 1)
  for (const { products, variants } of shapes) {
    tell(`round ${round}: ${products} products of ${variants}`)
    const file = await medusaProducts(products, variants, omitted)
    const shape = `${products} × ${variants}`
    const sides = [await openOurs(), await openMedusa('imports'), await openMedusa('import')]
    const ids = new Map<Side, string>()
    for (let number = 1; number <= filesPerProcess; number += 1)
      for (const side of sides) {
        // The second and the third still warm the process up.
        const name = number === 1 ? 'first file of a process' : number <= 3 ? null : 'warm'
        await measure(name && `${shape}, preview, ${name}, ${side.name}`, side, async () => {
          const { adds, id } = await side.preview(file)
          if (![products, products * variants].includes(adds))
            throw new Error(`${side.name}: ${adds} are new`)
          ids.set(side, id)
        })
      }
    // Medusa takes half a minute for 1,000 products.
    for (const side of products === 1_000 ? sides.slice(0, 2) : []) {
      await measure(`${shape}, confirm, ${side.name}`, side, () => side.confirm(ids.get(side) ?? ''))
      await measure(`${shape}, export, ${side.name}`, side, () => side.exportCatalog())
    }
    for (const side of sides) await side.stop()
  }

console.log('| what | median ms | range | median CPU ms | range |\n|---|---|---|---|---|')
for (const [name, { ms, cpuMs }] of figures)
  console.log(`| ${[name, ...spread(ms), ...spread(cpuMs)].join(' | ')} |`)

async function openOurs(): Promise<Side> {
  const system = await startSystem()
  // The images of the file do not exist.
  await system.kill('image-service')
  const { gateway, 'import-service': imports, 'export-service': exports } = system.services
  return {
    name: 'this project',
    pids: {
      gateway: gateway.pid,
      imports: imports.pid,
      exports: exports.pid,
      nats: system.nats.pid,
      postgres: ownServer.pid,
    },
    preview: async (file) => {
      const { preview, draft_id: id } = await system.upload(file)
      return { adds: preview.adds, id }
    },
    confirm: (id) => system.confirm(id),
    exportCatalog: async () => {
      const response = await system.request('/api/products/export')
      if (!response.ok) throw new Error(await response.text())
      await response.arrayBuffer()
    },
    stop: () => system[Symbol.asyncDispose](),
  }
}

/** @param route `imports` is its current one, `import` the deprecated one */
async function openMedusa(route: 'imports' | 'import'): Promise<Side> {
  const medusa = await startMedusa(medusaServer.url, `medusa_${route}`)
  const { client, [Symbol.asyncDispose]: disconnect } = await connectClient(medusa.databaseUrl)
  let adds = 0
  /** A workflow's row is deleted once it has ended. */
  const whenEnded = (id: string) =>
    waitFor(
      'the workflow',
      async () => {
        const query = 'select from workflow_execution where transaction_id = $1'
        return (await client.query(query, [id])).rowCount === 0
      },
      { everyMs: 100 },
    )
  return {
    name: `Medusa's POST /admin/products/${route}`,
    pids: { medusa: medusa.pid, postgres: medusaServer.pid },
    preview: async (file) => {
      const form = new FormData()
      const part = route === 'imports' ? 'files' : 'file'
      form.append(part, new Blob([file], { type: 'text/csv' }), 'products.csv')
      const body = route === 'import' ? form : await importOf(form, file.length)
      const { transaction_id: id, summary } = await medusa.post<Answer>(`/admin/products/${route}`, body)
      adds = summary.toCreate
      return { adds, id }
    },
    confirm: async (id) => {
      await medusa.post(`/admin/products/${route}/${id}/confirm`)
      await whenEnded(id)
      const { rowCount } = await client.query('select from product')
      if (rowCount !== adds) throw new Error(`Medusa has imported ${rowCount} products`)
    },
    /** Until the file exists; a client then has to ask for it. */
    exportCatalog: async () =>
      whenEnded((await medusa.post<{ transaction_id: string }>('/admin/products/export')).transaction_id),
    stop: async () => {
      await disconnect()
      await medusa.stop()
    },
  }

  async function importOf(form: FormData, size: number): Promise<object> {
    const { files } = await medusa.post<{ files: { id: string }[] }>('/admin/uploads', form)
    return {
      file_key: files[0]?.id,
      originalname: 'products.csv',
      extension: 'csv',
      mime_type: 'text/csv',
      size,
    }
  }
}

interface Answer {
  transaction_id: string
  summary: { toCreate: number; toUpdate: number }
}

/** Records time, and CPU time of the side's processes, until it has answered; nothing if there is no name. */
async function measure(name: string | null, { pids }: Side, work: () => Promise<unknown>): Promise<void> {
  const cpuMs = () => Object.values(lookAtProcesses(pids)).reduce((sum, { cpuS }) => sum + cpuS * 1_000, 0)
  const before = cpuMs()
  const startedAt = performance.now()
  await work()
  if (name === null) return
  const ms = performance.now() - startedAt
  const list = figures.get(name) ?? { ms: [], cpuMs: [] }
  figures.set(name, list)
  list.ms.push(ms)
  list.cpuMs.push(cpuMs() - before)
}

function spread(values: number[]): string[] {
  const [least, most] = [Math.min(...values), Math.max(...values)]
  return [median(values).toFixed(0), `${least.toFixed(0)}–${most.toFixed(0)}`]
}
