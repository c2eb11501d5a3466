import { canonicalColumnNames, type Product, writeCsv } from '@catalog/catalog'
import { arbitraryCatalog, arbitraryText } from '@catalog/catalog/testing'
import { describe, expect, test } from '@jest/globals'
import * as fc from 'fast-check'
import { previewTable } from './preview-table.ts'
import { applyPlan, emptyCatalog, type MemoryCatalog, toProducts, toSlice } from './testing/apply-plan.ts'
import { exportOf, fileOf } from './testing/csv-files.ts'

describe('an export', () => {
  test('gives the same catalog in an empty storefront, and is all unchanged on it (INV-12)', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryCatalog(), async (products) => {
        fc.pre(products.length > 0)
        const catalog = await stored(products)
        expect(toProducts(catalog)).toEqual(products)
        expect(exportOf(toProducts(catalog))).toBe(exportOf(products))
        const result = await previewOf(exportOf(toProducts(catalog)), catalog)
        expect(result.rows.filter(({ kind }) => kind !== 'unchanged')).toEqual([])
        expect(result.plan).toMatchObject(nothingToWrite)
        expect(result.counts.clears).toBe(0)
      }),
      { numRuns: 200 },
    )
  })

  test('changes another catalog of the same handles into its own, but for what the other has besides', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryCatalog(), arbitraryCatalog(), async (before, after) => {
        fc.pre(before.length > 0 && after.length > 0)
        const catalog = await stored(before)
        const file = exportOf(after)
        const first = await previewOf(file, catalog)
        applyPlan(catalog, first.plan)
        const again = await previewOf(file, catalog)
        if (rejectedRows(again).join() !== rejectedRows(first).join()) return
        expect(again.rows.filter(({ kind }) => kind !== 'unchanged' && kind !== 'error')).toEqual([])
      }),
      { numRuns: 100 },
    )
  })
})

describe('any file in canonical columns', () => {
  test('has each row counted once, and is unchanged when it is imported again', async () => {
    let applied = 0
    await fc.assert(
      fc.asyncProperty(fc.array(arbitraryFile, { minLength: 2, maxLength: 4 }), async (files) => {
        const catalog = emptyCatalog()
        for (const file of files) {
          const rowCount = (await fileOf(file)).records.length
          const first = await previewOf(file, catalog)
          const { adds, updates, unchanged, errors } = first.counts
          expect(adds + updates + unchanged + errors).toBe(rowCount)
          applyPlan(catalog, first.plan)
          applied += adds + updates

          const second = await previewOf(file, catalog)
          const rejected = rejectedRows(first)
          if (rejectedRows(second).join() !== rejected.join()) continue
          expect(second.rows.filter(({ kind }) => kind === 'add' || kind === 'update')).toEqual([])
          expect(second.plan).toMatchObject(nothingToWrite)
        }
        const products = toProducts(catalog)
        if (products.length === 0) return
        const exported = await previewOf(exportOf(products), catalog)
        expect(exported.rows.filter(({ kind }) => kind !== 'unchanged')).toEqual([])
        expect(toProducts(await stored(products))).toEqual(products)
      }),
      { numRuns: 250 },
    )
    expect(applied).toBeGreaterThan(300)
  })
})

const nothingToWrite = {
  touched: [],
  products: { adds: [], updates: [] },
  variants: { adds: [], updates: [] },
  images: { adds: [], updates: [] },
}

async function previewOf(file: string, catalog: MemoryCatalog) {
  return previewTable((await fileOf(file)).table, toSlice(catalog))
}

/** The products, imported into an empty storefront. */
async function stored(products: Product[]): Promise<MemoryCatalog> {
  const catalog = emptyCatalog()
  const result = await previewOf(exportOf(products), catalog)
  expect(result.rows.filter(({ kind }) => kind !== 'add')).toEqual([])
  applyPlan(catalog, result.plan)
  return catalog
}

/** They differ between two imports of a file where the first frees a SKU that another product of it asks for. */
function rejectedRows({ rows }: ReturnType<typeof previewTable>): number[] {
  return rows.filter(({ kind }) => kind === 'error').map(({ row }) => row)
}

/** Few values for each column, so that rows meet: the same products, variants, SKUs, images, and contradictions. */
const few: Record<string, string[]> = {
  handle: ['a', 'b', 'B', 'c', 'd'],
  title: ['One', 'One', 'One', ''],
  status: ['', 'active', 'ACTIVE'],
  tags: ['', 'b, a', 'a,b'],
  variant_sku: ['', '', '', '', '', ...Array.from({ length: 15 }, (_, index) => String(index))],
  variant_barcode: ['', '', '007', '7'],
  variant_price: ['1', '1', '1', '2.5', '2.50', ''],
  variant_compare_at_price: ['', '3'],
  variant_inventory_quantity: ['', '0', '-1'],
  variant_weight_grams: ['', '1.50'],
  variant_requires_shipping: ['', 'no', 'TRUE'],
  variant_taxable: ['', 'y', '0'],
  variant_image_url: ['', '', '', 'http://a.example/1', 'http://a.example/2'],
  image_url: [
    '',
    'http://a.example/1',
    'HTTP://A.example:80/1#x',
    'http://a.example/2',
    'http://a.example/3',
  ],
  image_position: ['', '', '1', '2', '9'],
  image_alt: ['', '', 'x'],
}

/** What a cell holds now and then instead. */
const odd = ['', '-1', 'Two', '-c', 'Title', 'Default Title', 'x', '1']

const optionSets = [
  [],
  [],
  ['Size'],
  ['Title'],
  ['Size', 'Color'],
  ['Color', 'Size'],
  ['Color', 'Size', 'Fit'],
]
const optionValues = ['S', 's', 'M', 'L', 'XL', 'XS', 'Default Title', '']

const arbitraryFile: fc.Arbitrary<string> = fc
  .record({
    chosen: fc.subarray([...canonicalColumnNames, 'metadata.care']),
    options: fc.constantFrom(...optionSets),
    hasOptionColumns: fc.boolean(),
  })
  .chain(({ chosen, options, hasOptionColumns }) => {
    const columns = canonicalColumnNames
      .filter((name) =>
        name.startsWith('option') ? hasOptionColumns : needed.has(name) || chosen.includes(name),
      )
      .concat(chosen.includes('metadata.care') ? ['metadata.care'] : [])
    return fc
      .array(fc.tuple(...columns.map((column) => cellOf(column, options))), { minLength: 1, maxLength: 7 })
      .filter((rows) => rows.some((row) => row.some((cell) => cell.trim() !== '')))
      .map((rows) => writeCsv([columns, ...rows]))
  })

const needed = new Set(['handle', 'title', 'variant_price'])

function cellOf(column: string, options: string[]): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 150, arbitrary: usualCell(column, options) },
    { weight: 1, arbitrary: fc.oneof(fc.constantFrom(...odd), arbitraryText) },
  )
}

function usualCell(column: string, options: string[]): fc.Arbitrary<string> {
  const option = /^option(\d)_(name|value)$/.exec(column)
  if (option) {
    const name = options[Number(option[1]) - 1]
    if (name === undefined) return fc.constant('')
    return option[2] === 'name' ? fc.constantFrom(name, name, '') : fc.constantFrom(...optionValues)
  }
  return fc.constantFrom(...(few[column] ?? ['', "'=x "]))
}
