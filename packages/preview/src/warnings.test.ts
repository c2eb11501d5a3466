import { DraftRow } from '@catalog/contracts'
import { describe, expect, test } from '@jest/globals'
import { applyPlan, emptyCatalog, toSlice } from '../../../test/support/preview/apply-plan.ts'
import { previewOf, shop } from '../../../test/support/preview/shop.ts'
import { fileOf } from '../../../test/support/preview/csv-files.ts'
import { paddedHandles, titlesOf } from './keys.ts'
import { previewTable } from './preview-table.ts'

const warningsOf = ({ rows }: { rows: DraftRow[] }) =>
  rows.map(({ warnings }) => warnings.map(({ code, column }) => `${code} ${column}`).join())

describe('a description', () => {
  test.each([
    ['as long as a spreadsheet cell may be cut', 'x'.repeat(32_767), 'text_cut description_html'],
    ['of that length with line breaks too', `${'x'.repeat(32_766)}\r\n`, 'text_cut description_html'],
    ['that is shorter is not', 'x'.repeat(32_766), ''],
    ['that is longer would be cut by a spreadsheet', 'x'.repeat(32_768), 'long_description description_html'],
  ])('%s', async (_name, description_html, expected) => {
    const result = await previewOf([{ handle: 'mug', description_html }], await shop())
    expect(warningsOf(result)).toEqual([expected])
    expect(result.counts.updates).toBe(1)
  })
})

test('a text with a replacement character is reported, with the place, on every row that has it', async () => {
  const result = await previewOf(
    [
      {
        handle: 'cap',
        title: 'Caf\uFFFD',
        tags: 'a, \uFFFD',
        option1_name: 'Size',
        option1_value: 'S',
        variant_price: '1',
      },
      {
        handle: 'cap',
        option1_value: '\uFFFD',
        variant_price: '1',
        'metadata.care': `${'x'.repeat(300)}\uFFFD`,
      },
      { handle: 'mug', variant_sku: 'MUG' },
      { handle: 'hat', title: 'Caf\uFFFD', variant_price: '1' },
    ],
    await shop(),
  )
  expect(warningsOf(result)).toEqual([
    'replacement_character title,replacement_character tags',
    'replacement_character option1_value,replacement_character metadata.care',
    '',
    'replacement_character title',
  ])
  expect(result.rows[1]?.warnings[1]?.value).toMatch(/^…x{100}\uFFFD$/)
  expect(result.counts).toMatchObject({ adds: 3, unchanged: 1 })
})

describe('a new product', () => {
  test('with the title of a stored product with another handle is reported, and added', async () => {
    const result = await previewOf(
      [
        { handle: 'shirt-2', title: 'Shirt', option1_name: 'Size', option1_value: 'S', variant_price: '1' },
        { handle: 'shirt-2', option1_value: 'M', variant_price: '1' },
        { handle: 'mug', title: 'Shirt' },
        { handle: 'cap', title: 'Cap', variant_price: '1' },
      ],
      await shop(),
    )
    expect(warningsOf(result)).toEqual(['title_exists title', '', '', ''])
    expect(result.rows[0]?.warnings[0]?.message).toContain('“shirt”')
    expect(result.counts).toMatchObject({ adds: 3, updates: 1 })
  })

  test('that is imported again is no longer new', async () => {
    const catalog = await shop()
    const rows = [{ handle: 'shirt-2', title: 'Shirt', variant_price: '1' }]
    applyPlan(catalog, (await previewOf(rows, catalog)).plan)
    expect(warningsOf(await previewOf(rows, catalog))).toEqual([''])
  })

  test('whose handle is a stored one without its leading zeros is reported, unless the file has that one too', async () => {
    const catalog = await shop()
    const products = ['007', '00', '08', '7a'].map((handle) => ({
      handle,
      title: handle,
      variant_price: '1',
    }))
    applyPlan(catalog, (await previewOf(products, catalog)).plan)
    const numbers = ['7', '0', '8', '08', '70', '07a'].map((handle) => ({
      handle,
      title: `No. ${handle}`,
      variant_price: '1',
    }))
    const result = await previewOf(numbers, catalog)
    expect(warningsOf(result)).toEqual([
      'leading_zeros_lost handle',
      'leading_zeros_lost handle',
      '',
      '',
      '',
      '',
    ])
    expect(result.rows[0]?.warnings[0]?.message).toContain('“007”')
    applyPlan(catalog, result.plan)
    expect(warningsOf(await previewOf(numbers, catalog)).join('')).toBe('')
  })

  test('with a SKU of another product is an error, not a warning', async () => {
    const result = await previewOf(
      [{ handle: 'cup', title: 'Mug', variant_sku: 'MUG', variant_price: '1' }],
      await shop(),
    )
    expect(result.rows[0]).toMatchObject({ kind: 'error', errors: [{ code: 'sku_taken' }], warnings: [] })
  })
})

test('the titles to look up are those of products that are not stored, each once', async () => {
  const { table } = await fileOf('handle,title\nMug,Mug\ncap,Cap\ncap,Cap\nhat, Cap\nbag,\na b,Bad\n')
  expect(titlesOf(table, new Set(['mug']))).toEqual(['Cap'])
})

test('the handles with zeros to look up are those of numbers that are not stored', () => {
  expect(paddedHandles(['7', '08', 'a7', '9'], new Set(['9']))).toEqual([
    '07',
    '007',
    '0007',
    '00007',
    '000007',
    '0000007',
  ])
})

test('without the owners of titles there is no warning', async () => {
  const { titleOwners: _titles, ...slice } = toSlice(await shop())
  const { table } = await fileOf('handle,title,variant_price\ncap,Mug,1\n')
  expect(warningsOf(previewTable(table, slice))).toEqual([''])
})

test('every warning code is in the contract', async () => {
  const { rows } = await previewOf(
    [{ handle: 'cap', title: '\uFFFD', description_html: 'x'.repeat(32_767), variant_price: '1' }],
    emptyCatalog(),
  )
  expect(rows.map((row) => DraftRow.parse(row))).toEqual(rows)
})

test('a rounded number has a warning in each row, with the text of the cell', async () => {
  const product = { title: 'Mug', variant_price: '27.500000000000004' }
  const products = ['mug', 'cup'].map((handle) => Object.assign({ handle }, product))
  const { rows } = await previewOf(products, emptyCatalog())
  expect(rows.map(({ kind, warnings }) => ({ kind, warnings }))).toEqual(
    ['mug', 'cup'].map(() => ({
      kind: 'add',
      warnings: [
        {
          column: 'variant_price',
          code: 'rounded_number',
          message: expect.stringContaining('rounded to 27.5'),
          value: '27.500000000000004',
          parameters: { case: 'rounded', rounded: '27.5' },
        },
      ],
    })),
  )
})
