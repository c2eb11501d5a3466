import { writeCsv } from '@catalog/catalog'
import { describe, expect, test } from '@jest/globals'
import { importFixture } from '../../../test/support/preview/import-fixture.ts'
import { toProducts } from '../../../test/support/preview/apply-plan.ts'
import type { MemoryCatalog } from '../../../test/support/preview/apply-plan.ts'
import { codesOf, csv, kindsOf } from '../../../test/support/preview/shop.ts'

describe('a SKU that a file of another system has twice', () => {
  test('stays with the first product of the file, and the other is imported without it', async () => {
    const file = shopify(['cup', 'X', '5'], ['mug', 'X', '6'])
    const { preview, catalog } = await importFixture(file)
    expect(codesOf(preview)).toEqual(['', ''])
    expect(preview.rows[1]?.warnings).toMatchObject([
      { code: 'sku_left_out', column: 'variant_sku', value: 'X', message: expect.stringContaining('row 2') },
    ])
    expect(skusOf(catalog)).toEqual(['cup X', 'mug '])
    expect(kindsOf((await importFixture(file, catalog)).preview)).toBe('unchanged unchanged')
  })

  test('stays with the product that has it in the catalog, in whatever order the rows are', async () => {
    const { catalog } = await importFixture(shopify(['cup', 'X', '5'], ['mug', 'X', '6']))
    const turned = await importFixture(shopify(['mug', 'X', '6'], ['cup', 'X', '5']), catalog)
    expect(kindsOf(turned.preview)).toBe('unchanged unchanged')
    expect(turned.preview.rows.map(({ warnings }) => warnings.length)).toEqual([1, 0])
  })

  test('is left out if a product outside the file has it', async () => {
    const { catalog } = await importFixture(shopify(['cup', 'X', '5']))
    const { preview } = await importFixture(shopify(['mug', 'X', '6']), catalog)
    expect(preview.rows[0]?.warnings).toMatchObject([
      { code: 'sku_left_out', message: expect.stringContaining('“cup”') },
    ])
    expect(skusOf(catalog)).toEqual(['cup X', 'mug '])
  })

  test('stays with one variant of a product, the stored one if there is one', async () => {
    const file = shopify(['tee', 'X', '5', 'Size', 'S'], ['tee', 'X', '5', '', 'M'])
    const { catalog, preview } = await importFixture(file)
    expect(codesOf(preview)).toEqual(['', ''])
    expect(skusOf(catalog)).toEqual(['tee X', 'tee '])
    const turned = shopify(['tee', 'X', '5', 'Size', 'M'], ['tee', 'X', '5', '', 'S'])
    expect(kindsOf((await importFixture(turned, catalog)).preview)).toBe('unchanged unchanged')
  })

  test('is an error on each of its rows in a canonical file', async () => {
    const file = csv([
      { handle: 'cup', title: 'Cup', variant_sku: 'X', variant_price: '5' },
      { handle: 'mug', title: 'Mug', variant_sku: 'X', variant_price: '5' },
    ])
    const { preview } = await importFixture(Buffer.from(file))
    expect(codesOf(preview)).toEqual(['duplicate_sku', 'duplicate_sku'])
  })
})

function skusOf(catalog: MemoryCatalog): string[] {
  return toProducts(catalog).flatMap(({ handle, variants }) => variants.map(({ sku }) => `${handle} ${sku}`))
}

/** Each row: handle, SKU, price and, if it has an option, its name and value. */
function shopify(...rows: string[][]): Buffer {
  const handles = new Set<string>()
  const cells = rows.map(([handle = '', ...others]) => {
    const title = handles.has(handle) ? '' : handle
    handles.add(handle)
    return [title, handle, ...others, '', ''].slice(0, 6)
  })
  const header = ['Title', 'Handle', 'Variant SKU', 'Variant Price', 'Option1 Name', 'Option1 Value']
  return Buffer.from(writeCsv([header, ...cells]))
}
