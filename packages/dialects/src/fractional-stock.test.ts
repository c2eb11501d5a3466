import { expect, test } from '@jest/globals'
import { previewAgainst } from '../../../test/support/preview/apply-plan.ts'
import { fileOf } from '../../../test/support/preview/csv-files.ts'
import { emptyCatalog, importFixture } from '../../../test/support/preview/import-fixture.ts'
import columns from './testing/blank-numbers.json' with { type: 'json' }
import files from './testing/small-files.json' with { type: 'json' }

const lines = new Map(Object.entries(files))
const stocks = Object.entries(columns).flatMap(([dialect, names]) =>
  names.filter((name) => /stock|qty|quantity|inventory/i.test(name)).map((name) => [dialect, name] as const),
)

test.each(stocks)('in %s, %s with decimals is rounded down with a warning', async (dialect, name) => {
  for (const [cell, expected] of Object.entries({ '1.5': 1, '0.4': 0, '-0.5': -1, '12.250': 12 })) {
    const [header = '', ...rows] = lines.get(dialect) ?? []
    const text = [`${header},${name}`, ...rows.map((row) => `${row},${cell}`)].join('\n')
    const { preview, products } = await importFixture(Buffer.from(text))
    expect(products.map(({ variants }) => variants[0]?.inventoryQuantity)).toEqual([expected, expected])
    expect(preview.rows[0]?.warnings).toMatchObject([
      { code: 'rounded_number', parameters: { case: 'pieces' } },
    ])
  }
})

test.each([
  ['1,5', 1, 0],
  ['3,0', 3, 0],
  ['1.5', undefined, 1],
  ['1.250,5', undefined, 1],
])('in a mapped file with decimal commas a stock of %s is %s', async (cell, stock, errors) => {
  const bytes = Buffer.from(`what;stock;eur\nCap;"${cell}";5,90\n`)
  const file = await fileOf(bytes, new Date(), {
    columns: [
      ['what', 'title'],
      ['stock', 'variant_inventory_quantity'],
      ['eur', 'variant_price'],
    ],
    identity: 'title',
  })
  const { counts, plan } = previewAgainst(emptyCatalog(), file.table)
  expect(counts.errors).toBe(errors)
  expect(plan.variants.adds[0]?.inventoryQuantity).toBe(stock)
})

test('in our own format it is an error', async () => {
  const text = 'handle,title,variant_price,variant_inventory_quantity\ncap,Cap,5,1.5\n'
  const { preview } = await importFixture(Buffer.from(text))
  expect(preview.rows[0]?.errors).toMatchObject([{ code: 'invalid_integer' }])
})
