import { v7 as newId } from 'uuid'
import { describe, expect, test } from '@jest/globals'
import type { ImportPlan } from '@catalog/preview'
import { plannedProduct, plannedVariant, planOf, planOfNew } from '@catalog/preview/testing'
import { confirmDraft } from './confirm-draft.ts'
import { getDraft } from '../drafts/get-draft.ts'
import { inputOf, storeDraft } from '../testing/stored-drafts.ts'
import { runsOf } from '../testing/stored-runs.ts'
import { useTestContext } from '../testing/use-test-context.ts'

const { context } = await useTestContext()

describe('a draft whose catalog has moved since the preview', () => {
  test('is stale when a product to update has another version', async () => {
    const storefrontId = newId()
    const plan = planOfNew(3)
    await apply(storefrontId, plan)
    const [first, second] = plan.products.adds
    if (first === undefined || second === undefined) throw new Error('two products are needed')
    await expectStale(
      storefrontId,
      planOf({
        touched: [
          { productId: first.productId, version: 7 },
          { productId: second.productId, version: 1 },
        ],
        products: { updates: [{ ...first, title: 'x' }] },
      }),
      1,
    )
  })

  test('is stale when a product that the file leaves unchanged has another version', async () => {
    const storefrontId = newId()
    const plan = planOfNew(2)
    await apply(storefrontId, plan)
    const [changed, unchanged] = plan.products.adds
    if (changed === undefined || unchanged === undefined) throw new Error('two products are needed')
    await expectStale(
      storefrontId,
      planOf({
        touched: [{ productId: changed.productId, version: 1 }],
        seen: [{ productId: unchanged.productId, version: 7 }],
        products: { updates: [{ ...changed, title: 'x' }] },
      }),
      1,
    )
  })

  test('is stale when a handle to add exists by now', async () => {
    const storefrontId = newId()
    await apply(storefrontId, planOf({ products: { adds: [plannedProduct({ handle: 'taken' })] } }))
    const adds = [plannedProduct({ handle: 'taken' }), plannedProduct()]
    await expectStale(storefrontId, planOf({ products: { adds } }), 1)
  })

  test('is stale when a SKU to write belongs to another variant by now', async () => {
    const storefrontId = newId()
    const [owner, other] = [plannedProduct(), plannedProduct()]
    await apply(
      storefrontId,
      planOf({
        products: { adds: [owner] },
        variants: { adds: [plannedVariant(owner.productId, { sku: 'TAKEN' })] },
      }),
    )
    await expectStale(
      storefrontId,
      planOf({
        products: { adds: [other] },
        variants: { adds: [plannedVariant(other.productId, { sku: 'TAKEN' })] },
      }),
      1,
    )
  })
})

async function expectStale(storefrontId: string, plan: ImportPlan, count: number) {
  const key = await storeDraft(context, storefrontId, plan, ['update'])
  const before = await runsOf(context, storefrontId)
  await expect(confirmDraft(context, inputOf(key))).rejects.toMatchObject({
    code: 'draft_stale',
    errors: [{ code: 'products_moved', value: String(count) }],
  })
  expect(await getDraft(context, inputOf(key))).toMatchObject({ draft_id: key.draftId })
  expect(await runsOf(context, storefrontId)).toEqual(before)
}

async function apply(storefrontId: string, plan: ImportPlan) {
  await confirmDraft(context, inputOf(await storeDraft(context, storefrontId, plan)))
}
