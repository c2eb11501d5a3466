import { describe, expect, test } from '@jest/globals'
import { importFixture } from '../../../test/support/preview/import-fixture.ts'

/** By dialect, a file of a cap. */
const files = {
  shopify: ['URL handle,Title,SKU,Price,Status', 'cap,Cap,A,5,active'],
  shopify_legacy: ['Handle,Title,Variant SKU,Variant Price', 'cap,Cap,A,5'],
  woocommerce: ['Type,SKU,Name,Regular price', 'simple,A,Cap,5'],
  magento2: ['sku,product_type,name,price', 'A,simple,Cap,5'],
  bigcommerce_v3: ['Item,ID,SKU,Name,Price', 'Product,1,A,Cap,5'],
  medusa: ['Product Handle,Product Title,Variant SKU,Variant Price EUR', 'cap,Cap,A,5'],
  wix: ['handleId,fieldType,sku,name,price', 'product_1,Product,A,Cap,5'],
  lightspeed: ['handle,sku,name,retail_price,supply_price', 'cap,A,Cap,5,1'],
}

describe.each(Object.entries(files))('in %s', (dialect, [header = '', cap = '']) => {
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
