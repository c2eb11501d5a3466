import { describe, expect, test } from '@jest/globals'
import * as fc from 'fast-check'
import type { PlannedProduct } from '@catalog/preview'
import { planOf, plannedImage, plannedProduct, plannedVariant } from '@catalog/preview/testing'
import { findMetadataKeys } from './metadata-keys.sql.ts'
import { countCatalog } from './storefront-locks.sql.ts'
import { confirmDraft } from '../runs/confirm-draft.ts'
import { change, query } from '../postgres/database.ts'
import { summarizeCatalog } from './summarize-catalog.ts'
import { countStatements } from '../testing/sent-statements.ts'
import { inputOf, storeDraft } from '../testing/stored-drafts.ts'
import { useTestContext } from '../testing/use-test-context.ts'

const { context, database, clock, idle } = await useTestContext()
let storefronts = 0

const status = fc.constantFrom('active' as const, 'draft' as const, 'archived' as const)
const metadata = fc.dictionary(fc.constantFrom('care', 'fit', '__proto__'), fc.constantFrom('', 'x'), {
  maxKeys: 2,
})
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('confirm' as const),
      adds: fc.array(fc.record({ status, metadata, variants: fc.nat(3), images: fc.nat(2) }), {
        maxLength: 4,
      }),
      updates: fc.array(fc.record({ index: fc.nat(), status, metadata }), { maxLength: 4 }),
      fails: fc.boolean(),
      /** Whether the summary is also requested while this is applied. */
      watched: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('ask' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('release before' as const), status, metadata }) },
)

describe('the summary', () => {
  test('equals a count of the rows, and has the number of applies as its version, whatever was confirmed and whenever it was requested', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        const shop = newShop()
        for (const each of steps) {
          if (each.kind === 'ask') await shop.expectExact()
          else if (each.kind === 'confirm') await shop.confirm(each)
          else await shop.changeAsTheReleaseBefore(each)
        }
        await shop.expectExact()
        await shop.expectExact()
      }),
      { numRuns: 12 },
    )
  })

  test('does not count again once it was counted, even after a confirm', async () => {
    const shop = newShop()
    const more = {
      adds: [{ status: 'active' as const, metadata: { care: 'wash' }, variants: 2, images: 1 }],
      updates: [],
      fails: false,
      watched: false,
    }
    await shop.confirm(more)
    await shop.expectExact()
    await shop.confirm(more)
    await idle()
    expect(await countStatements(database, () => shop.ask())).toBe(1)
    await shop.expectExact()
  })
})

/** What the counts tell apart. */
type Labelled = Pick<PlannedProduct, 'status' | 'metadata'>

function newShop() {
  const storefrontId = `summary-${(storefronts += 1)}`
  const products: PlannedProduct[] = []
  /** By product, the number of the last apply that wrote it. */
  const versions = new Map<string, number>()
  let applies = 0
  const ask = () => summarizeCatalog(context, { storefront_id: storefrontId })

  async function expectExact(): Promise<void> {
    const { counts, metadataKeys } = await countCatalog(database, storefrontId)
    const { active, draft, archived } = counts
    expect(await ask()).toEqual({
      storefront_id: storefrontId,
      catalog_version: applies,
      product_count: active + draft + archived,
      products_by_status: { active, draft, archived },
      variant_count: counts.variants,
      image_count: counts.images,
    })
    // If the count behind a confirm was about to be stored, the summary's own was not.
    await idle()
    expect(await findMetadataKeys(database, storefrontId)).toEqual(metadataKeys)
    const stored = await query<{ id: string; version: number }>(database)`
      select product_id as id, catalog_version as version from products
      where storefront_id = ${storefrontId} and title <> 'Old'`
    expect(new Map(stored.map(({ id, version }) => [id, version]))).toEqual(versions)
  }

  return {
    ask,
    expectExact,
    async confirm({
      adds,
      updates,
      fails,
      watched,
    }: {
      adds: (Labelled & { variants: number; images: number })[]
      updates: (Labelled & { index: number })[]
      fails: boolean
      watched: boolean
    }): Promise<void> {
      const added = adds.map(({ status: of, metadata: keys }) =>
        plannedProduct({ status: of, metadata: keys, option1Name: null }),
      )
      const changed = new Map<PlannedProduct, PlannedProduct>()
      for (const { index, ...labels } of products.length > 0 ? updates : []) {
        const product = products[index % products.length]
        if (product) changed.set(product, { ...product, ...labels })
      }
      // The variant's product does not exist, so the last statement of the apply fails.
      const stray = fails ? [plannedVariant(plannedProduct().productId)] : []
      const plan = planOf({
        products: { adds: added, updates: [...changed.values()] },
        images: {
          adds: added.flatMap(({ productId }, at) =>
            Array.from({ length: adds[at]?.images ?? 0 }, () => plannedImage(productId)),
          ),
        },
        variants: {
          adds: [
            ...added.flatMap(({ productId }, at) =>
              Array.from({ length: adds[at]?.variants ?? 0 }, () => plannedVariant(productId)),
            ),
            ...stray,
          ],
        },
      })
      const key = await storeDraft(context, storefrontId, plan, ['add'])
      const confirming = confirmDraft(context, inputOf(key)).then(
        () => true,
        () => false,
      )
      if (watched) await Promise.all([ask(), ask()])
      expect(await confirming).toBe(!fails)
      if (fails) return
      applies += 1
      for (const { productId } of [...changed.values(), ...added]) versions.set(productId, applies)
      for (const [before, after] of changed) products[products.indexOf(before)] = after
      products.push(...added)
    },
    /** Locks the storefront, and considers the counts valid that it adjusts, without those of metadata keys. */
    async changeAsTheReleaseBefore({ status: to, metadata: keys }: Labelled): Promise<void> {
      clock.advance(1)
      await database.transaction(async (transaction) => {
        await change(transaction)`
          insert into storefront_locks as l (storefront_id, locked_at) values (${storefrontId}, ${clock.time})
          on conflict (storefront_id) do update set
            locked_at = excluded.locked_at, counted_at = excluded.locked_at, active_count = l.active_count + 1`
        await change(transaction)`
          insert into products (storefront_id, product_id, handle, title, status, metadata)
          values (
            ${storefrontId}, gen_random_uuid(), gen_random_uuid()::text, 'Old', ${to}, ${JSON.stringify(keys)}::jsonb
          )`
      })
    },
  }
}
