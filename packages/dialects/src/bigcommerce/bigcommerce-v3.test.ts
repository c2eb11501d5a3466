import { describe, expect, test } from '@jest/globals'
import { recognize } from '../recognize.ts'
import { rowLines } from '../../../../test/support/preview/expected.ts'
import { fixturesOf } from '../../../../test/support/preview/import-fixture.ts'

const imported = fixturesOf('bigcommerce_v3')

describe('recognition', () => {
  test('is by item, id and name', () => {
    expect(recognize(['Item', 'ID', 'Name', 'Price']).dialect.name).toBe('bigcommerce_v3')
  })

  test.each([[['Item', 'Name']], [['Item', 'ID', 'Name', 'Item Type']]])(
    '%j is not BigCommerce’s',
    (header) => {
      expect(() => recognize(header)).toThrow()
    },
  )

  test('columns that the catalog lacks are listed', () => {
    const { unknownColumns } = recognize(['Item', 'ID', 'Name', 'Brand ID', 'Option', 'Weight'])
    expect(unknownColumns).toEqual([
      { name: 'Brand ID', nearest: null },
      { name: 'Option', nearest: 'Options' },
    ])
  })
})

describe('options', () => {
  test('are read with and without separators, by name, without a swatch’s colours and pictures', async () => {
    const { products } = await imported('options')
    expect(products[0]?.optionNames).toEqual(['Color', 'Size'])
    expect(products[0]?.variants.map(({ sku, optionValues }) => [sku].concat(optionValues))).toEqual([
      ['A', 'Red', 'Small'],
      ['B', 'Moss', 'Small'],
      ['C', 'Sea [deep]', 'S/M, wide'],
    ])
  })

  test('that are written otherwise fail their row', async () => {
    const { preview } = await imported('options-unreadable')
    expect(rowLines(preview.rows)).toEqual([
      '2 add shirt - product incomplete_product',
      '3 error shirt A - invalid_options missing_option_value',
      '4 add shirt B variant',
    ])
  })
})

test('images begin with the thumbnail and follow as sorted; those without an address are skipped', async () => {
  const { preview, products } = await imported('images')
  expect(products[0]?.images).toEqual([
    { url: 'https://cdn.example/thumb.jpg', alt: 'Main' },
    { url: 'https://img.example/first.jpg', alt: '' },
    { url: 'https://img.example/import.jpg', alt: 'Both' },
  ])
  expect(rowLines(preview.rows)).toEqual([
    '2 add cup CUP product+variant',
    '3 add cup - image',
    '4 add cup - image',
    '5 add cup - image',
    '6 unchanged cup - - image_not_fetchable',
    '7 unchanged cup - - image_not_fetchable',
  ])
})

test('a variant’s image is one of its product’s, whether an Image row names it or not', async () => {
  const { preview, products } = await imported('variant-images')
  expect(products[0]?.variants.map(({ sku, imageUrl }) => [sku, imageUrl])).toEqual([
    ['CUP-R', 'https://img.example/red.jpg'],
    ['CUP-B', 'https://img.example/cup.jpg'],
    ['CUP-G', null],
  ])
  expect(products[0]?.images.map(({ url }) => url)).toEqual([
    'https://img.example/cup.jpg',
    'https://img.example/red.jpg',
  ])
  expect(preview.rows[3]?.warnings).toMatchObject([
    { code: 'image_not_fetchable', column: 'variant_image_url', value: 'green.jpg' },
  ])
})

test('stock counts as it is tracked: at the product, at its variants, or nowhere', async () => {
  const { preview, variants } = await imported('stock')
  expect(variants.map(({ sku, inventoryQuantity }) => [sku, inventoryQuantity])).toEqual([
    ['A', 5],
    ['B', null],
    ['C-S', 3],
    ['D-S', null],
  ])
  expect(preview.rows.filter(({ warnings }) => warnings.length > 0).map(({ row }) => row)).toEqual([3, 7])
})

test('a variant without a price has its product’s, on sale or not; one with its own has no other', async () => {
  const { variants } = await imported('prices')
  expect(variants.map(({ sku, price, compareAtPrice }) => [sku, price, compareAtPrice])).toEqual([
    ['A', '10.00', null],
    ['B', '8.00', '10.00'],
    ['C-S', '8.00', '10.00'],
    ['C-M', '12.00', null],
  ])
})

test('videos are skipped; a row of an unknown kind, or without a product above it, fails alone', async () => {
  const { preview } = await imported('videos-and-strangers')
  expect(rowLines(preview.rows)).toEqual([
    '2 error - - - parent_not_found',
    '3 add cup CUP product+variant',
    '4 unchanged cup - - row_not_imported',
    '5 error - - - unknown_row_type',
  ])
})

describe('a whole export', () => {
  test('is previewed row by row', async () => {
    const { preview, warnings } = await imported('realistic')
    expect(preview.counts).toEqual({ adds: 19, updates: 0, unchanged: 2, errors: 0, clears: 0 })
    expect(warnings).toEqual(['weight_unit_unknown'])
    expect(rowLines(preview.rows)).toEqual([
      '2 add trail-shirt - product',
      '3 add trail-shirt SHIRT-R-M image+variant',
      '4 add trail-shirt SHIRT-R-L image+variant',
      '5 add trail-shirt SHIRT-B-M variant',
      '6 add trail-shirt - image',
      '7 add trail-shirt - image',
      '8 add trail-shirt - image',
      '9 unchanged trail-shirt - - row_not_imported',
      '10 add enamel-mug 0042-MUG product+variant',
      '11 add enamel-mug - image',
      '12 unchanged enamel-mug - - image_not_fetchable',
      '13 add pattern-for-a-jacket PAT-1 product+variant inventory_not_tracked',
      '14 add rain-jacket - product',
      '15 add rain-jacket JKT-H variant',
      '16 add rain-jacket JKT variant',
      '17 add café-søren-blend - product',
      '18 add café-søren-blend COF-250 variant',
      '19 add café-søren-blend COF-1000 variant',
      '20 add desk-lamp LAMP product+variant',
      '21 add desk-lamp - image',
      '22 add tote-bag TOTE product+variant',
    ])
  })
})
