import { expect, test } from '@jest/globals'
import { importFixture } from '../../../../test/support/preview/import-fixture.ts'

test('rules are applied in bounded time, however many there are', async () => {
  const lines = [
    'Item Type,Product Name,Product Code/SKU,Price',
    'Product,Shirt,,5',
    ...Array.from({ length: 2_000 }, (_, i) => `SKU,"[S]Size=${i},[S]Color=Red",S${i},`),
    ...Array.from({ length: 2_400 }, () => 'Rule,[S]Color=Red,,[ADD]0.1'),
  ]
  const { products } = await importFixture(Buffer.from(lines.join('\n')))
  expect(new Set(products[0]?.variants.map(({ price }) => price))).toEqual(new Set(['245.00']))
})
