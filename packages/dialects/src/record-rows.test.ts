import { describe, expect, test } from '@jest/globals'
import { emptyCatalog, previewAgainst } from '../../../test/support/preview/apply-plan.ts'
import { fileOf } from '../../../test/support/preview/csv-files.ts'
import { recordRows } from './record-rows.ts'

const cap = 256 * 1024
const rowOf = (...cells: string[]) => recordRows(['handle', 'note'], [{ row: 7, cells }])[0]

async function codesOf(content: string) {
  const { dialect, table } = await fileOf(content)
  return [dialect, ...table.rows.flatMap(({ warnings }) => warnings.map(({ code }) => code))]
}

describe('a short row', () => {
  test.each([
    ['canonical', 'handle,title,metadata.a,note\na,A,x\n'],
    ['woocommerce', 'Type,Name,Regular price,Tags,Meta: a\nsimple,A,1\n'],
    ['shopify_legacy', 'Handle,Title,Variant Price,Tags\na,A,1\n'],
    ['medusa', 'Product Handle,Product Title,Variant Price EUR,Product Tags\na,A,1\n'],
    ['bigcommerce_v2', 'Item Type,Product Name,Price,Product Description\nProduct,A,1\n'],
    ['bigcommerce_v3', 'Item,ID,Name,Price,Description\nProduct,1,A,1\n'],
    ['magento2', 'sku,product_type,name,price,weight\na,simple,A,1\n'],
    ['wix', 'handleId,fieldType,name,price,media\na,Product,A,1\n'],
    ['etsy', 'TITLE,PRICE,CURRENCY_CODE,QUANTITY,TAGS\nA,1,EUR,1\n'],
    ['lightspeed', 'handle,name,retail_price,supply_price,tags\na,A,1,1\n'],
  ])('has a warning if it lacks a column that is read: %s', async (dialect, content) => {
    expect(await codesOf(content)).toEqual([dialect, 'row_padded'])
  })

  test.each([
    ['woocommerce', 'Type,Name,Regular price,Meta: a,Meta: _b\nsimple,A,1\n'],
    ['shopify_legacy', 'Handle,Title,Variant Price,Fit (product.metafields.custom.fit),Gift Card\na,A,1\n'],
    ['medusa', 'Product Handle,Product Title,Variant Price EUR,Note\na,A,1\n'],
    ['bigcommerce_v2', 'Item Type,Product Name,Price,Note\nProduct,A,1\n'],
    ['bigcommerce_v3', 'Item,ID,Name,Price,Note\nProduct,1,A,1\n'],
    ['magento2', 'sku,product_type,name,price,note\na,simple,A,1\n'],
    ['wix', 'handleId,fieldType,name,price,note\na,Product,A,1\n'],
    ['etsy', 'TITLE,PRICE,CURRENCY_CODE,QUANTITY,NOTE\nA,1,EUR,1\n'],
    ['lightspeed', 'handle,name,retail_price,supply_price,note\na,A,1,1\n'],
  ])(
    'of %s is none where it lacks columns that are not read, or of custom fields',
    async (dialect, content) => {
      expect(await codesOf(content)).toEqual([dialect])
    },
  )
})

describe('a cell of more than 256 KiB', () => {
  test.each([
    ['x'.repeat(cap), []],
    ['x'.repeat(cap + 1), ['too_long']],
    ['é'.repeat(cap / 2), []],
    [`${'é'.repeat(cap / 2)}x`, ['too_long']],
    ['€'.repeat(cap / 3 + 1), ['too_long']],
    ['🧵'.repeat(cap / 4), []],
    [`${'🧵'.repeat(cap / 4)}x`, ['too_long']],
  ])('is recognised by its bytes: %#', (cell, codes) => {
    expect(rowOf('a', cell)?.errors.map(({ code }) => code)).toEqual(codes)
  })

  test('is reported by its column, and only its beginning is read further', () => {
    const record = { row: 7, cells: ['a', 'x'.repeat(2 * cap)] }
    const [row] = recordRows(['handle', 'note'], [record])
    expect(row?.errors[0]).toMatchObject({ column: 'note', code: 'too_long' })
    expect(row?.cells).toEqual(['a', `${'x'.repeat(cap)}…`])
    expect(record.cells[1]).toHaveLength(2 * cap)
  })

  test('is reported by its position if its column has no name', () => {
    expect(rowOf('a', '', 'x'.repeat(cap + 1))?.errors[0]).toMatchObject({ column: '(column 3)' })
  })

  test.each([
    ['handle,title,variant_price,note\na,A,1,x\n', 'note'],
    ['Handle,Title,Variant Price,Note\na,A,1,x\n', 'Note'],
    ['URL handle,Title,Price,Note\na,A,1,x\n', 'Note'],
    ['Type,Name,Regular price,Images\nsimple,A,1,x\n', 'Images'],
    ['Product Handle,Product Title,Variant Price EUR,Product Tags\na,A,1,x\n', 'Product Tags'],
    ['Item Type,Product Name,Price,Product Description\nProduct,A,1,x\n', 'Product Description'],
    ['Item,ID,Name,Price,Description\nProduct,1,A,1,x\n', 'Description'],
    ['sku,product_type,name,price,additional_attributes\na,simple,A,1,x\n', 'additional_attributes'],
  ])('is an error of its row, whatever the format: %s', async (content, column) => {
    const long = content.replace(/x\n$/, `${'x, '.repeat(cap / 3 + 1)}\n`.replace(/^.*/, '"$&"'))
    const { table } = await fileOf(long)
    const { rows } = previewAgainst(emptyCatalog(), table)
    expect(rows.map(({ kind }) => kind)).toEqual(['error'])
    expect(rows[0]?.errors).toContainEqual(expect.objectContaining({ code: 'too_long', column }))
  })
})
