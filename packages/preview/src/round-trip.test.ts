import { choosableColumns, chooseColumns, plainText, writeCsv } from '@catalog/catalog'
import type { Product } from '@catalog/catalog'
import { arbitraryCatalog, arbitraryOldCatalog, respelled } from '@catalog/catalog/testing'
import { describe, expect, test } from '@jest/globals'
import * as fc from 'fast-check'
import type { Tally } from '@catalog/contracts'
import type { Preview } from './types.ts'
import { previewTable } from './preview-table.ts'
import { arbitraryFile } from '../../../test/support/preview/arbitrary-file.ts'
import {
  applyPlan,
  catalogOf,
  emptyCatalog,
  toProducts,
  toSlice,
} from '../../../test/support/preview/apply-plan.ts'
import type { MemoryCatalog } from '../../../test/support/preview/apply-plan.ts'
import { exportOf, fileOf } from '../../../test/support/preview/csv-files.ts'

describe('an export', () => {
  test('gives the same catalog in an empty storefront, and is all unchanged on it (INV-12)', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryCatalog({ minVariants: 1 }), async (products) => {
        fc.pre(products.length > 0)
        const catalog = await stored(products)
        expect(toProducts(catalog)).toEqual(products)
        expect(exportOf(toProducts(catalog))).toBe(exportOf(products))
        const result = await previewOf(exportOf(toProducts(catalog)), catalog)
        expect(result.rows.filter(({ kind }) => kind !== 'unchanged')).toEqual([])
        expect(result.plan).toMatchObject(nothingToWrite)
        expect(result.counts.clears).toBe(0)
      }),
      { numRuns: 25 },
    )
  })

  test('of some columns of some products is all unchanged (INV-12)', async () => {
    await fc.assert(
      fc.asyncProperty(
        arbitraryCatalog({ minVariants: 1 }),
        fc.subarray([...choosableColumns], { minLength: 1 }),
        fc.infiniteStream(fc.boolean()),
        async (products, names, isWanted) => {
          const columns = chooseColumns(names)
          const some = products.filter(() => isWanted.next().value)
          const keys = some.flatMap(({ metadata }) => Object.keys(metadata))
          const header = columns?.header(keys) ?? []
          fc.pre(columns !== undefined && some.length > 0 && header.length > 1)
          const file = writeCsv([header, ...some.flatMap((product) => columns.rows(product, keys))])
          const result = await previewOf(file, await stored(products))
          expect(result.rows.filter(({ kind }) => kind !== 'unchanged')).toEqual([])
          expect(result.plan).toMatchObject(nothingToWrite)
          expect(result.counts.clears).toBe(0)
        },
      ),
      { numRuns: 40 },
    )
  })

  test.each([
    ['as it is', String],
    ['without what nobody sees', (text: string) => (plainText(text).trim() === '' ? text : plainText(text))],
    ['decomposed', (text: string) => text.normalize('NFD')],
  ])('of an old catalog is all unchanged on it, %s (INV-12)', async (_name, respell) => {
    await fc.assert(
      fc.asyncProperty(arbitraryOldCatalog({ minVariants: 1 }), async (products) => {
        fc.pre(products.length > 0)
        const catalog = catalogOf(products)
        expect(toProducts(catalog)).toEqual(products)
        const result = await previewOf(
          exportOf(products.map((product) => respelled(product, respell))),
          catalog,
        )
        expect(result.rows.flatMap(({ changes }) => changes)).toEqual([])
        expect(result.rows.filter(({ kind }) => kind !== 'unchanged')).toEqual([])
        expect(result.plan).toMatchObject(nothingToWrite)
      }),
      { numRuns: 25 },
    )
  })

  test('changes another catalog of the same handles into its own, except for what only the other one has', async () => {
    await fc.assert(
      fc.asyncProperty(
        arbitraryCatalog({ minVariants: 1 }),
        arbitraryCatalog({ minVariants: 1 }),
        async (before, after) => {
          fc.pre(before.length > 0 && after.length > 0)
          const catalog = await stored(before)
          const file = exportOf(after)
          const first = await previewOf(file, catalog)
          applyPlan(catalog, first.plan)
          const again = await previewOf(file, catalog)
          if (rejectedRows(again).join() !== rejectedRows(first).join()) return
          expect(again.rows.filter(({ kind }) => kind !== 'unchanged' && kind !== 'error')).toEqual([])
        },
      ),
      { numRuns: 16 },
    )
  })
})

test('an export with two spellings of an image, from an earlier release, is all unchanged', async () => {
  const file = 'handle,title,variant_price,variant_image_url,image_url\n'
  const catalog = emptyCatalog()
  const rows = ['cup,Cup,1,https://a.example/x,https://a.example/%C3%A4', 'cup,,,,https://a.example/x']
  applyPlan(catalog, (await previewOf(file + rows.join('\n'), catalog)).plan)
  for (const image of catalog.images.values()) {
    if (image.url === 'https://a.example/x')
      Object.assign(image, { url: 'https://a.example/ä', normalizedUrl: 'https://a.example/ä' })
  }
  const exported = await previewOf(exportOf(toProducts(catalog)), catalog)
  expect(exported.rows.map(({ kind, warnings }) => [kind, warnings])).toEqual([
    ['unchanged', []],
    ['unchanged', []],
  ])
  const again = await previewOf(file + rows.join('\n').replaceAll('/x', '/ä'), catalog)
  expect(again.plan).toMatchObject(nothingToWrite)
})

describe('any file in canonical columns', () => {
  test('counts each row once, and is unchanged when it is imported again', async () => {
    let applied = 0
    await fc.assert(
      fc.asyncProperty(fc.array(arbitraryFile, { minLength: 2, maxLength: 4 }), async (files) => {
        const catalog = emptyCatalog()
        for (const file of files) {
          const rowCount = (await fileOf(file)).records.length
          const first = await previewOf(file, catalog)
          const { adds, updates, unchanged, errors } = first.counts
          expect(adds + updates + unchanged + errors).toBe(rowCount)
          const { products: byKind, causes } = first.tally
          expect(Object.values(byKind).reduce((sum, count) => sum + count)).toBe(first.productCount)
          const found = causes.map(rowsWith(first))
          expect(found.map(({ length }) => length)).toEqual(causes.map(({ rows }) => rows))
          const examples = causes.map(({ example }) => example?.row ?? 0)
          expect(examples.filter((row, at) => !found[at]?.includes(row))).toEqual([])
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
      { numRuns: 45 },
    )
    expect(applied).toBeGreaterThan(100)
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

/** A catalog of these products, imported into an empty storefront. */
async function stored(products: Product[]): Promise<MemoryCatalog> {
  const catalog = emptyCatalog()
  const result = await previewOf(exportOf(products), catalog)
  expect(result.rows.filter(({ kind }) => kind !== 'add')).toEqual([])
  applyPlan(catalog, result.plan)
  return catalog
}

/** They may differ between two imports of a file if the first frees a SKU that another product of it uses. */
function rejectedRows({ rows }: ReturnType<typeof previewTable>): number[] {
  return rows.filter(({ kind }) => kind === 'error').map(({ row }) => row)
}

/** The numbers of the rows with the cause. */
function rowsWith({ rows }: Preview): (cause: Tally['causes'][number]) => number[] {
  return ({ severity, code, case: of, column }) =>
    rows
      .filter(({ errors, warnings }) =>
        (severity === 'error' ? errors : warnings).some(
          (problem) =>
            problem.code === code && problem.column === column && (problem.parameters?.case ?? null) === of,
        ),
      )
      .map(({ row }) => row)
}
