import { expect, test } from '@jest/globals'
import { previewOf, shop } from '../../../test/support/preview/shop.ts'

type Cells = Record<string, string>

const shirt = { handle: 'shirt', option1_name: 'Size' }
const added = { handle: 'hat', title: 'Hat', variant_price: '1' }

test.each<[string, Cells[], string, object | undefined]>([
  ['no price', [{ handle: 'hat', title: 'Hat', variant_sku: 'H' }], 'missing_value', { case: 'price' }],
  ['no title', [{ handle: 'hat', variant_price: '1' }], 'missing_value', { case: 'title', handle: 'hat' }],
  ['no handle', [{ title: 'Hat', variant_price: '1' }], 'missing_value', { case: 'handle' }],
  ['a SKU of nothing', [{ variant_sku: 'X', variant_price: '1' }], 'missing_value', { case: 'unknown_sku' }],
  [
    'a price with text',
    [{ ...added, variant_price: '12 EUR' }],
    'invalid_number',
    { case: 'dot', example: '1299.00' },
  ],
  [
    'a price with separators',
    [{ ...added, variant_price: '1,299.00' }],
    'invalid_number',
    { case: 'dot', example: '1299.00' },
  ],
  [
    'a large price',
    [{ ...added, variant_price: '12345678901' }],
    'number_too_large',
    { case: 'digits', limit: 10 },
  ],
  [
    'a price with many decimals',
    [{ ...added, variant_price: '1.23456' }],
    'too_many_decimals',
    { case: 'decimals', limit: 4 },
  ],
  ['a price below zero', [{ ...added, variant_price: '-1' }], 'negative_number', undefined],
  ['a quantity with text', [{ ...added, variant_inventory_quantity: 'many' }], 'invalid_integer', undefined],
  [
    'a position with text',
    [{ ...added, image_url: 'https://a.example/1', image_position: 'first' }],
    'invalid_integer',
    { case: 'from', least: 1 },
  ],
  ['a long title', [{ ...added, title: 'x'.repeat(300) }], 'too_long', { case: 'characters', limit: 255 }],
  ['no address', [{ ...added, image_url: 'a.jpg' }], 'invalid_url', { case: 'url', limit: 2048 }],
  [
    'two titles',
    [added, { handle: 'hat', title: 'Cap' }],
    'conflicting_values',
    { case: 'rows', row: 2, earlier: 'Hat', later: 'Cap' },
  ],
  [
    'a row of a product that fails',
    [{ ...added, status: 'on' }, added],
    'product_invalid',
    { case: 'rows', rows: '2' },
  ],
  [
    'a second option without a first',
    [{ ...added, option2_name: 'Size', option2_value: 'S' }],
    'option_gap',
    { case: 'gap', number: 2, before: 1 },
  ],
  [
    'a value without an option',
    [{ ...added, option1_value: 'S' }],
    'option_value_without_name',
    { case: 'number', number: '1' },
  ],
  [
    'an option without a value',
    [{ ...added, option1_name: 'Size' }],
    'missing_option_value',
    { case: 'option', option: 'Size' },
  ],
  [
    'two variants of the same size',
    [
      { ...shirt, option1_value: 'L', variant_price: '1' },
      { ...shirt, option1_value: 'L', variant_price: '1' },
    ],
    'duplicate_options',
    { case: 'rows', rows: '2, 3' },
  ],
  [
    'seven rows with one SKU',
    Array.from({ length: 7 }, (_, index) => ({ ...added, handle: `hat-${index}`, variant_sku: 'H' })),
    'duplicate_sku',
    { case: 'rows', rows: '2, 3, 4, 5, 6', more: 2 },
  ],
  [
    'a variant by its SKU and by its size',
    [
      { ...shirt, variant_sku: '001' },
      { ...shirt, option1_value: 'S' },
    ],
    'duplicate_options',
    { case: 'rows', rows: '2, 3' },
  ],
  [
    'a SKU and a size of different variants',
    [{ ...shirt, variant_sku: '001', option1_value: 'M' }],
    'sku_options_conflict',
    { case: 'variants', sku: '001', variant: 'S', other: 'M' },
  ],
  ['a taken SKU', [{ ...added, variant_sku: 'MUG' }], 'sku_taken', { case: 'product', handle: 'mug' }],
])('%s: the error has the parameters of its case', async (_what, cells, code, parameters) => {
  const { rows } = await previewOf(cells, await shop())
  const error = rows.flatMap(({ errors }) => errors).find((each) => each.code === code)
  expect(error).toMatchObject({ code })
  expect(error?.parameters).toEqual(parameters)
})

test.each<[string, Cells[], string, object | undefined]>([
  [
    'a price that falls',
    [{ handle: 'mug', variant_sku: 'MUG', variant_price: '0.50' }],
    'price_jump',
    { case: 'falls', percentage: 90, before: '5.00', after: '0.50' },
  ],
  [
    'a price that rises',
    [{ handle: 'mug', variant_sku: 'MUG', variant_price: '15.03' }],
    'price_jump',
    { case: 'rises', percentage: 200.6, before: '5.00', after: '15.03' },
  ],
  [
    'a title that is there already',
    [{ ...added, title: 'Mug' }],
    'title_exists',
    { case: 'product', handle: 'mug' },
  ],
  [
    'an image of this computer',
    [{ ...added, image_url: 'http://127.0.0.1/a.png' }],
    'image_not_fetchable',
    { case: 'literal' },
  ],
  ['an alt without its image', [{ ...added, image_alt: 'Front' }], 'ignored_value', { case: 'no_image' }],
  [
    'a barcode without its zeros',
    [{ ...shirt, variant_sku: '001', variant_barcode: '99' }],
    'leading_zeros_lost',
    { case: 'stored', before: '0099', after: '99' },
  ],
  [
    'a new product that loses a variant',
    [
      { ...added, option1_name: 'Size', option1_value: 'S' },
      { ...added, option1_name: 'Size', option1_value: 'M', variant_price: 'x' },
    ],
    'incomplete_product',
    { case: 'rows', rows: '3' },
  ],
])('%s: the warning has the parameters of its case', async (_what, cells, code, parameters) => {
  const { rows } = await previewOf(cells, await shop())
  const warning = rows.flatMap(({ warnings }) => warnings).find((each) => each.code === code)
  expect(warning).toMatchObject({ code })
  expect(warning?.parameters).toEqual(parameters)
})

test('a text among the parameters is shortened as in the message', async () => {
  const { rows } = await previewOf([added, { ...added, title: 'y'.repeat(200) }], await shop())
  expect(rows[1]?.errors.find(({ code }) => code === 'conflicting_values')?.parameters).toEqual({
    case: 'rows',
    row: 2,
    earlier: 'Hat',
    later: `${'y'.repeat(60)}…`,
  })
})
