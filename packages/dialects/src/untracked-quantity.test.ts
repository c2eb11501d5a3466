import { expect, test } from '@jest/globals'
import { emptyCatalog, importFixture } from '../../../test/support/preview/import-fixture.ts'
import type { MemoryCatalog } from '../../../test/support/preview/import-fixture.ts'

interface Case {
  /** A file of one variant. */
  file: Record<string, string>
  /** The column that says whether stock is counted, with words for yes and for no. */
  tracker: [column: string, yes: string, no: string]
  /** The column of the quantity. */
  quantity: string
}

const cases: Record<string, Case> = {
  shopify: {
    file: { 'URL handle': 'cap', Title: 'Cap', SKU: 'A', Price: '5', Status: 'Active' },
    tracker: ['Inventory tracker', 'shopify', ''],
    quantity: 'Inventory quantity',
  },
  shopify_legacy: {
    file: { Handle: 'cap', Title: 'Cap', 'Variant SKU': 'A', 'Variant Price': '5', Status: 'active' },
    tracker: ['Variant Inventory Tracker', 'shopify', ''],
    quantity: 'Variant Inventory Qty',
  },
  medusa: {
    file: { 'Product Handle': 'cap', 'Product Title': 'Cap', 'Variant SKU': 'A', 'Variant Price EUR': '5' },
    tracker: ['Variant Manage Inventory', 'TRUE', 'FALSE'],
    quantity: 'Variant Inventory Quantity',
  },
  magento2: {
    file: { sku: 'A', product_type: 'simple', name: 'Cap', price: '5', product_online: '1' },
    tracker: ['manage_stock', '1', '0'],
    quantity: 'qty',
  },
  bigcommerce_v2: {
    file: { 'Item Type': 'Product', 'Product Name': 'Cap', 'Product Code/SKU': 'A', Price: '5' },
    tracker: ['Track Inventory', 'by product', 'none'],
    quantity: 'Current Stock Level',
  },
  bigcommerce_v3: {
    file: { Item: 'Product', ID: '1', Name: 'Cap', SKU: 'A', Price: '5' },
    tracker: ['Inventory Tracking', 'product', 'none'],
    quantity: 'Current Stock',
  },
  lightspeed: {
    file: { handle: 'cap', sku: 'A', name: 'Cap', retail_price: '5', supply_price: '2' },
    tracker: ['track_inventory', '1', '0'],
    quantity: 'inventory_Main_Outlet',
  },
}

test.each(Object.entries(cases))(
  'in %s a new variant whose stock is counted has a warning if the file has no quantity',
  async (dialect, { file, tracker: [column, yes, no], quantity }) => {
    const counted = { ...file, [column]: yes }
    expect(await importFile(counted)).toEqual({ dialect, stock: null, codes: ['quantity_missing'] })
    expect(await importFile({ ...counted, [quantity]: '' })).toMatchObject({ codes: ['quantity_missing'] })
    expect(await importFile({ ...counted, [quantity]: '4' })).toEqual({ dialect, stock: 4, codes: [] })
    expect(await importFile({ ...file, [column]: no })).toEqual({ dialect, stock: null, codes: [] })
    expect(await importFile(file)).toEqual({ dialect, stock: null, codes: [] })
  },
)

test.each(Object.entries(cases))(
  'in %s a stored variant keeps its stock',
  async (dialect, { file, tracker: [column, yes], quantity }) => {
    const catalog = emptyCatalog()
    await importFile({ ...file, [column]: yes, [quantity]: '4' }, catalog)
    expect(await importFile({ ...file, [column]: yes }, catalog)).toEqual({ dialect, stock: 4, codes: [] })
  },
)

async function importFile(
  row: Record<string, string>,
  catalog: MemoryCatalog = emptyCatalog(),
): Promise<{ dialect: string; stock: number | null | undefined; codes: string[] }> {
  const csv = [Object.keys(row), Object.values(row)].map((cells) => cells.join(',')).join('\n')
  const { file, preview, products } = await importFixture(Buffer.from(csv), catalog)
  return {
    dialect: file.dialect,
    stock: products[0]?.variants[0]?.inventoryQuantity,
    codes: preview.rows.flatMap(({ warnings }) => warnings.map(({ code }) => code)),
  }
}
