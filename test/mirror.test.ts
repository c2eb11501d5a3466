import { afterAll, beforeAll, expect, test } from '@jest/globals'
import * as fc from 'fast-check'
import type { CatalogProductPage, Draft } from '@catalog/contracts'
import { csvOf } from './support/canonical-file.ts'
import { startSystem } from './support/system.ts'
import type { System } from './support/system.ts'

let system: System
beforeAll(async () => {
  system = await startSystem({ env: { gateway: { CATALOG_LIMIT_REQUESTS_PER_MINUTE: '100000' } } })
})
afterAll(() => system?.[Symbol.asyncDispose]())

type Product = CatalogProductPage['products'][number]

/** A client that keeps a copy of the catalog by asking, as design.md §8 says. */
function startMirror(storefront: string, limit: number) {
  const products = new Map<string, Product>()
  let version: number | undefined
  return {
    products,
    async ask(): Promise<void> {
      const since = version === undefined ? '' : `&order=changed&changed_after=${version}`
      let first: number | undefined
      for (let cursor: string | null = ''; cursor !== null;) {
        const more = cursor === '' ? '' : `&cursor=${cursor}`
        const page: CatalogProductPage = await system.json(`/api/products?limit=${limit}${since}${more}`, {
          storefront,
        })
        first ??= page.catalog_version
        for (const product of page.products) products.set(product.handle, product)
        cursor = page.next_cursor
      }
      version = first
    },
  }
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
)

test('a client that asks for what has changed has the whole catalog, whatever is imported and undone meanwhile', async () => {
  let storefronts = 0
  const history = fc.array(step, { minLength: 2, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(history, fc.integer({ min: 1, max: 5 }), async (steps, limit) => {
      const storefront = `mirror-${++storefronts}`
      const mirror = startMirror(storefront, limit)
      const reading = new AbortController()
      const asking = (async () => {
        while (!reading.signal.aborted) await mirror.ask()
      })()
      try {
        const runs: string[] = []
        for (const each of steps) {
          const draft =
            'rows' in each ? await upload(each.rows, storefront) : await undo(runs[each.undo], storefront)
          if (draft?.importable) runs.push((await system.confirm(draft.draft_id, { storefront })).run_id)
        }
      } finally {
        reading.abort()
        await asking
      }
      await mirror.ask()
      const whole = startMirror(storefront, 250)
      await whole.ask()
      expect(mirror.products).toEqual(whole.products)
    }),
    { numRuns: 6 },
  )
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
    variant_price: `${price}.00`,
  }))
  return system.upload(csvOf(lines), { storefront })
}

async function undo(runId: string | undefined, storefront: string): Promise<Draft | undefined> {
  if (runId === undefined) return undefined
  const answer = await system.request(`/api/products/imports/runs/${runId}/undo`, {
    method: 'POST',
    storefront,
  })
  if (answer.status === 409) return void (await answer.arrayBuffer())
  const draft: Draft = JSON.parse(await answer.text())
  return draft
}
