import { describe, expect, test } from '@jest/globals'
import { recognize } from '../recognize.ts'
import { rowLines } from '../../../../test/support/preview/expected.ts'
import { fixturesOf, importFixture } from '../../../../test/support/preview/import-fixture.ts'

const imported = fixturesOf('bigcommerce_v2')

describe('recognition', () => {
  test('is by item type and product name, in any case and spacing', () => {
    expect(recognize(['Item Type', 'Product Name']).dialect.name).toBe('bigcommerce_v2')
    expect(recognize([' item  type', 'PRODUCT NAME', 'Price']).dialect.name).toBe('bigcommerce_v2')
  })

  test.each([
    [['Item Type', 'Price']],
    [['Product Name', 'Price']],
    [['Item Type', 'Product Name', 'Handle']],
  ])('%j is not BigCommerce’s', (header) => {
    expect(() => recognize(header)).toThrow()
  })

  test('a file of the newer format is another dialect', () => {
    expect(recognize(['Item', 'ID', 'Name', 'SKU']).dialect.name).toBe('bigcommerce_v3')
  })

  test('columns that the catalog lacks are listed, except those of images and weights', () => {
    const { unknownColumns } = recognize([
      'Item Type',
      'Product Name',
      'Product Weight',
      'Product Image File - 12',
      'Product Image Is Thumbnail - 12',
      'Product Image ID - 12',
      'Search Keywords',
      'Product Descripton',
    ])
    expect(unknownColumns).toEqual([
      { name: 'Product Image ID - 12', nearest: null },
      { name: 'Search Keywords', nearest: null },
      { name: 'Product Descripton', nearest: 'Product Description' },
    ])
  })
})

describe('options', () => {
  test('are read from tagged pairs, by name, without a swatch’s colours and pictures', async () => {
    const { products } = await imported('tagged-options')
    expect(products[0]?.optionNames).toEqual(['Color', 'Size'])
    expect(products[0]?.variants.map(({ sku, optionValues }) => [sku].concat(optionValues))).toEqual([
      ['A', 'Red', 'M'],
      ['B', 'Red, dark', 'L'],
      ['C', 'Blue', 'a=b'],
      ['D', 'Check', 'M'],
      ['E', 'Moss', 'M'],
    ])
  })

  test('that are not tagged pairs fail their row', async () => {
    const { preview } = await imported('options-unreadable')
    expect(rowLines(preview.rows)).toEqual([
      '2 add shirt - product incomplete_product',
      '3 error shirt A - invalid_options missing_option_value',
      '4 add shirt B variant',
    ])
  })
})

test('a sale price goes before the price, a retail price beside it, and 0 is neither', async () => {
  const { variants } = await imported('prices')
  expect(variants.map(({ sku, price, compareAtPrice }) => [sku, price, compareAtPrice])).toEqual([
    ['P2', '8.00', '10.00'],
    ['P1', '10.00', null],
    ['P4-S', '8.00', '10.00'],
    ['P4-M', '12.00', null],
    ['P4-L', '7.00', '10.00'],
    ['P3', '10.00', '14.00'],
  ])
})

describe('rules', () => {
  test('with a SKU change the price and image of its variant, exactly, in order, until one stops them', async () => {
    const { preview, products } = await imported('rules-by-sku')
    expect(
      products[0]?.variants.map(({ sku, price, compareAtPrice, imageUrl }) => [
        sku,
        price,
        compareAtPrice,
        imageUrl,
      ]),
    ).toEqual([
      ['S', '12.50', null, null],
      ['M', '10.305', null, 'https://img.example/m-2.jpg'],
      ['L', '9.00', null, null],
    ])
    expect(products[0]?.images.map(({ url }) => url)).toEqual([
      'https://img.example/shirt.jpg',
      'https://img.example/m.jpg',
      'https://img.example/m-2.jpg',
    ])
    expect(rowLines(preview.rows).slice(4)).toEqual([
      '6 unchanged shirt - - rule_merged',
      '7 add shirt - image rule_merged',
      '8 unchanged shirt - - rule_merged',
      '9 unchanged shirt - - ignored_value',
      '10 add shirt - image',
    ])
  })

  test('without one apply to all variants with their options', async () => {
    const { preview, variants } = await imported('rules-by-options')
    expect(variants.map(({ sku, price, compareAtPrice }) => [sku, price, compareAtPrice])).toEqual([
      ['R-S', '9.00', '10.00'],
      ['R-XL', '11.00', '12.00'],
      ['B-XL', '12.00', '13.00'],
    ])
    expect(preview.rows.slice(4).map(({ warnings }) => warnings[0]?.parameters)).toEqual([
      { case: 'variants', count: 2 },
      { case: 'variants', count: 1 },
      { case: 'rule' },
      { case: 'rule' },
    ])
  })

  test('that are not valid fail the variants that they apply to', async () => {
    const { preview } = await imported('rules-unreadable')
    expect(rowLines(preview.rows)).toEqual([
      '2 add shirt - product incomplete_product',
      '3 add shirt S variant',
      '4 error shirt M - invalid_number',
      '5 unchanged shirt - - rule_merged',
    ])
  })

  test('are applied in bounded time, however many there are', async () => {
    const lines = [
      'Item Type,Product Name,Product Code/SKU,Price',
      'Product,Shirt,,5',
      ...Array.from({ length: 2_000 }, (_, i) => `SKU,"[S]Size=${i},[S]Color=Red",S${i},`),
      ...Array.from({ length: 2_400 }, () => 'Rule,[S]Color=Red,,[ADD]0.1'),
    ]
    const { products } = await importFixture(Buffer.from(lines.join('\n')))
    expect(new Set(products[0]?.variants.map(({ price }) => price))).toEqual(new Set(['245.00']))
  })

  test('of weight only are skipped, and the file is warned that its weights have no unit', async () => {
    const { preview, variants, warnings } = await imported('rules-of-weight-only')
    expect(rowLines(preview.rows)).toEqual([
      '2 add shirt - product',
      '3 add shirt S variant',
      '4 unchanged shirt - - row_not_imported',
    ])
    expect(warnings).toEqual(['weight_unit_unknown'])
    expect(variants.map(({ weightGrams }) => weightGrams)).toEqual([null])
  })
})

test('images begin with the thumbnail and follow as sorted; file names are left out with a warning', async () => {
  const { preview, products } = await imported('images')
  expect(products[0]?.images).toEqual([
    { url: 'https://img.example/cup-2.jpg', alt: 'Front' },
    { url: 'https://img.example/cup-10.jpg', alt: '' },
    { url: 'https://img.example/cup-1.jpg', alt: 'Back' },
  ])
  expect(preview.rows[0]?.warnings).toMatchObject([{ code: 'image_not_fetchable', value: 'cup-3.jpg' }])
})

test('stock counts as it is tracked: at the product, at its options, or nowhere', async () => {
  const { preview, variants } = await imported('stock')
  expect(variants.map(({ sku, inventoryQuantity }) => [sku, inventoryQuantity])).toEqual([
    ['A', 5],
    ['B', null],
    ['C', null],
    ['D-S', 3],
    ['E-S', null],
    ['F', 4],
  ])
  expect(preview.rows.filter(({ warnings }) => warnings.length > 0).map(({ row }) => row)).toEqual([3, 8])
})

test('visible is active, digital is not shipped, and blank cells mean the default', async () => {
  const { products } = await imported('visibility-and-type')
  expect(products.map(({ status, variants }) => [status, variants[0]?.requiresShipping])).toEqual([
    ['active', true],
    ['draft', false],
    ['draft', true],
  ])
})

test('a row of an unknown kind, or without a product above it, fails alone', async () => {
  const { preview } = await imported('row-types')
  expect(rowLines(preview.rows)).toEqual([
    '2 error - - - parent_not_found',
    '3 add cup CUP product+variant',
    '4 error - - - unknown_row_type',
  ])
})

test('the rows below a possibly misspelt Product row do not belong to the product above it', async () => {
  const { preview, products } = await imported('product-misspelt-rejected')
  expect(rowLines(preview.rows).slice(2, 5)).toEqual([
    '4 error - - - unknown_row_type',
    '5 error - - - parent_not_found',
    '6 error - - - parent_not_found',
  ])
  expect(preview.rows[3]?.errors[0]?.message).toBe(
    'The row above, row 4, may be its product, but what it is cannot be read. Correct it there.',
  )
  const shirt = products.find(({ handle }) => handle === 'shirt')
  expect(shirt?.variants.map(({ sku }) => sku)).toEqual(['SHIRT-S'])
})

test('two products whose names make the same handle never become one', async () => {
  const { preview, products } = await imported('same-name-twice')
  expect(rowLines(preview.rows)).toEqual([
    '2 error cup CUP - product_invalid',
    '3 error cup CUP-2 - conflicting_values',
  ])
  expect(products).toEqual([])
})

describe('a whole export', () => {
  test('is previewed row by row', async () => {
    const { preview, warnings } = await imported('realistic')
    expect(preview.counts).toEqual({ adds: 17, updates: 0, unchanged: 4, errors: 0, clears: 0 })
    expect(warnings).toEqual(['weight_unit_unknown'])
    expect(rowLines(preview.rows)).toEqual([
      '2 add trail-shirt - image+product',
      '3 add trail-shirt SHIRT-R-M variant',
      '4 add trail-shirt SHIRT-R-L variant',
      '5 add trail-shirt SHIRT-B-M variant',
      '6 add trail-shirt SHIRT-B-L variant',
      '7 add trail-shirt - image rule_merged',
      '8 unchanged trail-shirt - - rule_merged',
      '9 unchanged trail-shirt - - ignored_value',
      '10 add enamel-mug 0042-MUG product+variant image_not_fetchable',
      '11 add desk-lamp LAMP image+product+variant',
      '12 add pattern-for-a-jacket PAT-1 product+variant inventory_not_tracked',
      '13 add rain-jacket - image+product',
      '14 add rain-jacket JKT-SL-H variant',
      '15 add rain-jacket JKT-SL variant',
      '16 add rain-jacket JKT-FE variant',
      '17 unchanged rain-jacket - - rule_merged',
      '18 add café-søren-blend - product',
      '19 add café-søren-blend COF-250 variant',
      '20 add café-søren-blend COF-1000 variant',
      '21 unchanged café-søren-blend - - row_not_imported',
      '22 add tote-bag TOTE image+product+variant',
    ])
  })
})
