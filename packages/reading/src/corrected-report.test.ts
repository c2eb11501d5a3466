import type { Product } from '@catalog/catalog'
import { expect, test } from '@jest/globals'
import { errorsCsv } from './errors-csv.ts'
import type { ImportFile } from './import-file.ts'
import { emptyCatalog, importFixture } from '../../../test/support/preview/import-fixture.ts'
import type { ImportedFixture } from '../../../test/support/preview/import-fixture.ts'

interface Case {
  fixture: string
  /** Rows that the import of the fixture rejects. */
  rejected: number[]
  /** Rows in the report: the rejected ones, and those that they need. */
  returned: number[]
  /** The text to replace and its replacement, in the report and in the whole file. */
  correction: [string, string]
  adds: number
  updates?: number
}

const price: [string, string] = ['12 EUR', '12']
const lowPrice: [string, string] = ['5 EUR', '5']
const cases: Case[] = [
  { fixture: 'wix/variant-rejected', rejected: [4], returned: [2, 4], correction: ['5 EUR', '5'], adds: 1 },
  { fixture: 'lightspeed/variant-rejected', rejected: [3], returned: [2, 3], correction: price, adds: 1 },
  {
    fixture: 'bigcommerce_v2/sku-rejected',
    rejected: [7],
    returned: [4, 5, 7, 9, 10],
    correction: price,
    adds: 1,
  },
  {
    fixture: 'bigcommerce_v2/rule-rejected',
    rejected: [4],
    returned: [2, 3, 4, 5],
    correction: ['[ADD]two', '[ADD]2'],
    adds: 1,
  },
  {
    fixture: 'bigcommerce_v2/row-type-rejected',
    rejected: [4],
    returned: [2, 3, 4, 5],
    correction: ['Sky,', 'SKU,'],
    adds: 1,
  },
  {
    fixture: 'bigcommerce_v2/product-misspelt-rejected',
    rejected: [4, 5, 6],
    returned: [2, 3, 4, 5, 6],
    correction: ['Produkt', 'Product'],
    adds: 2,
  },
  {
    fixture: 'bigcommerce_v3/product-misspelt-rejected',
    rejected: [4, 5, 6],
    returned: [2, 3, 4, 5, 6],
    correction: ['Itm', 'Product'],
    adds: 3,
  },
  {
    fixture: 'bigcommerce_v3/variant-rejected',
    rejected: [6],
    returned: [4, 5, 6],
    correction: price,
    adds: 1,
  },
  {
    fixture: 'bigcommerce_v3/image-rejected',
    rejected: [6],
    returned: [2, 3, 5, 6, 7],
    correction: ['x'.repeat(600), ''],
    adds: 1,
    // The image after it moves on.
    updates: 1,
  },
  {
    fixture: 'woocommerce/variation-rejected',
    rejected: [4],
    returned: [2, 4, 6],
    correction: lowPrice,
    adds: 1,
  },
  {
    fixture: 'woocommerce/same-name-rejected',
    rejected: [3],
    returned: [2, 3],
    correction: lowPrice,
    adds: 1,
  },
  {
    fixture: 'woocommerce/parent-twice-rejected',
    rejected: [4],
    returned: [2, 4, 5],
    correction: ['4,SHIRT,', '4,id:10,'],
    adds: 1,
  },
  {
    fixture: 'woocommerce/parent-misspelt-rejected',
    rejected: [5],
    returned: [2, 5],
    correction: ['TEEE', 'TEE'],
    adds: 1,
  },
  { fixture: 'magento2/variant-rejected', rejected: [3], returned: [2, 3, 5], correction: price, adds: 1 },
  { fixture: 'magento2/same-name-rejected', rejected: [3], returned: [2, 3], correction: lowPrice, adds: 1 },
  {
    fixture: 'magento2/configurable-rejected',
    rejected: [2, 4, 5],
    returned: [2, 4, 5],
    correction: [',stray', ','],
    adds: 3,
  },
  {
    fixture: 'magento2/variant-of-two-rejected',
    rejected: [3],
    returned: [3, 4, 5],
    correction: ['sku=TOP-S,size=S|sku=TEE-M,size=M', 'sku=TOP-S,size=S'],
    adds: 1,
  },
  { fixture: 'medusa/variant-rejected', rejected: [4], returned: [2, 4], correction: price, adds: 1 },
  { fixture: 'shopify/variant-rejected', rejected: [3], returned: [2, 3], correction: price, adds: 1 },
  { fixture: 'shopify_legacy/variant-rejected', rejected: [3], returned: [2, 3], correction: price, adds: 1 },
]

test.each(cases)(
  'the report of $fixture, corrected, completes the import',
  async ({ fixture, rejected, returned, correction, adds, updates = 0 }) => {
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

function corrected(text: string, [wrong, right]: [string, string]): Buffer {
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
