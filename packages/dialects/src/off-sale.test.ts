import { readFileSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import { importFixture } from '../../../test/support/preview/import-fixture.ts'
import type { ImportedFixture, MemoryCatalog } from '../../../test/support/preview/import-fixture.ts'
import table from './off-sale.json' with { type: 'json' }
import stock from './stock-words.json' with { type: 'json' }
import filesOnSale from './testing/files-on-sale.json' with { type: 'json' }

/** By dialect, a file of one product that is for sale without limit. */
const files: Record<keyof typeof table, Record<string, string>> = filesOnSale

interface Case {
  dialect: string
  column: string
  yes: string[]
  no: string[]
}

const no = ['0', 'FALSE', 'no', 'N', 'FALSCH', '0.0']
const yes = ['1', 'TRUE', 'yes', 'WAHR']

/** Each column of the table, with the words of its own. */
const cases = Object.entries(table).flatMap(([dialect, groups]) =>
  Object.entries<Record<string, string[]> | undefined>(groups).flatMap(([group, columns = {}]) =>
    Object.entries(columns).map(([column, words]): Case => {
      const all = group === 'in_stock' ? words.concat(stock.sold_out, 'Nicht auf Lager', 'sold-out') : words
      const own = all.concat(words.map((word) => word.toUpperCase()))
      const isPublished = group === 'published'
      const others = group === 'in_stock' ? [] : yes.filter((word) => !words.includes(word))
      return {
        dialect,
        column: column.replace('…', 'Canada'),
        yes: isPublished ? yes.concat(own) : others,
        no: no.concat(isPublished ? ['-1', '2', 'pending'] : own),
      }
    }),
  ),
)

test('the documents name each column', () => {
  const text = readFileSync(new URL('../../../docs/csv-format.md', import.meta.url), 'utf8')
  for (const [dialect, groups] of Object.entries(table)) {
    const lines = text.split('\n').filter((line) => line.startsWith('|') && line.includes(`\`${dialect}\``))
    const columns = Object.values(groups).flatMap((group) => Object.keys(group))
    for (const column of columns) expect(lines.join('\n')).toContain(`\`${column}\``)
  }
})

describe.each(Object.entries(files))('in %s', (dialect, file) => {
  const own = cases.filter((each) => each.dialect === dialect)

  test.each(own)('what $column keeps off sale is not for sale here', async ({ column, ...words }) => {
    for (const word of [...words.yes, ...words.no]) {
      const imported = await importFile([{ ...file, [column]: word }])
      expect(imported.file).toMatchObject({ dialect, unknownColumns: [] })
      expect({ word, isForSale: isForSale(imported) }).toEqual({ word, isForSale: words.yes.includes(word) })
    }
  })
})

const variable = { Type: 'variable', SKU: 'T', Name: 'Tee', Published: '1' }
const tee = { ...variable, 'Attribute 1 name': 'Size', 'Attribute 1 value(s)': 'S, M' }
const variation = {
  Type: 'variation',
  SKU: 'T-S',
  Parent: 'T',
  'Regular price': '5',
  'Attribute 1 name': 'Size',
}
const small = { ...variation, 'Attribute 1 value(s)': 'S' }
const any = { ...variation, 'Attribute 1 value(s)': '' }
const configurable = {
  sku: 'T',
  product_type: 'configurable',
  name: 'Tee',
  product_online: '1',
  configurable_variations: 'sku=T-S,size=S',
}
const simple = { sku: 'T-S', product_type: 'simple', name: 'Tee S', price: '5' }
const shirt = { 'Item Type': 'Product', 'Product Name': 'Tee', Price: '5', 'Track Inventory': 'by product' }
const sku = { 'Item Type': 'SKU', 'Product Name': '[S]Size=S', 'Product Code/SKU': 'T-S' }
const wix = { handleId: 't', fieldType: 'Product', name: 'Tee', price: '5', productOptionName1: 'Size' }
const listed = { ...wix, productOptionDescription1: 'S;M' }
const listing = { TITLE: 'Tee', PRICE: '5', CURRENCY_CODE: 'EUR', 'VARIATION 1 VALUES': 'S,M' }
const cap = files.shopify_legacy
const items: [
  shows: string,
  rows: Record<string, string>[],
  quantities: (number | null)[],
  warnings: string[],
][] = [
  [
    'a count beside “out of stock”',
    [{ ...files.woocommerce, 'In stock?': '0', Stock: '3' }],
    [0],
    ['off_sale'],
  ],
  ['a count below zero', [{ ...files.woocommerce, 'In stock?': '0', Stock: '-2' }], [-2], []],
  ['a count beside “in stock”', [{ ...files.woocommerce, 'In stock?': '1', Stock: '3' }], [3], []],
  ['goods on backorder', [{ ...files.woocommerce, 'In stock?': 'backorder' }], [null], []],
  ['a variation of a product that is sold out', [{ ...tee, 'In stock?': '0' }, small], [0], []],
  ['a variation that is sold out alone', [tee, { ...small, 'In stock?': '0' }], [0], []],
  [
    'a variation in stock',
    [
      { ...tee, 'In stock?': '0' },
      { ...small, 'In stock?': '1' },
    ],
    [null],
    [],
  ],
  [
    'stock of the product, none',
    [
      { ...tee, Stock: '0' },
      { ...small, Stock: 'parent' },
    ],
    [0],
    ['ignored_value'],
  ],
  [
    'the same, left blank',
    [
      { ...tee, Stock: '0' },
      { ...small, Stock: '' },
    ],
    [0],
    ['ignored_value'],
  ],
  [
    'stock of the product, some',
    [
      { ...tee, Stock: '5' },
      { ...small, Stock: 'parent' },
    ],
    [null],
    ['ignored_value', 'ignored_value'],
  ],
  ['a variation for any size', [tee, { ...any, 'In stock?': '0' }], [0, 0], ['variants_from_options']],
  [
    'a configurable product',
    [
      { ...configurable, is_in_stock: '0' },
      { ...simple, qty: '4' },
    ],
    [0],
    ['off_sale'],
  ],
  ['one of its variants', [configurable, { ...simple, qty: '4.0000', is_in_stock: '0' }], [0], ['off_sale']],
  ['a product that nothing is left of', [{ ...shirt, 'Current Stock Level': '0' }, sku], [0], []],
  ['a product with shared stock', [{ ...shirt, 'Current Stock Level': '7' }, sku], [null], ['ignored_value']],
  ['a variant that cannot be bought', [shirt, { ...sku, 'Allow Purchases?': 'N' }], [0], ['off_sale']],
  [
    'a variant that a rule keeps off sale',
    [
      { ...shirt, 'Track Inventory': 'by option' },
      { ...sku, 'Current Stock Level': '4' },
      { ...sku, 'Product Name': '[S]Size=M', 'Product Code/SKU': 'T-M', 'Current Stock Level': '5' },
      { 'Item Type': 'Rule', 'Product Name': '[S]Size=M', 'Allow Purchases?': 'N' },
    ],
    [4, 0],
    ['off_sale', 'rule_merged'],
  ],
  [
    'options of a sold-out product',
    [{ ...listed, inventory: 'OutOfStock' }],
    [0, 0],
    ['variants_from_options'],
  ],
  [
    'variants that do not say',
    [
      { ...listed, inventory: 'OutOfStock' },
      { ...wix, fieldType: 'Variant', productOptionDescription1: 'S' },
    ],
    [0],
    [],
  ],
  ['a listing of which there are none', [{ ...listing, QUANTITY: '0' }], [0, 0], ['variants_from_options']],
]

test.each(items)('stock: %s', async (_shows, rows, quantities, warnings) => {
  const imported = await importFile(rows)
  const [product] = imported.products
  expect(product?.variants.map(({ inventoryQuantity }) => inventoryQuantity)).toEqual(quantities)
  expect(codesOf(imported)).toEqual(warnings)
})

test.each([
  ['shopify_legacy', [{ ...cap, Published: 'FALSE' }], 'draft', ['off_sale']],
  ['shopify_legacy', [{ ...cap, Published: 'FALSE', Status: 'draft' }], 'draft', []],
  ['shopify_legacy', [{ ...cap, Published: 'FALSE', Status: 'archived' }], 'archived', []],
  ['shopify_legacy', [{ ...cap, Published: 'FALSE', Status: '' }], 'draft', []],
  ['shopify_legacy', [{ ...cap, 'Included / A': 'FALSE', 'Included / B': 'TRUE' }], 'active', []],
  ['woocommerce', [{ ...tee, 'Visibility in catalog': 'hidden' }, small], 'draft', ['off_sale']],
  ['woocommerce', [tee, { ...small, Published: '-1' }], 'active', ['ignored_value']],
  [
    'woocommerce',
    [
      { ...tee, Published: '' },
      { ...small, Published: '0' },
    ],
    'draft',
    ['ignored_value'],
  ],
  [
    'woocommerce',
    [
      { ...tee, Published: '0' },
      { ...small, Published: '0' },
    ],
    'draft',
    [],
  ],
  ['magento2', [configurable, { ...simple, product_online: '2' }], 'active', ['ignored_value']],
  ['magento2', [configurable, { ...simple, visibility: 'Not Visible Individually' }], 'active', []],
  ['bigcommerce_v2', [{ ...shirt, 'Allow Purchases?': 'N' }, sku], 'draft', ['off_sale']],
  ['wix', [{ ...wix, visible: 'false' }], 'draft', []],
  [
    'lightspeed',
    [
      { ...files.lightspeed, variant_option_one_name: 'Size', variant_option_one_value: 'S' },
      { ...files.lightspeed, variant_option_one_name: 'Size', variant_option_one_value: 'M', active: '0' },
    ],
    'active',
    ['ignored_value'],
  ],
])('status in %s: %j', async (dialect, rows, status, warnings) => {
  const imported = await importFile(rows)
  expect(imported.file.dialect).toBe(dialect)
  expect(imported.products).toMatchObject([{ status }])
  expect(codesOf(imported)).toEqual(warnings)
})

test.each([
  ['woocommerce', 'In stock?', '0', '1'],
  ['magento2', 'is_in_stock', '0', '1'],
  ['wix', 'inventory', 'OutOfStock', 'InStock'],
] as const)(
  'in %s, what is sold out stays so without a quantity, with a warning',
  async (dialect, column, soldOut, inStock) => {
    const file = files[dialect]
    const { catalog } = await importFile([{ ...file, [column]: soldOut }])
    const again = await importFile([{ ...file, [column]: inStock }], catalog)
    expect(again.preview.counts).toMatchObject({ unchanged: 1 })
    expect(again.preview.rows[0]?.warnings).toMatchObject([
      { code: 'off_sale', value: '0', parameters: { case: 'stays', cell: column } },
    ])
  },
)

function importFile(rows: Record<string, string>[], catalog?: MemoryCatalog): Promise<ImportedFixture> {
  const columns = [...new Set(rows.flatMap(Object.keys))]
  const lines = [columns, ...rows.map((row) => columns.map((name) => row[name] ?? ''))].map(lineOf)
  return importFixture(Buffer.from(lines.join('\n')), catalog)
}

function lineOf(cells: string[]): string {
  return cells.map((cell) => `"${cell}"`).join(',')
}

function isForSale({ products: [product] }: ImportedFixture): boolean {
  return (
    product?.status === 'active' &&
    product.variants.some(({ inventoryQuantity }) => inventoryQuantity === null || inventoryQuantity > 0)
  )
}

function codesOf({ preview }: ImportedFixture): string[] {
  return preview.rows.flatMap(({ warnings }) => warnings.map(({ code }) => code))
}
