import { writeCsv } from '@catalog/catalog'
import type { Product } from '@catalog/catalog'
import { arbitraryCatalog, arbitraryOldCatalog, makeProduct } from '@catalog/catalog/testing'
import { everything, maxRows } from '@catalog/contracts'
import type { Choice } from '@catalog/contracts'
import type { ColumnChoice } from '@catalog/dialects'
import { describe, expect, test } from '@jest/globals'
import * as fc from 'fast-check'
import { arbitraryFile } from '../../../test/support/preview/arbitrary-file.ts'
import { applyPlan, catalogOf, toProducts, toSlice } from '../../../test/support/preview/apply-plan.ts'
import { fileOf } from '../../../test/support/preview/csv-files.ts'
import { importFixture } from '../../../test/support/preview/import-fixture.ts'
import { realisticFiles } from '../../../test/support/preview/realistic-files.ts'
import { previewOf, shop } from '../../../test/support/preview/shop.ts'
import { absentHeader, absentLine } from './absent-products.ts'
import table from './absent-products.cases.json' with { type: 'json' }
import { previewTable } from './preview-table.ts'

interface Case {
  by: string
  csv: string[]
  /** Handles of further products, with this barcode. */
  stored?: string[]
  barcode?: string
  mapping?: ColumnChoice
  choice?: Choice
  names: string[]
}

const cases: Case[] = JSON.parse(JSON.stringify(table))

describe('a file names a product', () => {
  test.each(cases)(
    'by $by',
    async ({ csv, stored = [], barcode = '', mapping, choice = everything, names }) => {
      const catalog = await shop()
      for (const handle of stored) {
        const further = { handle, title: handle, variant_price: '1', variant_barcode: barcode }
        applyPlan(catalog, (await previewOf([further], catalog)).plan)
      }
      const { table: file } = await fileOf(csv.join('\n'), undefined, mapping)
      expect(previewTable(file, toSlice(catalog), { choice }).named?.toSorted()).toEqual(names)
    },
  )

  test.each(realisticFiles)('by any row of a file of $dialect', async ({ path, before }) => {
    const catalog = before === undefined ? catalogOf([]) : (await importFixture(before)).catalog
    await importFixture(path, catalog)
    const { preview } = await importFixture(path, catalog)
    const handles = new Set(preview.rows.flatMap(({ handle }) => handle ?? []))
    expect(handles.size).toBeGreaterThan(0)
    expect(preview.named).toEqual(expect.arrayContaining([...handles]))
  })
})

describe('the file of what a file does not name', () => {
  test.each([
    ['any catalog', arbitraryCatalog({ minVariants: 1 })],
    ['an old catalog', arbitraryOldCatalog({ minVariants: 1 })],
  ])('archives exactly these products, of %s', async (_name, arbitrary) => {
    await fc.assert(
      fc.asyncProperty(arbitrary, fc.array(fc.boolean()), async (products, isNamed) => {
        const { table: file } = await fileOf(
          writeCsv([
            ['handle', 'title'],
            ['other', 'Other'],
            ...products.filter((_, at) => isNamed[at]).map(ownLine),
          ]),
        )
        await expectArchived(products, new Set(previewTable(file, toSlice(catalogOf(products))).named))
      }),
      { numRuns: 25 },
    )
  })

  test('leaves what any file names as it is', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryFile, arbitraryFile, async (first, second) => {
        const catalog = catalogOf([])
        applyPlan(catalog, previewTable((await fileOf(first)).table, toSlice(catalog)).plan)
        const { named, rows, plan } = previewTable((await fileOf(second)).table, toSlice(catalog))
        const stored = new Map(
          [...catalog.products.values()].map(({ productId, handle }) => [productId, handle]),
        )
        for (const { productId } of [...plan.touched, ...plan.seen])
          expect(named).toContain(stored.get(productId))
        for (const { handle } of rows)
          if (toSlice(catalog).products.has(handle ?? '')) expect(named).toContain(handle)
        await expectArchived(toProducts(catalog), new Set(named))
      }),
      { numRuns: 25 },
    )
  })

  test('of ten thousand products archives each', async () => {
    const products = Array.from({ length: 10_000 }, (_, at) =>
      makeProduct({ handle: `p-${at}`, status: 'active', title: hostile[at % hostile.length] ?? '' }),
    )
    await expectArchived(products, new Set(['p-17']))
  })
})

const hostile = [
  '=1+1',
  "'=x",
  '-2, "b"',
  'a;=b',
  'two\nlines',
  "''@x",
  '+49 30',
  '１２',
  'a\t-b',
  'archived,draft',
]

function ownLine({ handle, title }: Product): string[] {
  return absentLine({ handle, title }).slice(0, 2)
}

/** In files of as many rows as one may have. */
async function expectArchived(products: Product[], named: ReadonlySet<string>): Promise<void> {
  const slice = toSlice(catalogOf(products))
  const absent = products.filter(({ status, handle }) => status === 'active' && !named.has(handle))
  for (let start = 0; start < absent.length; start += maxRows) {
    const part = absent.slice(start, start + maxRows)
    const { table: file } = await fileOf(writeCsv([absentHeader, ...part.map(absentLine)]))
    const { rows, plan, counts } = previewTable(file, slice)
    expect(counts).toEqual({ adds: 0, updates: part.length, unchanged: 0, errors: 0, clears: 0 })
    expect(
      rows.map(({ handle, changes }) => [handle, changes.map(({ field, after }) => [field, after])]),
    ).toEqual(part.map(({ handle }) => [handle, [['status', 'archived']]]))
    expect([plan.products.adds, plan.variants, plan.images]).toEqual([[], nothing, nothing])
  }
}

const nothing = { adds: [], updates: [] }
