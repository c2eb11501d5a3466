import { canonicalColumnNames } from '@catalog/catalog'
import { everything } from '@catalog/contracts'
import type { Choice } from '@catalog/contracts'
import type { CanonicalTable } from '@catalog/dialects'
import { describe, expect, test } from '@jest/globals'
import * as fc from 'fast-check'
import {
  applyPlan,
  emptyCatalog,
  previewAgainst,
  toProducts,
  toSlice,
} from '../../../test/support/preview/apply-plan.ts'
import type { MemoryCatalog } from '../../../test/support/preview/apply-plan.ts'
import { arbitraryFile } from '../../../test/support/preview/arbitrary-file.ts'
import { fileOf } from '../../../test/support/preview/csv-files.ts'
import { importFixture } from '../../../test/support/preview/import-fixture.ts'
import { planUndo, skusBefore } from './undo/plan-undo.ts'
import type { Preview } from './types.ts'

const arbitraryProducts = fc.record({
  products: fc.constantFrom('all', 'existing', 'new'),
  without_handles: fc.subarray(['a', 'b', 'c', 'nowhere']),
  without_fields: fc.constant<string[]>([]),
})

const optional = canonicalColumnNames.filter((name) => !/^handle|^option|_sku$|^variant_image/.test(name))
const arbitraryFields = fc.subarray([...optional, 'metadata.care', 'metadata.*'])

async function stored(csv: string): Promise<MemoryCatalog> {
  const { catalog } = await importFixture(Buffer.from(csv))
  return catalog
}

async function choose(catalog: MemoryCatalog, csv: string, choice: Partial<Choice>): Promise<Preview> {
  const { table } = await fileOf(csv)
  return previewAgainst(catalog, table, { choice: { ...everything, ...choice } })
}

function applied(catalog: MemoryCatalog, { plan }: Preview) {
  const copy = structuredClone(catalog)
  applyPlan(copy, plan)
  return copy
}

const handlesOf = (catalog: MemoryCatalog) => new Set(toSlice(catalog).products.keys())

describe('leaving products out', () => {
  test('is the import of the file without their rows', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryFile, arbitraryFile, arbitraryProducts, async (first, second, choice) => {
        const catalog = await stored(first)
        const exists = handlesOf(catalog)
        const chosen = await choose(catalog, second, choice)
        const { table } = await fileOf(second)
        const all = previewAgainst(catalog, table)
        const handles = new Map(all.rows.map(({ row, handle }) => [row, handle]))
        const rows = table.rows.filter(({ row }) => {
          const handle = handles.get(row) ?? null
          if (handle === null) return true
          const isOther = choice.products === (exists.has(handle) ? 'new' : 'existing')
          return !isOther && !choice.without_handles.includes(handle)
        })
        const without = previewAgainst(catalog, { ...table, rows })
        expect(toProducts(applied(catalog, chosen))).toEqual(toProducts(applied(catalog, without)))
        const kept = new Set(rows.map(({ row }) => row))
        expect(chosen.rows.filter(({ row }) => kept.has(row))).toEqual(without.rows)
        const left = chosen.rows.filter(({ row }) => !kept.has(row))
        expect(left.filter(({ kind }) => kind !== 'left_out' && kind !== 'error')).toEqual([])
        expect(left.flatMap(({ changes }) => changes)).toEqual([])
        const { adds, updates, unchanged, errors } = chosen.counts
        expect(adds + updates + unchanged + errors + chosen.tally.left_out).toBe(chosen.rows.length)
        expect(chosen.tally.left_out).toBe(left.filter(({ kind }) => kind === 'left_out').length)
        expect(chosen.tally.risks).toEqual(without.tally.risks)
        expect(chosen.tally.changes).toEqual(without.tally.changes)
        const counted = Object.values(chosen.tally.products).reduce((sum, count) => sum + count)
        expect(counted).toBe(chosen.productCount)
      }),
      { numRuns: 120 },
    )
  })

  test('tells apart what two products share', async () => {
    const csv = 'handle,title,variant_sku,variant_price\na,A,S-1,1\nb,B,S-1,2\n'
    const { rows } = await choose(emptyCatalog(), csv, { without_handles: ['b'] })
    expect(rows.map(({ kind }) => kind)).toEqual(['add', 'left_out'])
  })

  test('counts no edits of their rows, which show them', async () => {
    const edits = [
      { row: 3, column: 'variant_price', value: '3' },
      { row: 3, column: 'title', value: 'C' },
    ]
    const { table } = await fileOf('handle,title,variant_price\na,A,1\nb,B,2\n', undefined, undefined, edits)
    const choice = { ...everything, without_handles: ['b'] }
    const { rows, tally } = previewAgainst(emptyCatalog(), table, { choice })
    expect(rows[1]).toMatchObject({ kind: 'left_out', warnings: [{ value: '2' }, { value: 'B' }] })
    expect(tally.causes).toEqual([])
  })

  test('leaves what is wrong with their rows', async () => {
    const csv = 'handle,title,variant_price\na,A,much\nb,B,2\n'
    const preview = await choose(emptyCatalog(), csv, { products: 'existing' })
    expect(preview.rows.map(({ kind }) => kind)).toEqual(['error', 'left_out'])
    expect(preview.tally.products).toMatchObject({ new: 0, left_out: 1, with_errors: 1 })
  })
})

describe('keeping fields', () => {
  test('changes them in no product that exists, and is the import of a file without them', async () => {
    const met = { compared: 0, changed: 0 }
    await fc.assert(
      fc.asyncProperty(arbitraryFile, arbitraryFile, arbitraryFields, async (first, second, fields) => {
        const catalog = await stored(first)
        const { table } = await fileOf(second)
        const chosen = await choose(catalog, second, { without_fields: fields })
        const isKept = keeping(fields)
        const changed = chosen.rows
          .flatMap(({ handle, changes }) => (toSlice(catalog).products.has(handle ?? '') ? changes : []))
          .filter(({ field, before }) => before !== null && isKept(field))
        expect(changed).toEqual([])

        const after = applied(catalog, chosen)
        const exists = handlesOf(catalog)
        const all = applied(catalog, previewAgainst(catalog, table))
        expect(newOnes(after, exists)).toEqual(newOnes(all, exists))

        const isNew = new Set(chosen.plan.products.adds.map(({ productId }) => productId))
        const removed: CanonicalTable = {
          ...table,
          columns: table.columns.map((name) => (name !== null && isKept(name) ? null : name)),
        }
        const isBare = removed.rows.some(({ cells }) => {
          const left = removed.columns.filter((_, at) => cells[at]?.trim())
          const had = table.columns.filter(
            (name, at) => /^variant_(?!image)/.test(name ?? '') && cells[at]?.trim(),
          )
          return (
            left.every((name) => name === null || name === 'handle') ||
            (had.length > 0 && had.every((name) => !left.includes(name)))
          )
        })
        if (isBare || chosen.plan.variants.adds.some(({ productId }) => !isNew.has(productId))) return
        const without = applied(catalog, previewAgainst(catalog, removed))
        expect(oldOnes(after, exists)).toEqual(oldOnes(without, exists))
        met.compared++
        if (chosen.plan.touched.length > 0) met.changed++
      }),
      { numRuns: 300 },
    )
    for (const times of Object.values(met)) expect(times).toBeGreaterThan(15)
  })

  test('gives a new variant what the file says', async () => {
    const catalog = await stored('handle,title,option1_name,option1_value,variant_price\na,A,Size,S,1\n')
    const csv = 'handle,option1_value,variant_price\na,S,7\na,M,8\na,L,much\n'
    const preview = await choose(catalog, csv, { without_fields: ['variant_price'] })
    expect(preview.rows.map(({ kind }) => kind)).toEqual(['unchanged', 'add', 'error'])
    expect(preview.rows[2]?.errors).toMatchObject([{ column: 'variant_price', value: 'much' }])
    expect(toProducts(applied(catalog, preview))[0]?.variants.map(({ price }) => price)).toEqual([
      '1.00',
      '8.00',
    ])
  })

  test('does not care what is wrong with their cells', async () => {
    const catalog = await stored('handle,title,vendor,variant_price\na,A,V,1\n')
    const csv = 'handle,title,status,variant_price\na,B,sold,much\n'
    const preview = await choose(catalog, csv, { without_fields: ['status', 'variant_price'] })
    expect(preview.rows).toMatchObject([{ kind: 'update', errors: [], changes: [{ field: 'title' }] }])
  })

  test('of images leaves pictures of variants, and what is wrong with their positions, alone', async () => {
    const header = 'handle,title,variant_price,variant_image_url,image_url,image_position'
    const catalog = await stored(`${header}\na,A,1,http://a.example/1,http://a.example/1,\n`)
    const csv = `${header}\na,B,1,http://a.example/2,http://a.example/2,first\n`
    const preview = await choose(catalog, csv, { without_fields: ['image_url'] })
    expect(preview.rows).toMatchObject([{ kind: 'update', errors: [], changes: [{ field: 'title' }] }])
  })

  test('does not take a row whose image is left out for a handle alone, which empties a variant', async () => {
    const catalog = await stored('handle,title,variant_price,variant_barcode\na,A,1,4006381333931\n')
    const csv = 'handle,image_url,variant_barcode\na,http://a.example/1,\n'
    const preview = await choose(catalog, csv, { without_fields: ['image_url'] })
    expect(preview.rows).toMatchObject([{ kind: 'unchanged', changes: [] }])
  })

  test.each([
    { fields: ['image_url'], images: ['http://a.example/1 Front'] },
    { fields: ['image_alt'], images: ['http://a.example/2 Side', 'http://a.example/1 Front'] },
    { fields: ['image_position'], images: ['http://a.example/1 Back', 'http://a.example/2 Side'] },
  ])('keeps images as they are: $fields', async ({ fields, images }) => {
    const catalog = await stored(
      'handle,title,variant_price,image_url,image_alt\na,A,1,http://a.example/1,Front\n',
    )
    const csv =
      'handle,image_url,image_alt,image_position\na,http://a.example/1,Back,2\na,http://a.example/2,Side,1\n'
    const preview = await choose(catalog, csv, { without_fields: fields })
    expect(preview.counts.errors).toBe(0)
    const [product] = toProducts(applied(catalog, preview))
    expect(product?.images.map(({ url, alt }) => `${url} ${alt}`)).toEqual(images)
  })
})

test('the undo of a run takes the same choices', async () => {
  await fc.assert(
    fc.asyncProperty(
      arbitraryFile,
      arbitraryFile,
      fc.record({ ...arbitraryProductsOfUndo, without_fields: arbitraryFields }),
      async (first, second, choice) => {
        const catalog = await stored(first)
        const before = toProducts(catalog)
        const { preview: run } = await importFixture(Buffer.from(second), catalog)
        const undo = planUndo(run.plan, undoCatalog(catalog, run.plan), { choice })
        const after = toProducts(applied(catalog, undo))
        const isKept = keeping(choice.without_fields)
        expect(undo.rows.flatMap(({ changes }) => changes).filter(({ field }) => isKept(field))).toEqual([])
        for (const product of toProducts(catalog)) {
          if (choice.products !== 'new' && !choice.without_handles.includes(product.handle)) continue
          expect(after).toContainEqual(product)
        }
        const kinds = Object.values(undo.tally.products).reduce((sum, count) => sum + count)
        expect(kinds).toBe(undo.productCount)
        const left = undo.rows.filter(({ kind }) => kind === 'left_out').length
        expect(undo.counts.updates + undo.counts.unchanged + left).toBe(undo.rows.length)
        expect(before.length).toBeLessThanOrEqual(after.length)
      },
    ),
    { numRuns: 120 },
  )
})

const arbitraryProductsOfUndo = {
  products: fc.constantFrom('all' as const, 'existing' as const, 'new' as const),
  without_handles: fc.subarray(['a', 'b', 'c']),
}

function undoCatalog(catalog: MemoryCatalog, run: Preview['plan']) {
  const { products, skuOwners: _ } = toSlice(catalog)
  const wanted = new Set(skusBefore(run).map(({ sku }) => sku))
  const holders = [...catalog.variants.values()].filter(({ sku }) => wanted.has(sku))
  return {
    products: new Map([...products.values()].map((product) => [product.productId, product])),
    skuHolders: new Map(holders.map(({ sku, variantId }) => [sku, variantId])),
  }
}

function keeping(fields: string[]): (column: string) => boolean {
  const kept = new Set(fields)
  return (column) =>
    kept.has(column) ||
    (kept.has('metadata.*') && column.startsWith('metadata.')) ||
    (kept.has('image_url') && /image_(?:position|alt|url)$/.test(column))
}

function newOnes(catalog: MemoryCatalog, exists: Set<string>) {
  return toProducts(catalog).filter(({ handle }) => !exists.has(handle))
}

function oldOnes(catalog: MemoryCatalog, exists: Set<string>) {
  return toProducts(catalog).filter(({ handle }) => exists.has(handle))
}
