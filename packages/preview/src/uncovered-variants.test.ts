import { expect, test } from '@jest/globals'
import { codesOf, previewOf, shop } from '../../../test/support/preview/shop.ts'

const renamed = (second: object) => [
  {
    handle: 'shirt',
    option1_name: 'Size',
    option2_name: 'Colour',
    option1_value: 'S',
    option2_value: 'red',
    variant_sku: '001',
  },
  { handle: 'shirt', option1_value: 'M', option2_value: 'red', ...second },
]

test.each([
  ['a wrong price', { variant_sku: '002', variant_price: 'x' }, 'invalid_number'],
  ['a SKU that a spreadsheet changed', { variant_sku: '1E+10' }, 'scientific_notation,missing_value'],
  ['no value for an option', { variant_sku: '002', option2_value: '' }, 'missing_option_value'],
  ['the SKU of another product', { variant_sku: 'MUG' }, 'sku_taken'],
])('a variant whose row has %s is not said to be missing from the file', async (_name, second, code) => {
  const preview = await previewOf(renamed(second), await shop())
  expect(codesOf(preview)).toEqual(['product_invalid', code])
  expect(preview.rows[0]?.errors[0]?.parameters).toEqual({ case: 'rows', rows: '3' })
})

test('one that no row can be is', async () => {
  const [first] = renamed({})
  expect(codesOf(await previewOf([{ ...first }], await shop()))).toEqual(['uncovered_variants'])
})
