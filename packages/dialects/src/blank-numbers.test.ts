import { describe, expect, test } from '@jest/globals'
import { previewAgainst } from '../../../test/support/preview/apply-plan.ts'
import { fileOf } from '../../../test/support/preview/csv-files.ts'
import { emptyCatalog, importFixture } from '../../../test/support/preview/import-fixture.ts'
import numbers from './testing/blank-numbers.json' with { type: 'json' }
import files from './testing/small-files.json' with { type: 'json' }

const words = ['N/A', '-', 'n.a.', 'none', ' – ']
const lines = new Map(Object.entries(files))

describe.each(Object.entries(numbers))('in %s', (dialect, names) => {
  test.each(names.flatMap((name) => words.map((word) => [name, word] as const)))(
    '%s may be %j, which is blank',
    async (name, word) => {
      const [header = '', ...rows] = lines.get(dialect) ?? []
      const withCell = (cell: string) =>
        Buffer.from([`${header},${name}`, ...rows.map((row) => `${row},${cell}`)].join('\n'))
      const blank = await importFixture(withCell(''))
      const { file, preview, products } = await importFixture(withCell(word))
      expect(file.dialect).toBe(dialect)
      expect(file.unknownColumns.map((column) => column.name)).not.toContain(name)
      expect(preview.counts.errors).toBe(0)
      const warnings = preview.rows.map((row) =>
        row.warnings.map(({ parameters, code }) => parameters?.case ?? code),
      )
      const isQuantity = warnings.flat().includes('quantity_missing')
      expect(warnings[0]).toEqual(isQuantity ? ['no_number', 'quantity_missing'] : ['no_number'])
      const expected = blank.products.map((product) => ({
        ...product,
        variants: product.variants.map((variant) =>
          isQuantity ? { ...variant, inventoryQuantity: 0 } : variant,
        ),
      }))
      expect(products).toEqual(expected)
      const again = await importFixture(withCell(word), blank.catalog)
      expect(again.preview.counts).toMatchObject({ errors: 0, updates: 0 })
      expect(again.preview.rows[0]?.warnings).toMatchObject([{ code: 'ignored_value', value: word.trim() }])
    },
  )
})

const quantities = [
  ['>10', 10, ['at_least']],
  ['≥ 10', 10, ['at_least']],
  ['100+', 100, ['at_least']],
  ['> 5 Stk.', 5, ['at_least']],
  ['12 pcs', 12, []],
  ['7 шт', 7, []],
  ['ausverkauft', 0, []],
  ['Out of stock', 0, []],
  ['нет в наличии', 0, []],
] as const

describe.each(Object.keys(files))('a quantity in %s', (dialect) => {
  const names = Object.entries(numbers).find(([name]) => name === dialect)?.[1] ?? []
  const [header = '', cap = ''] = lines.get(dialect) ?? []

  async function quantityOf(name: string, cell: string) {
    const { preview, products } = await importFixture(Buffer.from(`${header},${name}\n${cap},${cell}\n`))
    const rounded = (preview.rows[0]?.warnings ?? []).filter(({ code }) => code === 'rounded_number')
    return [products[0]?.variants[0]?.inventoryQuantity, rounded.map(({ parameters }) => parameters?.case)]
  }

  test.each(quantities)('%s is %d', async (cell, quantity, warnings) => {
    for (const name of names) {
      // Its other numbers may be no quantities.
      if ((await quantityOf(name, '3'))[0] !== 3) continue
      expect([name, ...(await quantityOf(name, cell))]).toEqual([name, quantity, warnings])
    }
  })
})

test.each(['<5', '~10', '10 kg', '5-10', 'ja', '+', '> x'])(
  'a quantity of %s is not guessed',
  async (cell) => {
    const columns: [string, string][] = [
      ['what', 'title'],
      ['stock', 'variant_inventory_quantity'],
      ['eur', 'variant_price'],
    ]
    const file = await fileOf(`what,stock,eur\nCap,${cell},5\n`, new Date(), { columns, identity: 'title' })
    const { rows } = previewAgainst(emptyCatalog(), file.table)
    expect(rows[0]?.errors).toMatchObject([{ code: 'invalid_integer', value: cell }])
  },
)

test.each(Object.entries(files))('%s: a price of a new product that is none is an error', async (_, file) => {
  const { preview } = await importFixture(
    Buffer.from(file.join('\n').replaceAll(/(?<=,)5(?=,|\n|$)/g, 'N/A')),
  )
  expect(preview.counts).toMatchObject({ errors: 1, adds: 1 })
})

test.each([
  ['was', 'variant_compare_at_price', ['no_number']],
  ['weight (kg)', 'variant_weight_grams', ['no_number']],
  ['stock', 'variant_inventory_quantity', ['no_number', 'quantity_missing']],
  ['price', 'variant_price', []],
])('in a mapped file %s may be none only if it may be blank', async (name, target, warnings) => {
  const columns: [string, string][] = [
    ['what', 'title'],
    [name, target],
  ]
  if (target !== 'variant_price') columns.push(['eur', 'variant_price'])
  const bytes = Buffer.from(`what,${name},eur\nCap,N/A,5\n`)
  const file = await fileOf(bytes, new Date(), { columns, identity: 'title' })
  const { rows } = previewAgainst(emptyCatalog(), file.table)
  expect(rows[0]?.errors.length).toBe(warnings.length === 0 ? 1 : 0)
  expect(rows[0]?.warnings.map(({ parameters, code }) => parameters?.case ?? code)).toEqual(warnings)
})
