import { expect, test } from '@jest/globals'
import { v7 as newId } from 'uuid'
import type { ImportPlan } from '@catalog/preview'
import { planOf, planOfNew, plannedImage, plannedProduct, plannedVariant } from '@catalog/preview/testing'
import { applyPlan } from './apply.ts'
import { lockStorefront } from '../catalog/storefront-locks.sql.ts'
import { confirmDraft } from './confirm-draft.ts'
import { query } from '../postgres/database.ts'
import { readStorefront } from '../testing/fill-storefront.ts'
import { inputOf, storeDraft } from '../testing/stored-drafts.ts'
import { useTestContext } from '../testing/use-test-context.ts'

const service = await useTestContext()
const { context, database, clock, idle } = service

const gone = '0195d0c0-0000-7000-8000-000000000001'
test.each<[string, Parameters<typeof planOf>[0]]>([
  ['product', { products: { updates: [plannedProduct({ productId: gone })] } }],
  ['variant', { variants: { updates: [plannedVariant(gone)] } }],
  ['image', { images: { updates: [plannedImage(gone)] } }],
  ['product of which a part changes', { touched: [{ productId: gone, version: 1 }] }],
])('nothing is applied if a %s that the plan changes is not there (INV-11)', async (_what, parts) => {
  const plan = planOf({ ...parts, products: { adds: [plannedProduct()], ...parts.products } })
  const apply = database.transaction(async (transaction) => {
    await lockStorefront(transaction, 'incomplete', clock.time)
    await applyPlan(transaction, 'incomplete', plan, [])
  })
  await expect(apply).rejects.toThrow('of 1 rows of the plan, 0 were there')
  expect(await query(database)`select from products where storefront_id = 'incomplete'`).toEqual([])
})

/** Each makes one reference of a plan wrong; `other` is a plan of the same storefront, `strange` one of another. */
const mistakes: Record<string, (plan: ImportPlan, other: ImportPlan, strange: ImportPlan) => void> = {
  'variant of a product that is not there': ({ variants }) => setFirst(variants.adds, { productId: gone }),
  "variant of another storefront's product": ({ variants }, _, { products }) =>
    setFirst(variants.adds, { productId: idOf(products.adds) }),
  'variant of a product that the plan does not name': ({ variants }, { products }) =>
    setFirst(variants.adds, { productId: idOf(products.adds) }),
  'variant with an image that is not there': ({ variants }) => setFirst(variants.adds, { imageId: gone }),
  "variant with another storefront's image": ({ variants }, _, { images }) =>
    setFirst(variants.adds, { imageId: images.adds[0]?.imageId ?? gone }),
  'variant whose image is left out': ({ images }) => void images.adds.shift(),
  'variant whose product is left out': ({ products }) => void products.adds.shift(),
  'image of a product that is not there': ({ images }) => setFirst(images.adds, { productId: gone }),
  'changed variant of a product that the plan does not name': ({ variants }, other) => {
    variants.updates.push(...other.variants.adds.slice(0, 1))
  },
  'changed variant with an image that is not there': (plan, other) => {
    plan.touched.push({ productId: idOf(other.products.adds), version: 1 })
    plan.variants.updates.push(...other.variants.adds.slice(0, 1))
    setFirst(plan.variants.updates, { imageId: gone })
  },
  'changed image of a product that is not there': (plan, other) => {
    plan.images.updates.push(...other.images.adds.slice(0, 1))
    setFirst(plan.images.updates, { productId: gone })
  },
}

test.each(Object.entries(mistakes))('nothing is applied of a plan with a %s', async (_what, make) => {
  const storefrontId = newId()
  const plans = Array.from({ length: 3 }, () => planOfNew(3, { images: 2 }))
  for (const plan of plans) {
    for (const variant of plan.variants.adds) {
      variant.imageId =
        plan.images.adds.find(({ productId }) => productId === variant.productId)?.imageId ?? null
    }
  }
  const [plan = planOf({}), other = planOf({}), strange = planOf({})] = plans
  const apply = async (id: string, some: ImportPlan) =>
    await confirmDraft(context, inputOf(await storeDraft(context, id, some)))
  await apply(newId(), strange)
  await apply(storefrontId, other)
  const rows = async () => {
    // That the attempt has been reported is recorded there later.
    const { import_drafts: _, ...tables } = await readStorefront(service, storefrontId)
    return tables
  }
  make(plan, other, strange)
  const key = inputOf(await storeDraft(context, storefrontId, plan))
  // The catalog is counted behind a confirm.
  await idle()
  const before = await rows()
  await expect(confirmDraft(context, key)).rejects.toMatchObject({ code: 'apply_failed' })
  expect(await rows()).toEqual(before)
})

function setFirst<Row>([row]: Row[], fields: Partial<Row>): void {
  if (!row) throw new Error('the plan has no such row')
  Object.assign(row, fields)
}

function idOf([row]: { productId: string }[]): string {
  return row?.productId ?? gone
}
