import { startSystem } from '../support/system.ts'
import type { System } from '../support/system.ts'
import { lookAtProcesses } from '../load/targets/processes.ts'
import { median } from './alternate.ts'
import { connectClient } from './connect-client.ts'
import { findPostmaster } from './find-postmaster.ts'
import { canonicalFile, makeProducts } from './make-products.ts'
import { milliseconds, tell } from './report.ts'
import type { Finding } from './report.ts'

/** 1,000 rows. */
const products = 200
/** The kernel counts in hundredths of a second. */
const readsPerRound = 200
const filesPerRound = 20
const measuredServices = ['gateway', 'import-service', 'export-service'] as const

/** CPU time of single requests, by process: two that do almost nothing, and upload, confirm and export of 1,000 rows. */
export async function benchRequests({ rounds }: { rounds: number }): Promise<Finding[]> {
  await using system = await startSystem()
  await system.kill('image-service')
  await using connection = await connectClient(system.database.url)
  const postmaster = await findPostmaster(system.database.url)
  const pids = {
    ...Object.fromEntries(measuredServices.map((name) => [name, system.services[name].pid])),
    NATS: system.nats.pid,
    PostgreSQL: postmaster,
  }
  const names = Object.keys(pids)
  const read = () => Object.values(lookAtProcesses(pids)).map(({ cpuS }) => cpuS * 1_000)

  const file = canonicalFile(makeProducts({ from: 1, count: products }))
  const upload = async (storefront: string) => (await system.upload(file, { storefront })).draft_id
  const { run_id: runId } = await system.confirm(await upload('reads'), { storefront: 'reads' })

  const measured = new Map<string, number[][]>()
  const measure = async (name: string, count: number, request: (index: number) => Promise<unknown>) => {
    const before = read()
    for (let index = 0; index < count; index += 1) await request(index)
    const list = measured.get(name) ?? []
    measured.set(name, list)
    list.push(read().map((ms, process) => (ms - (before[process] ?? 0)) / count))
  }

  for (let round = 0; round <= rounds; round += 1) {
    tell(`requests: round ${round}`)
    // The first round warms up; then the planner has statistics, as for tables that have existed for a minute.
    if (round === 1) {
      await connection.client.query('analyze')
      measured.clear()
    }
    await measure('summary', readsPerRound, () => take(system, '/api/products/summary'))
    await measure('page of 50 products of 5 variants', readsPerRound, () =>
      take(system, '/api/products?limit=50'),
    )
    await measure('run', readsPerRound, () => take(system, `/api/products/imports/runs/${runId}`))
    const storefronts = Array.from({ length: filesPerRound }, (_, index) => `round-${round}-${index}`)
    const drafts: [storefront: string, draftId: string][] = []
    await measure('upload of 1,000 rows, all new', filesPerRound, async (index) => {
      const storefront = storefronts[index] ?? ''
      drafts.push([storefront, await upload(storefront)])
    })
    await measure('confirm of 1,000 rows, all new', filesPerRound, (index) => {
      const [storefront = '', draftId = ''] = drafts[index] ?? []
      return system.confirm(draftId, { storefront })
    })
    await measure('export of 1,000 rows', filesPerRound, () => take(system, '/api/products/export'))
  }
  return [...measured].map(([name, list]) => {
    const all = median(list.map((times) => times.reduce((sum, ms) => sum + ms, 0)))
    const each = names.map(
      (process, index) => `${process} ${milliseconds(median(list.map((times) => times[index] ?? 0)))}`,
    )
    return { what: `CPU time of a request: ${name}`, here: `${milliseconds(all)}: ${each.join(', ')}` }
  })
}

async function take(system: System, path: string): Promise<void> {
  const response = await system.request(path, { storefront: 'reads' })
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
}
