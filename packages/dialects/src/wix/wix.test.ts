import { describe, expect, test } from '@jest/globals'
import { recognize } from '../recognize.ts'
import { image, rowLines } from '../../../../test/support/preview/expected.ts'
import { importFixture } from '../../../../test/support/preview/import-fixture.ts'

async function imported(name: string) {
  const first = await importFixture(`wix/${name}.csv`)
  const again = await importFixture(`wix/${name}.csv`, first.catalog)
  expect(again.preview.counts).toMatchObject({ adds: 0, updates: 0, clears: 0 })
  return { ...first, variants: first.products.flatMap(({ variants }) => variants) }
}

describe('recognition', () => {
  test.each([
    [['handleId', 'fieldType', 'name', 'price']],
    [['handle', 'fieldType', 'name', 'plainDescription', 'media']],
    [['HANDLEID', ' fieldtype', 'Name', 'sku']],
  ])('%j is Wix’s', (header) => {
    expect(recognize(header).dialect.name).toBe('wix')
  })

  test.each([[['handleId', 'name', 'price']], [['handle', 'fieldType', 'name', 'Item Type']]])(
    '%j is not',
    (header) => {
      expect(() => recognize(header)).toThrow()
    },
  )

  test('columns that the catalog lacks are listed, misspelt ones with the nearest name', () => {
    const header = ['handleId', 'fieldType', 'name', 'collection', 'customTextField1', 'discountValu']
    expect(recognize(header).unknownColumns).toEqual([
      { name: 'collection', nearest: null },
      { name: 'customTextField1', nearest: null },
      { name: 'discountValu', nearest: 'discountValue' },
    ])
  })
})

test('a discount, in per cent or as an amount, makes the price before it the compare-at price', async () => {
  const { preview, variants } = await imported('discounts')
  expect(variants.map(({ sku, price, compareAtPrice }) => [sku, price, compareAtPrice])).toEqual([
    ['A', '16.99', '19.99'],
    ['B', '7.50', '10.00'],
    ['C', '10.00', null],
    ['D-S', '9.00', '10.00'],
    ['D-M', '13.50', '15.00'],
  ])
  expect(preview.rows.at(-1)?.errors).toMatchObject([{ code: 'invalid_number', value: 'much' }])
})

test('options without rows for their variants become variants, at most 1,000 of one row', async () => {
  const { preview, products } = await imported('many-combinations')
  expect(products).toMatchObject([
    { handle: 'many', optionNames: ['A', 'B', 'C'] },
    {
      optionNames: ['Size'],
      variants: [{ sku: 'ONE', price: '1.00', inventoryQuantity: 5, optionValues: ['M'] }],
    },
  ])
  expect(rowLines(preview.rows)).toEqual([
    '2 add one ONE product+variant',
    '3 error too-many - - too_many_variants',
    '4 error four - - too_many_options',
    '5 add many - product+variant variants_from_options changes_not_shown',
  ])
  expect(products[0]?.variants).toHaveLength(1_000)
})

test('images of Wix’s media manager are fetched from there, even with the short names of older files', async () => {
  const id = '4539ff5216324b1abcaeff2343acf661'
  const names = [
    `4cb4a2_${id}~mv2.jpg`,
    `4cb4a2_${id}~mv2_d_3000_2000_s_2.png`,
    `nsplsh_${id.slice(0, 20)}.jpg`,
    `4cb4a2_${id}`,
    `${id}.jpg`,
    id,
  ]
  const others = [`${id}0.jpg`, `x_${id}`, 'cup.jpg', `${id}.html/..`]
  const { preview, products } = await importFixture(
    Buffer.from(
      `handleId,fieldType,name,price,productImageUrl\ncup,Product,Cup,1,${[...names, ...others].join(';')}\n`,
    ),
  )
  expect(products[0]?.images.map(({ url }) => url)).toEqual(
    names.map((name) => `https://static.wixstatic.com/media/${name}`),
  )
  expect(preview.rows[0]?.warnings.map(({ value }) => value)).toEqual(others)
})

test('the export of present stores is read too, with its media rows', async () => {
  const { file, preview, products } = await imported('present-export')
  expect(file.dialect).toBe('wix')
  expect(products).toMatchObject([
    {
      handle: 'linen-shirt',
      variants: [
        {
          sku: 'LS-S',
          barcode: '4006381333931',
          price: '40.00',
          compareAtPrice: '50.00',
          inventoryQuantity: 4,
        },
        { sku: 'LS-M', price: '42.50', compareAtPrice: null, inventoryQuantity: 0 },
      ],
      images: [
        image('https://static.wixstatic.com/media/4cb4a2_d69789cb951a47ea8b072722f9885f77~mv2.jpg', 'Front'),
        image('https://img.example/back.jpg', 'Back'),
      ],
    },
  ])
  expect(rowLines(preview.rows).at(-1)).toBe('6 unchanged linen-shirt - - image_not_fetchable')
})

describe('a row that is tied to no product', () => {
  test('fails, as do a second product with the same id and a row of another kind', async () => {
    const { preview } = await imported('misplaced-rows')
    expect(rowLines(preview.rows)).toEqual([
      '2 add cap CAP product+variant',
      '3 error - CAP-2 - conflicting_values',
      '4 error - HAT-S - parent_not_found',
      '5 error - - - unknown_row_type',
      '6 error - - - parent_not_found',
      '7 add scarf SCARF product+variant',
      '8 error - - - missing_value',
    ])
  })
})

describe('a whole export', () => {
  test('is previewed row by row', async () => {
    const { preview } = await imported('realistic')
    expect(preview.counts).toEqual({ adds: 9, updates: 0, unchanged: 0, errors: 2, clears: 0 })
    expect(preview.warnings.map(({ code }) => code)).toEqual(['weight_unit_unknown'])
    expect(rowLines(preview.rows)).toEqual([
      '2 add linen-shirt - image+product',
      '3 add linen-shirt LS-S-SND variant',
      '4 add linen-shirt LS-S-NVY variant',
      '5 add linen-shirt LS-M-SND variant',
      '6 add linen-shirt LS-M-NVY variant ignored_value',
      '7 add enamel-mug 00471 image+product+variant',
      '8 add enamel-mug-mug-2 MUG-2 product+variant',
      '9 add gift-box - product+variant variants_from_options',
      '10 add fjord_poster POSTER image+product+variant image_not_fetchable',
      '11 error soy-candle CANDLE - invalid_number',
      '12 error - CAP-RED - parent_not_found',
    ])
  })
})
