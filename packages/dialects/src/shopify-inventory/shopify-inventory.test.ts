import { expect, test } from '@jest/globals'
import * as fc from 'fast-check'
import { importFixture } from '../../../../test/support/preview/import-fixture.ts'

const header =
  'Handle,Title,Option1 Name,Option1 Value,SKU,HS Code,COO,Location,Available (not editable),On hand (current),On hand (new)'

test.each([
  ['0', '3', '9', 9],
  ['0', '3', '', 3],
  ['2', '', '', 2],
  ['not stocked', 'not stocked', '4', 4],
  ['not stocked', 'not stocked', '', 12],
  ['', '', 'not stocked', 12],
  ['', '', '0', 0],
  ['', '', '-1', -1],
])(
  'takes of %j available, %j on hand and %j new the last one',
  async (available, current, counted, expected) => {
    const { catalog } = await importFixture('shopify_inventory/stored.csv')
    const row = `enamel-mug,Enamel Mug,Title,Default Title,,,,Shop,${available},${current},${counted}`
    const { products } = await importFixture(Buffer.from(`${header}\n${row}\n`), catalog)
    const mug = products.find(({ handle }) => handle === 'enamel-mug')
    expect(mug?.variants.map(({ inventoryQuantity }) => inventoryQuantity)).toEqual([expected])
  },
)

const quantity = fc.oneof(fc.integer({ min: -99, max: 999 }).map(String), fc.constantFrom('', 'not stocked'))
const location = fc.record({ variant: fc.nat(1), quantity })

test('adds up the locations of a variant, in any order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(location, { minLength: 1, maxLength: 12 }), async (locations) => {
      const { catalog } = await importFixture('shopify_inventory/stored.csv')
      const sizes = ['S', 'M']
      const rows = locations.map((at, index) => {
        const size = sizes[at.variant] ?? ''
        return `linen-shirt,Linen Shirt,Size,${size},LS-${size},,,L${index},,,${at.quantity}`
      })
      const bytes = Buffer.from([header, ...rows].join('\n'))
      const { preview, products } = await importFixture(bytes, catalog)
      expect(preview.counts).toMatchObject({ adds: 0, errors: 0 })
      const shirt = products.find(({ handle }) => handle === 'linen-shirt')
      const expected = [8, 0].map((before, variant) => {
        const counted = locations.filter((at) => at.variant === variant && /\d/.test(at.quantity))
        return counted.length === 0 ? before : counted.reduce((sum, at) => sum + Number(at.quantity), 0)
      })
      expect(shirt?.variants.map(({ inventoryQuantity }) => inventoryQuantity)).toEqual(expected)
    }),
  )
})

test('adds nothing to an empty catalog', async () => {
  const { preview, products } = await importFixture('shopify_inventory/realistic.csv')
  expect(products).toEqual([])
  expect(preview.rows.flatMap(({ errors }) => errors.map(({ code }) => code))).not.toContain('no_variant')
  expect(preview.counts).toMatchObject({ adds: 0, updates: 0 })
})
