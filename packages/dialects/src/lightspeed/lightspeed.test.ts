import { describe, expect, test } from '@jest/globals'
import { recognize } from '../recognize.ts'
import { rowLines } from '../../../../test/support/preview/expected.ts'
import { importFixture } from '../../../../test/support/preview/import-fixture.ts'

async function imported(name: string) {
  const first = await importFixture(`lightspeed/${name}.csv`)
  const again = await importFixture(`lightspeed/${name}.csv`, first.catalog)
  expect(again.preview.counts).toMatchObject({ adds: 0, updates: 0, clears: 0 })
  return first
}

describe('recognition', () => {
  test.each([
    [['id', 'handle', 'sku', 'name', 'supply_price', 'retail_price', 'tags']],
    [['handle', 'name', 'retail_price', 'track_inventory']],
  ])('%j is Lightspeed’s', (header) => {
    expect(recognize(header).dialect.name).toBe('lightspeed')
  })

  test.each([[['handle', 'name', 'retail_price']], [['sku', 'name', 'supply_price', 'retail_price']]])(
    '%j is not',
    (header) => {
      expect(() => recognize(header)).toThrow()
    },
  )

  test('quantities of any outlet are recognised, and misspelt columns listed with the nearest name', () => {
    const header = ['handle', 'name', 'retail_price', 'supply_price', 'inventory_Main', 'brand_nam']
    expect(recognize(header).unknownColumns).toEqual([
      { name: 'supply_price', nearest: null },
      { name: 'brand_nam', nearest: 'brand_name' },
    ])
  })
})

test('the export under its earlier names is read too', async () => {
  const { preview, products } = await imported('vend')
  expect(products).toMatchObject([
    { handle: 'cap', title: 'Cap', productType: 'Hats', variants: [{ sku: 'CAP-R', inventoryQuantity: 3 }] },
  ])
  expect(rowLines(preview.rows)).toEqual([
    '2 add cap CAP-R product+variant incomplete_product',
    '3 error cap CAP-B - invalid_integer ignored_value',
  ])
  expect(preview.warnings).toEqual([])
})

test('weights in a unit that is not known are left out, with a warning of the file', async () => {
  const { preview, products } = await importFixture(
    Buffer.from('handle,name,retail_price,supply_price,weight,weight_unit\ncap,Cap,10,5,2,ST\n'),
  )
  expect(products).toMatchObject([{ variants: [{ weightGrams: null }] }])
  expect(preview.warnings.map(({ code }) => code)).toEqual(['weight_unit_unknown'])
})

function read(...rows: string[]) {
  const header = 'handle,sku,name,variant_option_one_name,variant_option_one_value,retail_price,supply_price'
  return importFixture(Buffer.from([header, ...rows].join('\n')))
}

describe('an option', () => {
  test('that no row of the product has a value for is left out with a warning', async () => {
    const { preview, products } = await read('bear,BEAR,Bear,Colour,,20,7')
    expect(products).toMatchObject([{ optionNames: [], variants: [{ sku: 'BEAR' }] }])
    expect(rowLines(preview.rows)).toEqual(['2 add bear BEAR product+variant ignored_value'])
  })

  test('that a row of the product has a value for must have one on each', async () => {
    const { preview } = await read('bear,BEAR-R,Bear,Colour,Red,20,7', 'bear,BEAR,Bear,Colour,,20,7')
    expect(rowLines(preview.rows)).toEqual([
      '2 add bear BEAR-R product+variant incomplete_product',
      '3 error bear BEAR - missing_option_value',
    ])
  })

  test('without a name is left out with a warning', async () => {
    const { preview, products } = await read('gate,GATE,Gate Magnet,,University,6,3')
    expect(products).toMatchObject([{ optionNames: [], variants: [{ sku: 'GATE' }] }])
    expect(preview.rows[0]?.warnings).toMatchObject([
      { column: 'option1_value', code: 'ignored_value', value: 'University' },
    ])
  })
})

test.each([
  ['1', '1', 'active'],
  ['1', '0', 'draft'],
  ['0', '1', 'draft'],
  ['1', '', 'active'],
])('active %s and active_online %s are the status %s', async (active, online, status) => {
  const { products } = await importFixture(
    Buffer.from(
      `handle,name,retail_price,supply_price,active,active_online\ncap,Cap,10,5,${active},${online}\n`,
    ),
  )
  expect(products).toMatchObject([{ status }])
})

describe('a whole export', () => {
  test('is previewed row by row', async () => {
    const { preview } = await imported('realistic')
    expect(preview.counts).toEqual({ adds: 7, updates: 0, unchanged: 1, errors: 1, clears: 0 })
    expect(preview.warnings.map(({ code }) => code)).toEqual(['several_outlets'])
    expect(rowLines(preview.rows)).toEqual([
      '2 add linenshirt--v1.2 LS-S product+variant',
      '3 add linenshirt--v1.2 LS-M variant',
      '4 add linenshirt--v1.2 LS-L variant',
      '5 add enamel-mug 00471 product+variant',
      '6 add gift-wrap WRAP product+variant',
      '7 add paper-bag BAG product+variant inventory_not_tracked handle_adjusted',
      '8 add breakfast-set SET product+variant',
      '9 unchanged breakfast-set SET - row_not_imported',
      '10 error soy-candle CANDLE - invalid_number',
    ])
  })
})
