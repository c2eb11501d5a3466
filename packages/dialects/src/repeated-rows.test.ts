import { describe, expect, test } from '@jest/globals'
import { importFixture } from '../../../test/support/preview/import-fixture.ts'
import smallFiles from './testing/small-files.json' with { type: 'json' }

/** Of foreign formats with a column of SKUs, but the one in which a rule may stand twice. */
const files = Object.entries(smallFiles).filter(
  ([dialect, [header = '']]) => /sku/i.test(header) && !['canonical', 'bigcommerce_v2'].includes(dialect),
)

describe.each(files)('in %s', (dialect, [header = '', cap = '']) => {
  test('a row that repeats an earlier one is left out, with a warning', async () => {
    const { file, preview, products } = await importCsv([header, cap, cap, cap])
    expect(file).toMatchObject({ dialect })
    expect(products.map(({ variants }) => variants.map(({ sku }) => sku))).toEqual([['A']])
    expect(preview.counts).toMatchObject({ adds: 1, unchanged: 2, errors: 0 })
    expect(
      preview.rows.map(({ row, warnings }) => [row, warnings.map(({ parameters }) => parameters)]),
    ).toEqual([
      [2, []],
      [3, [{ case: 'repeated', row: 2 }]],
      [4, [{ case: 'repeated', row: 2 }]],
    ])
  })

  test('a row with the SKU of another and another price is not', async () => {
    const { preview } = await importCsv([header, cap, cap.replace('5', '6')])
    expect(preview.rows.flatMap(({ warnings }) => warnings.map(({ code }) => code))).not.toContain(
      'row_not_imported',
    )
  })
})

test('the template has no such rows to leave out: there a row twice is an error', async () => {
  const row = 'cap,Cap,A,5'
  const { preview } = await importCsv(['handle,title,variant_sku,variant_price', row, row])
  expect(preview.counts).toMatchObject({ errors: 2 })
})

function importCsv(lines: string[]): ReturnType<typeof importFixture> {
  return importFixture(Buffer.from(lines.join('\n')))
}
