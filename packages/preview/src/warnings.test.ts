import { DraftRow } from '@catalog/contracts'
import { describe, expect, test } from '@jest/globals'
import { emptyCatalog, toSlice } from '../../../test/support/preview/apply-plan.ts'
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

test('the titles to spelling up are those of products that are not stored, each once', async () => {
  const { table } = await fileOf('handle,title\nMug,Mug\ncap,Cap\ncap,Cap\nhat, Cap\nbag,\na b,Bad\n')
  expect(titlesOf(table, new Set(['mug']))).toEqual(['Cap'])
})

test('the handles with zeros to spelling up are those of numbers that are not stored', () => {
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
