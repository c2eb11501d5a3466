import { writeCsv } from '@catalog/catalog'
import { describe, expect, test } from '@jest/globals'
import { exportOf, importFixture } from '../../../test/support/preview/import-fixture.ts'
import type { MemoryCatalog } from '../../../test/support/preview/import-fixture.ts'
import { applyPlan, emptyCatalog, toProducts } from '../../../test/support/preview/apply-plan.ts'
import { codesOf, csv, kindsOf, previewOf, shop } from '../../../test/support/preview/shop.ts'

describe('a row without a handle', () => {
  test('names its product by the SKU of a stored variant', async () => {
    const catalog = await shop()
    const rows = [
      { variant_sku: '002', variant_price: '13' },
      { variant_sku: 'MUG', variant_price: '5' },
    ]
    const preview = await previewOf(rows, catalog, ['variant_sku', 'variant_price'])
    expect(preview.rows).toMatchObject([
      {
        kind: 'update',
        handle: 'shirt',
        title: 'Shirt',
        changes: [{ field: 'variant_price', after: '13.00' }],
      },
      { kind: 'unchanged', handle: 'mug' },
    ])
    applyPlan(catalog, preview.plan)
    expect(kindsOf(await previewOf(rows, catalog, ['variant_sku', 'variant_price']))).toBe(
      'unchanged unchanged',
    )
  })

  test('may be mixed with rows that have one, and rows of a product belong together', async () => {
    const preview = await previewOf(
      [
        { handle: '', variant_sku: '001', variant_price: '11', vendor: 'Acme Inc.' },
        { handle: 'shirt', variant_sku: '002', variant_price: '13' },
      ],
      await shop(),
    )
    expect(kindsOf(preview)).toBe('update update')
    expect(preview.productCount).toBe(1)
  })

  test('fails if no variant has the SKU, and says so', async () => {
    const preview = await previewOf([{ variant_sku: 'NONE', variant_price: '13' }], await shop(), [
      'variant_sku',
      'variant_price',
    ])
    expect(codesOf(preview)).toEqual(['missing_value'])
    expect(preview.rows[0]?.errors[0]?.message).toContain('no variant of your catalog has this SKU')
  })
})

describe('the smallest files change what they name, and nothing else (§2)', () => {
  test.each([
    [{ handle: 'mug', variant_inventory_quantity: '7' }, 'variant_inventory_quantity', '7'],
    [{ handle: 'mug', status: 'active' }, 'status', 'active'],
    [{ variant_sku: '001', variant_price: '11' }, 'variant_price', '11.00'],
    [{ variant_sku: '001', vendor: 'Acme Inc.' }, 'vendor', 'Acme Inc.'],
    [{ handle: 'shirt', 'metadata.care': 'warm' }, 'metadata.care', 'warm'],
    [{ handle: 'shirt', tags: 'c' }, 'tags', 'c'],
  ])('%j', async (row: Record<string, string>, field, after) => {
    const catalog = await shop()
    const preview = await previewOf([row], catalog, Object.keys(row))
    expect(preview.rows).toMatchObject([{ kind: 'update', changes: [{ field, after }], warnings: [] }])
    expect(preview.rows[0]?.changes).toHaveLength(1)
    applyPlan(catalog, preview.plan)
    expect(kindsOf(await previewOf([row], catalog, Object.keys(row)))).toBe('unchanged')
  })
})

describe('if handles are made of names, a renamed product', () => {
  test('is found by its SKU and gets the new title', async () => {
    const catalog = await imported(woo(['7', 'simple', 'CUP', 'Cup', '5']))
    const { preview } = await importFixture(woo(['7', 'simple', 'CUP', 'Big cup', '5']), catalog)
    expect(preview.rows).toMatchObject([
      { kind: 'update', handle: 'cup', changes: [{ field: 'title', before: 'Cup', after: 'Big cup' }] },
    ])
    expect(handlesOf(catalog)).toEqual(['cup'])
  })

  test.each([
    ['wix', wix],
    ['etsy', etsy],
  ])('is found by its SKU in the files of %s too', async (_name, file) => {
    const catalog = await imported(file('Cup'))
    const { preview } = await importFixture(file('Big cup'), catalog)
    expect(preview.rows).toMatchObject([{ kind: 'update', handle: 'cup', changes: [{ field: 'title' }] }])
  })

  test('is found by the SKUs of its variants', async () => {
    const catalog = await imported(bigcommerce('Tee'))
    const { preview } = await importFixture(bigcommerce('Tea shirt'), catalog)
    expect(kindsOf(preview)).toBe('update unchanged unchanged')
    expect(toProducts(catalog)).toMatchObject([{ handle: 'tee', title: 'Tea shirt' }])
  })

  test('keeps its handle if a new product gets its name', async () => {
    const catalog = await imported(woo(['7', 'simple', 'CUP', 'Cup', '5']))
    const file = woo(['7', 'simple', 'CUP', 'Old cup', '5'], ['9', 'simple', 'CUP-2', 'Cup', '6'])
    await importFixture(file, catalog)
    expect(toProducts(catalog)).toMatchObject([
      { handle: 'cup', title: 'Old cup', variants: [{ sku: 'CUP' }] },
      { handle: 'cup-cup-2', title: 'Cup', variants: [{ sku: 'CUP-2' }] },
    ])
    expect(kindsOf((await importFixture(file, catalog)).preview)).toBe('unchanged unchanged')
  })

  test('and a product without a SKU that took its name is an error, not a part of it', async () => {
    const catalog = await imported(woo(['7', 'simple', 'CUP', 'Cup', '5']))
    const file = woo(['7', 'simple', 'CUP', 'Old cup', '5'], ['9', 'simple', '', 'Cup', '6'])
    const { preview } = await importFixture(file, catalog)
    expect(codesOf(preview)).toEqual(['', 'missing_value'])
  })

  test('is found among two of the same name', async () => {
    const catalog = await imported(
      woo(
        ['7', 'simple', 'A', 'Cup', '5'],
        ['8', 'simple', 'B', 'Mug', '6'],
        ['9', 'simple', 'C', 'Jug', '6'],
      ),
    )
    const file = woo(
      ['7', 'simple', 'A', 'Cup', '5'],
      ['8', 'simple', 'B', 'Cup', '6'],
      ['9', 'simple', 'C', 'Mug', '6'],
    )
    expect(kindsOf((await importFixture(file, catalog)).preview)).toBe('unchanged update update')
    expect(toProducts(catalog).map(({ handle, title }) => [handle, title])).toEqual([
      ['cup', 'Cup'],
      ['jug', 'Mug'],
      ['mug', 'Cup'],
    ])
  })

  test('is the one that still has its name, of two that have its SKUs', async () => {
    const catalog = await imported(
      woo(
        ['9', 'variable', '', 'Cup', ''],
        ['10', 'variation', 'A', 'Cup - S', '5', 'id:9', 'Size', 'S'],
        ['11', 'variation', 'B', 'Cup - M', '5', 'id:9', 'Size', 'M'],
      ),
    )
    const { preview } = await importFixture(
      woo(['20', 'simple', 'A', 'Big cup', '5'], ['21', 'simple', 'B', 'Cup', '6']),
      catalog,
    )
    expect(preview.rows.map(({ handle }) => handle)).toEqual(['big-cup', 'cup'])
  })

  test('is not guessed if its SKUs belong to several products', async () => {
    const catalog = await imported(woo(['7', 'simple', 'A', 'Cup', '5'], ['8', 'simple', 'B', 'Mug', '6']))
    const file = woo(
      ['9', 'variable', '', 'Set', ''],
      ['10', 'variation', 'A', 'Set - Cup', '5', 'id:9', 'Kind', 'Cup'],
      ['11', 'variation', 'B', 'Set - Mug', '5', 'id:9', 'Kind', 'Mug'],
    )
    await importFixture(file, catalog)
    expect(handlesOf(catalog)).toEqual(['cup', 'mug', 'set'])
  })

  test('has its stored handle in Magento too, unless the file has a url_key', async () => {
    const columns = ['sku', 'product_type', 'name', 'url_key', 'price']
    const file = (name: string, url_key: string) =>
      Buffer.from(csv([{ sku: 'CUP', product_type: 'simple', name, url_key, price: '5' }], columns))
    const catalog = await imported(file('Cup', ''))
    const renamed = await importFixture(file('Big cup', ''), catalog)
    expect(renamed.preview.rows).toMatchObject([{ kind: 'update', handle: 'cup' }])
    const keyed = await importFixture(file('Big cup', 'big-cup'), emptyCatalog())
    expect(keyed.preview.rows).toMatchObject([{ handle: 'big-cup' }])
  })
})

async function imported(file: Buffer): Promise<MemoryCatalog> {
  const { catalog, preview } = await importFixture(file)
  expect(preview.counts.errors).toBe(0)
  expect(kindsOf((await importFixture(exportOf(catalog), catalog)).preview)).not.toMatch(/add|update|error/)
  return catalog
}

function handlesOf(catalog: MemoryCatalog): string[] {
  return toProducts(catalog).map(({ handle }) => handle)
}

function wix(name: string): Buffer {
  const header = ['handleId', 'fieldType', 'name', 'sku', 'price']
  const id = 'product_0f3a2b1c-1111-2222-3333-444455556666'
  return Buffer.from(writeCsv([header, [id, 'Product', name, 'CUP', '5']]))
}

function etsy(title: string): Buffer {
  const header = ['TITLE', 'DESCRIPTION', 'PRICE', 'CURRENCY_CODE', 'QUANTITY', 'SKU']
  return Buffer.from(writeCsv([header, [title, 'A cup', '5', 'EUR', '3', 'CUP']]))
}

function bigcommerce(name: string): Buffer {
  const header = ['Item Type', 'Product Name', 'Product Code/SKU', 'Price']
  return Buffer.from(
    writeCsv([
      header,
      ['Product', name, '', ''],
      ['SKU', '[S]Size=S', 'T-S', '5'],
      ['SKU', '[S]Size=M', 'T-M', '5'],
    ]),
  )
}

function woo(...rows: string[][]): Buffer {
  const header = [
    'ID',
    'Type',
    'SKU',
    'Name',
    'Regular price',
    'Parent',
    'Attribute 1 name',
    'Attribute 1 value(s)',
  ]
  return Buffer.from(writeCsv([header, ...rows.map((cells) => header.map((_, index) => cells[index] ?? ''))]))
}
