import { execFile } from 'node:child_process'
import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from '@jest/globals'
import * as fc from 'fast-check'
import { canonicalHeader, productToRows, writeCsv } from '@catalog/catalog'
import type { CatalogProduct, Draft } from '@catalog/contracts'
import { toModel } from '../services/export-service/src/testing/to-model.ts'
import { csvOf } from './support/canonical-file.ts'
import { disposeAfterAll } from './support/dispose-after-all.ts'
import { startOperatorCommand } from './support/operator-command.ts'
import { startPicturedSystem } from './support/pictured-system.ts'

const started = disposeAfterAll()
const { system, images } = started.use(await startPicturedSystem())
const { path: folder } = started.use(await mkdtempDisposable(join(tmpdir(), 'catalog-mirror-')))

const script = fileURLToPath(new URL('../docs/integrate/mirror.mjs', import.meta.url))

/** The copy of a storefront's catalog that the example keeps. */
function mirrorOf(storefront: string, limit = 250) {
  const file = join(folder, `${storefront}.jsonl`)
  return {
    file,
    async update(): Promise<void> {
      await promisify(execFile)(process.execPath, [script, file, String(limit)], {
        env: { CATALOG_URL: system.baseUrl, CATALOG_TOKEN: system.token(storefront, ['catalog:read']) },
      })
    },
    async read(): Promise<{ version: number; products: CatalogProduct[] }> {
      const [head = '', ...lines] = (await readFile(file, 'utf8')).trim().split('\n')
      return { ...JSON.parse(head), products: lines.map((line) => JSON.parse(line)) }
    },
  }
}

async function exportOf(storefront: string): Promise<string> {
  const response = await system.request('/api/products/export', { storefront })
  // Not text(), which leaves out the byte order mark.
  const bytes = Buffer.from(await response.arrayBuffer())
  return response.ok ? bytes.toString() : ''
}

/** The export of such a catalog; nothing of an empty one. */
function toCsv(products: CatalogProduct[]): string {
  if (products.length === 0) return ''
  const models = products.map(toModel).toSorted((one, other) => (one.handle < other.handle ? -1 : 1))
  return writeCsv([canonicalHeader([]), ...models.flatMap((product) => productToRows(product, []))])
}

const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      rows: fc.uniqueArray(fc.record({ product: fc.nat(11), variant: fc.nat(2), price: fc.nat(9) }), {
        selector: ({ product, variant }) => `${product} ${variant}`,
        minLength: 1,
        maxLength: 12,
      }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ undo: fc.nat(3) }) },
  { weight: 2, arbitrary: fc.record({ sold: fc.nat(11), by: fc.integer({ min: -3, max: 3 }) }) },
  { weight: 1, arbitrary: fc.record({ killed: fc.constantFrom('import-service', 'export-service') }) },
)

test('a client that asks for what has changed has what an export has, whatever is imported, undone, sold and killed meanwhile', async () => {
  let storefronts = 0
  const history = fc.array(step, { minLength: 2, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(history, fc.integer({ min: 1, max: 5 }), async (steps, limit) => {
      const storefront = `mirror-${++storefronts}`
      const mirror = mirrorOf(storefront, limit)
      const reading = new AbortController()
      let restarted = Promise.resolve()
      /** Asks once more if a service that is being started again did not answer. */
      const patiently = <Answer>(ask: () => Promise<Answer>) => ask().catch(() => restarted.then(ask))
      const asking = (async () => {
        while (!reading.signal.aborted) await patiently(() => mirror.update())
      })()
      try {
        const runs: string[] = []
        for (const each of steps) {
          if ('killed' in each) {
            await restarted
            restarted = restart(each.killed)
          } else if ('sold' in each) {
            await sell(each, storefront)
          } else {
            const draft = await patiently(() =>
              'rows' in each ? upload(each.rows, storefront) : undo(runs[each.undo], storefront),
            )
            if (!draft?.importable) continue
            const run = await patiently(() => system.confirm(draft.draft_id, { storefront }))
            runs.push(run.run_id)
          }
        }
      } finally {
        reading.abort()
        await restarted
        await asking
      }
      await mirror.update()
      expect(toCsv((await mirror.read()).products)).toBe(await exportOf(storefront))
    }),
    { numRuns: 4 },
  )
  // The catalog is as the runs and adjustments say.
  const { code, output } = await startOperatorCommand(system, 'doctor', []).ended
  expect({ code, output }).toMatchObject({ code: 0 })
})

test('pictures that come after an import come into a copy, too', async () => {
  const storefront = 'pictured'
  const mirror = mirrorOf(storefront)
  const held = images.hold()
  const rows = [{ handle: 'mug', title: 'Mug', variant_price: '9.00', image_url: images.url('/mug.png') }]
  const draft = await system.upload(csvOf(rows), { storefront })
  const run = await system.confirm(draft.draft_id, { storefront })
  await mirror.update()
  const before = await mirror.read()
  expect(before.products[0]?.images).toMatchObject([{ outcome: 'pending', renditions: {} }])

  held.open()
  await system.waitForRun(run.run_id, undefined, { storefront })
  await mirror.update()
  const after = await mirror.read()
  expect(after.version).toBe(before.version)
  expect(after.products[0]?.images).toMatchObject([{ outcome: 'fetched', renditions: { thumb: {} } }])
})

test('a copy of a catalog that was erased since begins again', async () => {
  const storefront = 'erased'
  const mirror = mirrorOf(storefront)
  await writeFile(mirror.file, '{"version":7}\n{"handle":"from-before","images":[]}\n')
  const draft = await upload([{ product: 1, variant: 1, price: 1 }], storefront)
  await system.confirm(draft.draft_id, { storefront })
  await mirror.update()
  expect(await mirror.read()).toMatchObject({ version: 1, products: [{ handle: 'p-1' }] })
})

function upload(
  rows: { product: number; variant: number; price: number }[],
  storefront: string,
): Promise<Draft> {
  const lines = rows.map(({ product, variant, price }) => ({
    handle: `p-${product}`,
    title: `P ${product}`,
    option1_name: 'Size',
    option1_value: String(variant),
    variant_sku: `${product}-${variant}`,
    variant_price: `${price}.00`,
    variant_inventory_quantity: '5',
  }))
  return system.upload(csvOf(lines), { storefront })
}

async function sell({ sold, by }: { sold: number; by: number }, storefront: string): Promise<void> {
  const answer = await system.request('/api/products/stock', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ adjustments: [{ sku: `${sold}-0`, by }] }),
    storefront,
  })
  // That none has this SKU yet, and that import-service is being started again, are histories, too.
  expect([200, 422, 503, 504]).toContain(answer.status)
  await answer.arrayBuffer()
}

async function restart(service: 'import-service' | 'export-service'): Promise<void> {
  await system.kill(service)
  await system.start(service)
}

async function undo(runId: string | undefined, storefront: string): Promise<Draft | undefined> {
  if (runId === undefined) return undefined
  const answer = await system.request(`/api/products/imports/runs/${runId}/undo`, {
    method: 'POST',
    storefront,
  })
  if (answer.status === 503) throw new Error(await answer.text())
  if (answer.status === 409) return void (await answer.arrayBuffer())
  const draft: Draft = JSON.parse(await answer.text())
  return draft
}
