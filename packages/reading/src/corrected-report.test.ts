import type { Product } from '@catalog/catalog'
import { expect, test } from '@jest/globals'
import { errorsCsv } from './errors-csv.ts'
import type { ImportFile } from './import-file.ts'
import { emptyCatalog, importFixture } from '../../../test/support/preview/import-fixture.ts'
import cases from './testing/corrected-reports.json' with { type: 'json' }
import type { ImportedFixture } from '../../../test/support/preview/import-fixture.ts'

/**
 * By fixture, the rows that its import rejects, those in the report (the rejected ones, and those that they need), and the
 * text to replace with its replacement, in the report and in the whole file. A corrected image moves the one after it: an
 * update.
 */
test.each(cases)(
  'the report of $fixture, corrected, completes the import',
  async ({ fixture, rejected, returned, correction, adds, updates }) => {
    const catalog = emptyCatalog()
    const first = await importFixture(`${fixture}.csv`, catalog)
    expect(rowsOfKind(first, 'error')).toEqual(rejected)
    const report = await reportOf(first)
    expect(recordsOf(report.file, first.file)).toEqual(returned)
    const again = await importFixture(corrected(report.text, correction), catalog)
    expect(again.preview.counts).toEqual({
      adds,
      updates,
      unchanged: returned.length - adds - updates,
      errors: 0,
      clears: 0,
    })
    const whole = await importFixture(corrected(first.file.bytes.toString(), correction))
    expect(again.products.map(unordered)).toEqual(whole.products.map(unordered))
  },
)

test('rows returned with others have no reasons, and every row is as uploaded', async () => {
  const first = await importFixture('bigcommerce_v2/sku-rejected.csv')
  const { file } = await reportOf(first)
  expect(file.header).toEqual([...first.file.header, 'error_column', 'error_code', 'error_message'])
  const own = first.file.header.length
  const uploaded = first.file.records.filter(({ row }) => [4, 5, 7, 9, 10].includes(row))
  expect(file.records.map(({ cells }) => cells.slice(0, own))).toEqual(uploaded.map(({ cells }) => cells))
  expect(file.records.map(({ cells }) => cells.slice(own, own + 2))).toEqual([
    ['', ''],
    ['', ''],
    ['variant_price', 'invalid_number'],
    ['', ''],
    ['', ''],
  ])
})

function corrected(text: string, [wrong = '', right = '']: string[]): Buffer {
  const unix = text.replaceAll('\r\n', '\n')
  const parts = unix.split(wrong)
  if (parts.length < 2) throw new Error(`${wrong} is not in the file`)
  return Buffer.from(parts.join(right))
}

async function reportOf({ file, preview }: ImportedFixture): Promise<{ text: string; file: ImportFile }> {
  const rejected = preview.rows.filter(({ kind }) => kind === 'error')
  const bytes = Buffer.concat([...errorsCsv(file, rejected)])
  return { text: bytes.toString(), file: (await importFixture(bytes)).file }
}

function rowsOfKind({ preview }: ImportedFixture, wanted: string): number[] {
  return preview.rows.filter(({ kind }) => kind === wanted).map(({ row }) => row)
}

/** For each row of the report, the row of `file` that it comes from. */
function recordsOf(report: ImportFile, file: ImportFile): (number | undefined)[] {
  const keyOf = (cells: string[]) => JSON.stringify(cells.slice(0, file.header.length))
  return report.records.map(({ cells }) => file.records.find((own) => keyOf(own.cells) === keyOf(cells))?.row)
}

/** Order-independent: rows that are imported later come after stored ones. Variants by SKU, images by URL. */
function unordered(product: Product): Product {
  return {
    ...product,
    variants: product.variants.toSorted((a, b) => (a.sku < b.sku ? -1 : 1)),
    images: product.images.toSorted((a, b) => (a.url < b.url ? -1 : 1)),
  }
}
