import { expect, test } from '@jest/globals'
import { cutOff } from '../../../../test/support/cut-off.ts'
import { previewAgainst } from '../../../../test/support/preview/apply-plan.ts'
import { magento2 } from './magento2.ts'
import { emptyCatalog, importFixture } from '../../../../test/support/preview/import-fixture.ts'

test('a file that names a variant for each of many thousand options is refused in linear time', () => {
  const variations = Array.from({ length: 14_000 }, (_, index) => `sku=S${index},o${index}=1`).join('|')
  const product = ['P', 'configurable', 'P', '', 'a=b,'.repeat(60_000), variations]
  const variants = Array.from({ length: 4_000 }, (_, index) => [`S${index}`, 'simple', '', '1', 'a=b'])
  const records = [product, ...variants].map((cells, index) => ({ row: index + 2, cells }))
  const header = 'sku,product_type,name,price,additional_attributes,configurable_variations'.split(',')
  // Each of 4,000 variants with a value for each of 14,000 options: 56 million cells.
  const table = cutOff(() => magento2.read(header, records, new Date()))
  const { counts, rows } = cutOff(() => previewAgainst(emptyCatalog(), table))
  expect(counts).toMatchObject({ errors: 4_001 })
  expect(rows[0]?.errors).toMatchObject([{ code: 'too_many_options' }])
})

test('of more attributes than a file can have, the first are taken', async () => {
  const attributes = Array.from({ length: 502 }, (_, index) => `a${index}=1`).join()
  const { preview, products } = await importFixture(
    Buffer.from(`sku,product_type,name,price,additional_attributes\nA,simple,A,1,"${attributes}"\n`),
  )
  expect(Object.keys(products[0]?.metadata ?? {})).toHaveLength(500)
  expect(preview.rows[0]?.warnings).toMatchObject([{ code: 'ignored_value', value: 'a500, a501' }])
})
