import { describe, expect, test } from '@jest/globals'
import { recognize } from '../recognize.ts'
import { rowLines } from '../../../../test/support/preview/expected.ts'
import { importFixture } from '../../../../test/support/preview/import-fixture.ts'

async function imported(name: string) {
  const first = await importFixture(`etsy/${name}.csv`)
  const again = await importFixture(`etsy/${name}.csv`, first.catalog)
  expect(again.preview.counts).toMatchObject({ adds: 0, updates: 0, clears: 0 })
  return first
}

describe('recognition', () => {
  test.each([
    [['TITLE', 'DESCRIPTION', 'PRICE', 'CURRENCY_CODE', 'QUANTITY']],
    [['Title', 'Price', 'currency_code', 'IMAGE1']],
    [['TITOLO', 'PREZZO', 'CURRENCY_CODE', 'QUANTITÀ', 'IMMAGINE1']],
  ])('%j is Etsy’s', (header) => {
    expect(recognize(header).dialect.name).toBe('etsy')
  })

  test('a file without the currency is not', () => {
    expect(() => recognize(['TITLE', 'PRICE', 'QUANTITY'])).toThrow()
  })

  test('misspelt columns are listed with the nearest name', () => {
    expect(recognize(['TITLE', 'PRICE', 'CURRENCY_CODE', 'QUANTITY', 'MATERIAL']).unknownColumns).toEqual([
      { name: 'CURRENCY_CODE', nearest: null },
      { name: 'MATERIAL', nearest: 'MATERIALS' },
    ])
  })
})

test('a shop in Italian has its columns in Italian', async () => {
  const { file, products } = await imported('italian')
  expect(file.unknownColumns.map(({ name }) => name)).toEqual(['CURRENCY_CODE'])
  expect(products).toMatchObject([
    {
      title: 'Anello',
      optionNames: ['Misura'],
      variants: [{ optionValues: ['S'] }, { optionValues: ['M'] }],
    },
    {
      title: 'Vaso Raku',
      tags: ['raku', 'vaso grigio'],
      metadata: { materials: 'Ceramica' },
      variants: [{ sku: '30', price: '57.00', inventoryQuantity: 1 }],
      images: [{ url: 'https://i.shop.example/vaso/1.jpg' }, { url: 'https://i.shop.example/vaso/2.jpg' }],
    },
  ])
})

test('variations make at most 1,000 variants of a listing, and a repeated value makes one', async () => {
  const { preview, products } = await imported('too-many-variants')
  expect(rowLines(preview.rows)).toEqual([
    '2 error shirt - - too_many_variants',
    '3 add cap - product+variant variants_from_options',
  ])
  expect(products).toMatchObject([
    { handle: 'cap', optionNames: ['Size'], variants: [{ optionValues: ['S'] }, { optionValues: ['M'] }] },
  ])
  expect(preview.rows[1]?.warnings).toMatchObject([{ value: 'CAP, 5' }])
})

describe('a whole export', () => {
  test('is previewed row by row', async () => {
    const { preview } = await imported('realistic')
    expect(preview.counts).toEqual({ adds: 7, updates: 0, unchanged: 0, errors: 1, clears: 0 })
    expect(rowLines(preview.rows)).toEqual([
      '2 add speckled-mug-stoneware MUG image+product+variant',
      '3 add linen-throw THROW-NAVY image+product+variant',
      '4 add linen-throw-throw-sand THROW-SAND image+product+variant',
      '5 add fern-print - image+product+variant variants_from_options',
      '6 add name-ring - product+variant variants_from_options',
      '7 add key-hook HOOK product+variant',
      '8 error candle-candle CANDLE - invalid_number',
      '9 add candle - product+variant',
    ])
  })
})
