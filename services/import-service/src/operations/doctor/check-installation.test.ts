import { expect, test } from '@jest/globals'
import * as fc from 'fast-check'
import type { ImportPlan } from '@catalog/preview'
import { plannedImage, plannedProduct, plannedVariant, planOf } from '@catalog/preview/testing'
import { confirmDraft } from '../../runs/confirm-draft.ts'
import { adjustStock } from '../../stock/adjust-stock.ts'
import { inputOf, storeDraft } from '../../testing/stored-drafts.ts'
import { confirmImages, imageOf, rejected, settlementOf, takeClaim } from '../../testing/stored-runs.ts'
import { settleImage } from '../../images/settle-image.ts'
import { quick } from '../../runs/slowness.ts'
import { useTestContext } from '../../testing/use-test-context.ts'
import { checkInstallation } from './check-installation.ts'
import type { Finding } from './check-installation.ts'

const { context, database, clock, setSlowness } = await useTestContext()
const unknownIds = ['00000000-0000-7000-8000-000000000001', 'f0000000-0000-7000-8000-000000000001']

test('what the object store lacks, and has besides, is found whatever its pages', async () => {
  const run = await confirmImages(context, 'shop', 6)
  await setSlowness(quick)
  const images = run.image_outcomes.map((_, index) => imageOf(run, index))
  for (const [index, image] of images.entries()) {
    const fields = index === 2 ? rejected : { renditions: ['original' as const, 'thumb' as const] }
    await settleImage(context, settlementOf(image, await takeClaim(context, image), fields))
  }
  clock.advance(60_001)
  // The image that was not fetched may have objects, from an attempt that was not settled.
  const fetched = new Set(images.filter((_, index) => index !== 2).map((image) => image.image_id))
  const ids = [...images.map((image) => image.image_id), ...unknownIds]
  const objects = ids.flatMap((id) => [`${id}/original.webp`, `${id}/thumb.webp`])
  await fc.assert(
    fc.asyncProperty(fc.subarray(objects), fc.integer({ min: 1, max: 5 }), async (some, page) => {
      const stored = some.toSorted((a, b) => (a < b ? -1 : 1))
      const found: Finding[] = []
      const doctor = {
        ...context,
        queueDepth: async () => 0,
        listObjects: async (_: string | undefined, after: string) =>
          stored.filter((key) => key > after).slice(0, page),
        report: (finding: Finding) => void found.push(finding),
        progress: () => {},
      }
      expect(await checkInstallation(doctor, 'shop')).toEqual({ storefronts: 1 })
      const lacks = (id: string) =>
        !['original', 'thumb'].every((name) => stored.includes(`${id}/${name}.webp`))
      const counts = {
        problem: [...fetched].filter(lacks).length,
        note: unknownIds.filter((id) => stored.some((key) => key.startsWith(id))).length,
      }
      for (const [kind, count] of Object.entries(counts)) {
        const findings = found.filter((finding) => finding.kind === kind)
        expect(findings.map((finding) => finding.count)).toEqual(count === 0 ? [] : [count])
      }
    }),
    { numRuns: 30 },
  )
})

test('storefronts that have objects and no row are found whatever the pages', async () => {
  for (const storefrontId of ['a', 'b-1', 'c']) await confirmImages(context, storefrontId, 1)
  const known = new Set(['a', 'b-1', 'c'])
  // Pages end between ids with a common prefix, and within the objects of one.
  const ids = ['-', 'a', 'a-', 'a-1', 'a0', 'aa', 'b', 'b-1', 'c', 'c0']
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ id: fc.constantFrom(...ids), image: fc.integer({ min: 1, max: 4 }) })),
      fc.integer({ min: 1, max: 6 }),
      async (objects, page) => {
        const stored = objects
          .map(({ id, image }) => `${id}/${image}/thumb.webp`)
          .toSorted((a, b) => (a < b ? -1 : 1))
        const found: Finding[] = []
        const doctor = {
          ...context,
          queueDepth: async () => 0,
          listObjects: async (storefrontId: string | undefined, after: string) =>
            storefrontId === undefined ? stored.filter((key) => key > after).slice(0, page) : [],
          report: (finding: Finding) => void found.push(finding),
          progress: () => {},
        }
        await checkInstallation(doctor, null)
        const unknown = new Set(objects.map(({ id }) => id).filter((id) => !known.has(id)))
        const notes = found.filter(({ kind }) => kind === 'note')
        expect(notes.map(({ count }) => count)).toEqual(unknown.size === 0 ? [] : [unknown.size])
      },
    ),
    { numRuns: 30 },
  )
})

test.each([
  ['a price', 'update variants set price = 7'],
  ['a stock', 'update variants set inventory_quantity = 4'],
  ['the text of an image', `update product_images set alt = 'x'`],
  ['one variant less', 'delete from variants'],
  [
    'one more variant',
    `insert into variants (storefront_id, variant_id, product_id, position, option1_value, price)
     select storefront_id, gen_random_uuid(), product_id, 2, 'L', 5 from variants`,
  ],
])(
  'a product with %s that something else has written is found, until its version is raised',
  async (what, write) => {
    const storefront = what.replaceAll(' ', '-')
    const confirm = async (plan: ImportPlan) =>
      await confirmDraft(context, inputOf(await storeDraft(context, storefront, plan, ['update'])))
    const [cup, mug] = [plannedProduct(), plannedProduct()]
    const variant = plannedVariant(mug.productId, { sku: 'B', inventoryQuantity: 5 })
    await confirm(
      planOf({
        products: { adds: [cup, mug] },
        variants: { adds: [plannedVariant(cup.productId, { inventoryQuantity: 5 }), variant] },
        images: { adds: [plannedImage(cup.productId)] },
      }),
    )
    const touched = [{ productId: mug.productId, version: 1 }]
    const dearer = { ...variant, price: '9.00', before: { price: variant.price } }
    await confirm(planOf({ touched, variants: { updates: [dearer] } }))
    await adjustStock(context, { storefront_id: storefront, adjustments: [{ sku: 'B', by: -1 }] })
    const findings = async () => {
      const found: Finding[] = []
      await checkInstallation(
        {
          ...context,
          queueDepth: async () => 0,
          listObjects: async () => [],
          report: (finding) => void found.push(finding),
          progress: () => {},
        },
        storefront,
      )
      return found.filter(({ message }) => message.includes('something else'))
    }
    expect(await findings()).toEqual([])
    const execute = async (statement: string) =>
      await database.raw(`${statement} where storefront_id = ? and product_id = ?`, [
        storefront,
        cup.productId,
      ])
    await execute(write)
    expect(await findings()).toMatchObject([
      { kind: 'problem', storefront_id: storefront, count: 1, examples: [cup.productId] },
    ])
    await execute('update products set version = version + 1')
    expect(await findings()).toEqual([])
  },
)
