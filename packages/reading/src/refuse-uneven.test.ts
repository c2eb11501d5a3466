import { describe, expect, test } from '@jest/globals'
import { readFile } from './read-file.ts'

const headers = {
  canonical: 'handle,title,variant_price,vendor,tags,status',
  shopify_legacy: 'Handle,Title,Body (HTML),Variant Price,Tags,Status',
  woocommerce: 'Type,Name,Regular price,SKU,Tags,Stock',
  magento2: 'sku,attribute_set_code,name,price,weight,qty',
  bigcommerce_v2: 'Item Type,Product Name,Price,Product Description,Brand Name,Note',
  bigcommerce_v3: 'Item,ID,Name,Price,Description,Note',
  wix: 'handleId,fieldType,name,price,media,sku',
  etsy: 'TITLE,PRICE,CURRENCY_CODE,QUANTITY,TAGS,SKU',
  lightspeed: 'handle,name,retail_price,supply_price,tags,sku',
  medusa: 'Product Handle,Product Title,Variant SKU,Variant Price EUR,Product Status,Note',
}

async function codeOf(header: string, widths: number[]): Promise<string> {
  const rows = widths.map((width, row) => Array.from({ length: width }, (_, at) => `${row}${at}`).join(','))
  try {
    await readFile(Buffer.from([header, ...rows].join('\n')))
    return ''
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error)
  }
}

describe.each(Object.entries(headers))('a file of %s', (dialect, header) => {
  test.each([[[5, 3, 4, 6]], [[4, 3]], [[3, 5, 4, 5, 3, 6, 6]]])(
    'is refused where most rows lack cells, and not all as many: %j',
    async (widths) => {
      expect(await codeOf(header, widths)).toBe('uneven_rows')
    },
  )

  test.each([[[4, 4, 4]], [[4, 6, 4, 4]], [[6, 5, 4, 6, 6]], [[3, 4, 6, 6]]])(
    'is read where a program left out empty columns, or few rows are short: %j',
    async (widths) => {
      expect(await codeOf(header, widths)).toBe('')
    },
  )

  test('is read where only later rows have the last columns, unless it is our own', async () => {
    expect(await codeOf(header, [3, 4, 5, 6])).toBe(dialect === 'canonical' ? 'uneven_rows' : '')
  })
})
