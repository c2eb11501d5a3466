import { canonicalColumnNames, imageColumns } from '@catalog/catalog'
import { arbitraryCatalog } from '@catalog/catalog/testing'
import { describe, expect, test } from '@jest/globals'
import * as fc from 'fast-check'
import type { CanonicalRow, CanonicalTable } from '@catalog/dialects'
import { errorsCsv } from '@catalog/reading'
import { previewTable } from './preview-table.ts'
import { applyPlan, emptyCatalog, toProducts, toSlice } from '../../../test/support/preview/apply-plan.ts'
import type { MemoryCatalog } from '../../../test/support/preview/apply-plan.ts'
import { exportOf, fileOf } from '../../../test/support/preview/csv-files.ts'
import { codesOf, csv, kindsOf, shop } from '../../../test/support/preview/shop.ts'

type Cells = Record<string, string>

const columns = [...canonicalColumnNames, 'metadata.care']

describe('a row with several parts', () => {
  test('is shown and counted as one, with everything that it adds', () => {
    const { rows, counts, plan } = previewParts([
      [
        { handle: 'cap', title: 'Cap', variant_price: '7', variant_sku: 'CAP' },
        { handle: 'cap', image_url: 'http://a.example/1' },
        { handle: 'cap', image_url: 'http://a.example/2', image_alt: 'Back' },
      ],
    ])
    expect(counts).toEqual({ adds: 1, updates: 0, unchanged: 0, errors: 0, clears: 0 })
    expect(rows).toMatchObject([
      {
        row: 2,
        kind: 'add',
        handle: 'cap',
        sku: 'CAP',
        title: 'Cap',
        entities: ['product', 'image', 'variant'],
      },
    ])
    expect(rows[0]?.changes.flatMap(({ field, after }) => (field === 'image_url' ? [after] : []))).toEqual([
      'http://a.example/1',
      'http://a.example/2',
    ])
    expect(plan.images.adds).toMatchObject([{ position: 1 }, { position: 2, alt: 'Back' }])
  })

  test.each([
    ['a wrong cell', { image_url: 'nowhere' }, 'invalid_url'],
    ['an option value that it lacks', { variant_sku: 'M' }, 'missing_option_value'],
    ['option values that it has twice', { option1_value: 'S' }, 'duplicate_options'],
    [
      'an image that the product lacks',
      { option1_value: 'M', variant_image_url: 'http://a.example/none' },
      'variant_image_unknown',
    ],
  ])('fails with all its parts for %s', async (_name, wrong: Cells, code) => {
    const catalog = await shop()
    const result = previewParts(
      [
        [{ handle: 'cap', title: 'Cap', option1_name: 'Size' }],
        [
          {
            handle: 'cap',
            option1_value: 'L',
            variant_price: '1',
            image_url: 'http://a.example/1',
            image_alt: 'A',
          },
        ],
        [
          { handle: 'cap', option1_value: 'S', variant_price: '1' },
          { handle: 'cap', image_url: 'http://a.example/2' },
          { handle: 'cap', variant_price: wrong.image_url ? '' : '1', ...wrong },
        ],
        [{ handle: 'hat', title: 'Hat', variant_price: '1', variant_sku: 'TAKEN' }],
      ],
      catalog,
    )
    expect(codesOf(result)[2]).toBe(code)
    expect(result.rows).toHaveLength(4)
    expect(result.counts.adds + result.counts.errors).toBe(4)
    expect(result.plan.variants.adds.map(({ option1Value }) => option1Value)).not.toContain('S')
    expect(result.plan.images.adds.map(({ url }) => url)).toEqual(['http://a.example/1'])
  })

  test('names for each change the variant that it belongs to', async () => {
    const { rows } = previewParts(
      [
        [
          { handle: 'shirt', option1_value: 'S', variant_price: '10' },
          { handle: 'shirt', option1_value: 'M', variant_price: '13' },
          { handle: 'shirt', option1_value: 'L', variant_price: '14', variant_sku: 'L' },
        ],
      ],
      await shop(),
    )
    expect(rows[0]?.variants).toEqual([
      { sku: '001', options: [{ name: 'Size', value: 'S' }] },
      { sku: '002', options: [{ name: 'Size', value: 'M' }] },
      { sku: 'L', options: [{ name: 'Size', value: 'L' }] },
    ])
    const prices = rows[0]?.changes.filter(({ field }) => field === 'variant_price')
    expect(prices).toEqual([
      { entity: 'variant', field: 'variant_price', before: '12.00', after: '13.00', variant: 1 },
      { entity: 'variant', field: 'variant_price', before: null, after: '14.00', variant: 2 },
    ])
  })

  test('fails together with its images', () => {
    const result = previewParts([
      [{ handle: 'cap', title: 'Cap', option1_name: 'Size' }],
      [
        { handle: 'cap', option1_value: 'S', variant_price: '1', variant_image_url: 'http://a.example/none' },
        { handle: 'cap', image_url: 'http://a.example/1' },
      ],
      [{ handle: 'cap', option1_value: 'M', variant_price: '1', variant_image_url: 'http://a.example/1' }],
    ])
    expect(codesOf(result)).toEqual(['', 'variant_image_unknown', ''])
    expect(result.rows[2]?.warnings).toMatchObject([{ code: 'ignored_value' }])
    expect(result.plan.images.adds).toEqual([])
  })

  test('fails once if a product’s error is in one of its parts', () => {
    const result = previewParts([
      [
        { handle: 'cap', title: 'Cap', variant_price: '1' },
        { handle: 'cap', status: 'gone', image_url: 'http://a.example/1' },
      ],
      [{ handle: 'cap', image_url: 'http://a.example/2' }],
    ])
    expect(codesOf(result)).toEqual(['invalid_status', 'product_invalid'])
    expect(result.rows[1]?.errors[0]?.message).toContain('row 2.')
  })

  test('adds nothing only if none of its parts does', () => {
    const result = previewParts([
      [{ handle: 'cap', title: 'Cap', variant_price: '1' }],
      [
        { handle: 'cap', title: 'Cap' },
        { handle: 'cap', image_url: 'http://a.example/1' },
      ],
      [{ handle: 'cap', title: 'Cap' }, { handle: 'cap' }],
    ])
    expect(codesOf(result)).toEqual(['', '', 'row_adds_nothing'])
  })
})

describe('a row that holds nothing to import', () => {
  const warning = { column: null, code: 'ignored_value', value: null } as const

  test('is unchanged, with its warning, and belongs to no product', () => {
    const table = toTable([[{ handle: 'cap', title: 'Cap', variant_price: '1' }]])
    table.rows.push({ row: 3, cells: ['cap', 'Mütze'], errors: [], warnings: [warning], skipped: true })
    table.rows.push({ row: 4, cells: ['hat', 'Hut'], errors: [], warnings: [warning], skipped: true })
    const result = previewTable(table, toSlice(emptyCatalog()))
    expect(kindsOf(result)).toBe('add unchanged unchanged')
    expect(result.rows[2]).toMatchObject({ handle: 'hat', title: null, errors: [], warnings: [warning] })
    expect(result.productCount).toBe(1)
    expect(result.counts).toEqual({ adds: 1, updates: 0, unchanged: 2, errors: 0, clears: 0 })
  })
})

test('rejected rows of several parts are written as they were uploaded, once', async () => {
  const file = await fileOf(csv([{ handle: 'cap', title: 'Cap', variant_price: '-1' }]))
  const [row] = file.table.rows
  if (!row) throw new Error('the file has a row')
  const table: CanonicalTable = {
    ...file.table,
    canonical: false,
    rows: [row, { ...row, cells: ['cap', '', 'free'] }],
  }
  const { rows } = previewTable(table, toSlice(emptyCatalog()))
  expect(codesOf({ rows })).toEqual(['negative_number,invalid_number,duplicate_options'])
  const again = await fileOf(Buffer.concat([...errorsCsv({ ...file, table }, rows)]))
  expect(again.records.map(({ cells }) => cells.slice(0, 4))).toEqual([['cap', 'Cap', '-1', 'variant_price']])
})

describe('for any file', () => {
  test('each row is counted once, and only rows without errors are planned', async () => {
    const catalog = await shop()
    fc.assert(
      fc.property(
        fc.array(arbitraryRow, { minLength: 1, maxLength: 12 }),
        fc.boolean(),
        (drawn, canonical) => {
          // A row of a canonical file has one part.
          const rows = canonical ? drawn.map((parts) => parts.slice(0, 1)) : drawn
          const table = { ...toTable(rows), canonical }
          const result = previewTable(table, toSlice(catalog))
          const { adds, updates, unchanged, errors } = result.counts
          expect(adds + updates + unchanged + errors).toBe(rows.length)
          expect(result.rows.map(({ row }) => row)).toEqual(rows.map((_, index) => index + 2))
          for (const { kind, errors: found } of result.rows) expect(kind === 'error').toBe(found.length > 0)

          const valid = new Set(
            rows.flatMap((parts, index) => (result.rows[index]?.kind === 'error' ? [] : parts)),
          )
          const urls = new Set([...valid].map(({ image_url: url }) => url))
          for (const { url } of result.plan.images.adds) expect(urls).toContain(url)
          // In other formats, a SKU that another variant has is left out.
          const skus = new Set(['', ...[...valid].map(({ variant_sku: sku }) => sku ?? '')])
          for (const { sku } of result.plan.variants.adds) expect(skus).toContain(sku)
          applyPlan(copyOf(catalog), result.plan)
        },
      ),
      { numRuns: 150 },
    )
  })

  test('an image in a further part of its row counts as in the row itself', async () => {
    await fc.assert(
      fc.asyncProperty(
        arbitraryCatalog({ minVariants: 1 }),
        arbitraryCatalog({ minVariants: 1 }),
        async (before, after) => {
          fc.pre(before.length > 0 && after.length > 0)
          const catalog = emptyCatalog()
          applyPlan(catalog, previewTable((await fileOf(exportOf(before))).table, toSlice(catalog)).plan)
          const { table } = await fileOf(exportOf(after))
          const whole = previewTable(table, toSlice(catalog), { newId: counter() })
          const split = previewTable(withImagesApart(table), toSlice(catalog), { newId: counter() })
          expect(split).toEqual(whole)
          applyPlan(catalog, split.plan)
          expect(toProducts(catalog).length).toBeGreaterThan(0)
        },
      ),
      { numRuns: 40 },
    )
  })
})

const cellsOf: Record<string, fc.Arbitrary<string>> = {
  title: fc.constantFrom('', '', 'Shirt', 'Cap', 'x'.repeat(300)),
  status: fc.constantFrom('', '', '', 'active', 'gone'),
  option1_name: fc.constantFrom('', '', 'Size', 'Title'),
  option1_value: fc.constantFrom('', 'S', 'M', 'Default Title'),
  variant_sku: fc.constantFrom('', '', '001', '002', 'MUG', 'NEW', '1.2E+10'),
  variant_price: fc.constantFrom('', '1', '2.50', '-1'),
  variant_image_url: fc.constantFrom('', '', 'https://a.example/1', 'https://a.example/9'),
  image_url: fc.constantFrom(
    '',
    '',
    'https://a.example/1',
    'https://a.example/8',
    'https://a.example/9',
    'no',
  ),
  image_position: fc.constantFrom('', '', '1', '3', 'x'),
  image_alt: fc.constantFrom('', '', 'Front', 'Back'),
}

const arbitraryRow: fc.Arbitrary<Cells[]> = fc
  .tuple(
    fc.constantFrom('shirt', 'shirt', 'mug', 'cap', 'a b', ''),
    fc.array(fc.record(cellsOf), { minLength: 1, maxLength: 3 }),
  )
  .map(([handle, parts]) => parts.map((part) => ({ ...part, handle })))

function previewParts(rows: Cells[][], catalog: MemoryCatalog = emptyCatalog()) {
  return previewTable(toTable(rows), toSlice(catalog))
}

/** A table of a foreign file, each row with its parts. */
function toTable(rows: Cells[][]): CanonicalTable {
  return {
    columns,
    canonical: false,
    rows: rows.flatMap((parts, index) =>
      parts.map((part) => ({
        row: index + 2,
        cells: columns.map((column) => part[column] ?? ''),
        errors: [],
        warnings: [],
      })),
    ),
  }
}

/** The same table with the image cells of each row in a part of their own. */
function withImagesApart(table: CanonicalTable): CanonicalTable {
  const imageNames = new Set<string | null>(imageColumns.map(({ name }) => name))
  const take = (row: CanonicalRow, isTaken: (name: string | null) => boolean): CanonicalRow => ({
    ...row,
    cells: table.columns.map((name, index) =>
      name === 'handle' || isTaken(name) ? (row.cells[index] ?? '') : '',
    ),
  })
  return {
    ...table,
    rows: table.rows.flatMap((row) => [
      take(row, (name) => !imageNames.has(name)),
      take({ ...row, errors: [], warnings: [] }, (name) => imageNames.has(name)),
    ]),
  }
}

function copyOf({ products, variants, images }: MemoryCatalog): MemoryCatalog {
  return { products: copyRows(products), variants: copyRows(variants), images: copyRows(images) }
}

function copyRows<Row extends object>(rows: Map<string, Row>): Map<string, Row> {
  return new Map([...rows].map(([id, row]) => [id, { ...row }]))
}

function counter(): () => string {
  let count = 0
  return () => `new ${++count}`
}
