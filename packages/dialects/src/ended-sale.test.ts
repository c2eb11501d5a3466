import { describe, expect, test } from '@jest/globals'
import { importFixture } from '../../../test/support/preview/import-fixture.ts'

const dialects = {
  woocommerce: {
    columns: 'Type,SKU,Name,Regular price,Sale price',
    row: (price: string, sale: string) => `simple,A,Cap,${price},${sale}`,
  },
  magento2: {
    columns: 'sku,product_type,name,price,special_price',
    row: (price: string, sale: string) => `A,simple,Cap,${price},${sale}`,
  },
  bigcommerce_v2: {
    columns: 'Item Type,Product Code/SKU,Product Name,Price,Sale Price',
    row: (price: string, sale: string) => `Product,A,Cap,${price},${sale || '0.00'}`,
  },
  bigcommerce_v3: {
    columns: 'Item,ID,SKU,Name,Price,Sale Price',
    row: (price: string, sale: string) => `Product,1,A,Cap,${price},${sale || '0.00'}`,
  },
  wix: {
    columns: 'handleId,fieldType,sku,name,price,discountMode,discountValue',
    row: (price: string, sale: string) =>
      `cap,Product,A,Cap,${price},AMOUNT,${sale === '' ? '0.0' : Number(price) - Number(sale)}`,
  },
}

describe.each(Object.entries(dialects))('in %s', (name, { columns, row }) => {
  const fileOf = (price: string, sale: string) => Buffer.from(`${columns}\n${row(price, sale)}\n`)

  test('a sale that has ended clears the compare-at price, which counts as a clear', async () => {
    const { file, catalog } = await importFixture(fileOf('50', '40'))
    expect(file.dialect).toBe(name)
    const { preview, products } = await importFixture(fileOf('60', ''), catalog)
    expect(products[0]?.variants).toMatchObject([{ price: '60.00', compareAtPrice: null }])
    expect(preview.counts).toMatchObject({ updates: 1, clears: 1 })
  })

  test('a row without a price, and a file without a column for sales, keep it', async () => {
    const { catalog } = await importFixture(fileOf('50', '40'))
    const without = Buffer.from(
      `${columns.replace(/,[^,]+$/, '')}\n${row('60', '').replace(/,[^,]*$/, '')}\n`,
    )
    for (const file of [fileOf('', ''), without]) {
      const { preview, products } = await importFixture(file, catalog)
      expect(products[0]?.variants).toMatchObject([{ compareAtPrice: '50.00' }])
      expect(preview.counts).toMatchObject({ errors: 0, clears: 0 })
    }
  })
})
