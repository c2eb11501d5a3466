import { searchKey } from '@catalog/catalog'
import type { StoredProduct } from '@catalog/catalog'
import { changeGroups } from '@catalog/catalog/change-groups'
import { everything, ProductKind, ProductSort, RiskCode } from '@catalog/contracts'
import type { Choice, DraftProduct, ProductQuery } from '@catalog/contracts'
import { describe, expect, test } from '@jest/globals'
import * as fc from 'fast-check'
import { arbitraryFile } from '../../../test/support/preview/arbitrary-file.ts'
import { applyPlan, emptyCatalog, previewAgainst, toSlice } from '../../../test/support/preview/apply-plan.ts'
import type { MemoryCatalog } from '../../../test/support/preview/apply-plan.ts'
import { fileOf } from '../../../test/support/preview/csv-files.ts'
import { findProducts } from './find-products.ts'
import { previewTable } from './preview-table.ts'
import { relativeChange } from './product-list.ts'
import type { ProductList } from './product-list.ts'
import type { Preview } from './types.ts'
import { planUndo } from './undo/plan-undo.ts'

const all = { after: null, limit: 1_000 }

type Found = ReturnType<typeof find>

function find(
  list: ProductList,
  query: Partial<ProductQuery> = {},
  page: Parameters<typeof findProducts>[2] = all,
) {
  const filters = Object.assign({ kind: [], change: [], risk: [], cause: [], q: null, sort: 'file' }, query)
  return findProducts(list, filters, page)
}

const handlesOf = ({ found }: Found) => found.map(({ product }) => product.handle)

/** A preview as a draft stores its products, and the catalogs that it leads from and to. */
interface Previewed {
  preview: Preview
  list: ProductList
  before: MemoryCatalog
  after: MemoryCatalog
}

function appliedTo(before: MemoryCatalog, preview: Preview): Previewed {
  const after = structuredClone(before)
  applyPlan(after, preview.plan)
  return { preview, list: JSON.parse(JSON.stringify(preview.products)), before, after }
}

interface Files {
  first: string
  second: string
  choice: Choice
  isUndone: boolean
}

/** Of a choice of a file that follows another one, or of the undo of that. */
const arbitraryPreview: fc.Arbitrary<Files> = fc.record({
  first: arbitraryFile,
  second: arbitraryFile,
  choice: fc.record({
    products: fc.constantFrom('all', 'all', 'existing', 'new'),
    without_handles: fc.subarray(['a', 'b'], { maxLength: 1 }),
    without_fields: fc.subarray(['title', 'variant_price']),
  }),
  isUndone: fc.boolean(),
})

async function previewed({ first, second, choice, isUndone }: Files): Promise<Previewed> {
  const stored = appliedTo(emptyCatalog(), await previewOf(first, emptyCatalog(), everything)).after
  const imported = appliedTo(stored, await previewOf(second, stored, isUndone ? everything : choice))
  if (!isUndone) return imported
  const products = new Map(
    [...toSlice(imported.after).products.values()].map((product) => [product.productId, product]),
  )
  const undo = planUndo(imported.preview.plan, { products, skuHolders: new Map() }, { choice })
  return appliedTo(imported.after, undo)
}

async function previewOf(file: string, catalog: MemoryCatalog, choice: Choice): Promise<Preview> {
  return previewAgainst(catalog, (await fileOf(file)).table, { choice })
}

async function forEachPreview(check: (of: Previewed) => void): Promise<void> {
  await fc.assert(
    fc.asyncProperty(arbitraryPreview, async (files) => check(await previewed(files))),
    { numRuns: 60 },
  )
}

describe('the products of a preview', () => {
  test('are each listed once, with all their rows', async () => {
    await forEachPreview(({ preview, list }) => {
      const { found, total } = find(list)
      expect(total).toBe(preview.productCount)
      expect(found.map(({ position }) => position)).toEqual(found.map((_, index) => index))
      const handles = handlesOf({ found, total })
      expect(new Set(handles).size).toBe(total)
      const rows = found.flatMap(({ product }) => product.rows.map((row) => `${row} ${product.handle}`))
      const withProduct = preview.rows.filter(({ handle }) => handle !== null && handles.includes(handle))
      expect(rows.toSorted()).toEqual(withProduct.map(({ row, handle }) => `${row} ${handle}`).toSorted())
    })
  })

  test('are as many by each filter as the preview counts', async () => {
    await forEachPreview(({ preview: { tally }, list }) => {
      const total = (query: Partial<ProductQuery>) => find(list, query).total
      for (const kind of ProductKind.options) expect(total({ kind: [kind] })).toBe(tally.products[kind])
      for (const group of changeGroups) {
        const counted = tally.changes.find((change) => change.group === group)
        expect(total({ change: [group] })).toBe(counted?.products ?? 0)
      }
      for (const code of RiskCode.options) {
        expect(total({ risk: [code] })).toBe(tally.risks.find((risk) => risk.code === code)?.products ?? 0)
      }
      for (const name of tally.causes.flatMap((cause) => [cause.code, nameOf(cause)])) {
        const counted = tally.causes
          .filter((cause) => name === cause.code || name === nameOf(cause))
          .map(({ products }) => products)
        const found = total({ cause: [name] })
        // Of several columns or cases, a product may have more than one.
        expect(found).toBeGreaterThanOrEqual(Math.max(...counted))
        expect(found).toBeLessThanOrEqual(counted.reduce((sum, products) => sum + products))
      }
    })
  })

  test('are those of either value of a filter, and of all filters together', async () => {
    await forEachPreview(({ list }) => {
      const added = handlesOf(find(list, { kind: ['new'] }))
      const changed = handlesOf(find(list, { kind: ['changed'] }))
      const either = handlesOf(find(list, { kind: ['new', 'changed'] }))
      expect(either.toSorted()).toEqual([...added, ...changed].toSorted())
      const prices = handlesOf(find(list, { change: ['price'] }))
      const both = handlesOf(find(list, { kind: ['changed'], change: ['price'] }))
      expect(both).toEqual(changed.filter((handle) => prices.includes(handle)))
    })
  })

  test('are as the catalog is before and after', async () => {
    await forEachPreview(({ list, before, after }) => {
      const [was, is] = [toSlice(before).products, toSlice(after).products]
      for (const { product, image } of find(list).found) {
        const [stored, next] = [was.get(product.handle), is.get(product.handle)]
        expect(product.title.before).toBe(stored?.title ?? null)
        if (next) expect(product.title.after).toBe(next.title)
        expect(product.status ?? { before: null, after: null }).toEqual({
          before: stored?.status ?? null,
          after: next?.status ?? null,
        })
        expect(product.price).toEqual(pairOf(pricesOf(stored), pricesOf(next)))
        expect(product.stock).toEqual(pairOf(stockOf(stored), stockOf(next)))
        expect(product.variants.total).toBe(next?.variants.length ?? 0)
        expect(product.variants.new).toBe((next?.variants.length ?? 0) - (stored?.variants.length ?? 0))
        const first = next?.images[0]
        const isStored = stored?.images.some(
          ({ imageId, url }) => imageId === first?.imageId && url === first.url,
        )
        expect(image).toEqual(
          first ? { url: first.url, imageId: first.imageId, isStored: isStored === true } : null,
        )
      }
    })
  })

  test('are found by handle, titles, SKUs, vendor, barcodes and row numbers', async () => {
    await forEachPreview(({ list, before, after }) => {
      const [was, is] = [toSlice(before).products, toSlice(after).products]
      for (const { product } of find(list).found) {
        const stored = [was.get(product.handle), is.get(product.handle)].flatMap((one) => one ?? [])
        const texts = stored.flatMap(({ vendor, variants }) =>
          [vendor].concat(variants.flatMap(({ sku, barcode }) => [sku, barcode])),
        )
        const { title, rows, handle } = product
        for (const q of [handle, title.before, title.after, ...texts, ...rows.map(String)]) {
          if (q) expect(handlesOf(find(list, { q: q.toUpperCase() }))).toContain(handle)
        }
      }
    })
  })

  test('are on pages that are the whole list in every order, which is total', async () => {
    await forEachPreview(({ list }) => {
      const inFile = handlesOf(find(list))
      for (const sort of ProductSort.options) {
        const whole = find(list, { sort }).found
        expect(whole.map(({ product }) => product.handle).toSorted()).toEqual(inFile.toSorted())
        for (const [index, one] of whole.entries()) {
          const other = whole[index + 1]
          if (!other) continue
          const isSorted = isBefore[sort](one.product, other.product)
          expect(isSorted === 'same' ? one.position < other.position : isSorted).toBe(true)
        }
        const paged = []
        for (let after: number | null = null; ;) {
          const { found, total } = find(list, { sort }, { after, limit: 2 })
          expect(total).toBe(whole.length)
          paged.push(...found)
          after = found[1]?.position ?? null
          if (after === null) break
        }
        expect(paged).toEqual(whole)
      }
    })
  })
})

test('a price is the lowest and the highest of all variants, also of those outside the file', async () => {
  const header = 'handle,title,option1_name,option1_value,variant_price'
  const variants = ['5', '3', '7', '9'].map((price) => `a,A,Size,${price},${price}`)
  const first = [header, ...variants].join('\n')
  const second = `${header}\na,A,Size,9,1\na,A,Size,7,6`
  const { list } = await previewed({ first, second, choice: everything, isUndone: false })
  expect(find(list).found).toMatchObject([
    { product: { price: { before: { min: '3.00', max: '9.00' }, after: { min: '1.00', max: '6.00' } } } },
  ])
})

describe('the largest relative change comes first', () => {
  test.each(['price', 'stock'] as const)('of the %s', async (sort) => {
    const first = fileWith(sort, ['10', '10', '10', '10', '0', '20'])
    const second = fileWith(sort, ['10', '9', '0', '25', '1', '18'])
    const { list } = await previewed({ first, second, choice: everything, isUndone: false })
    expect(handlesOf(find(list, { sort }))).toEqual(['p4', 'p3', 'p2', 'p1', 'p5', 'p0'])
  })
})

/** Whether a product may stand before another that follows it; 'same': in the order of the file. */
const isBefore: Record<ProductQuery['sort'], (one: Listed, other: Listed) => boolean | 'same'> = {
  file: () => 'same',
  // Held by the table above: a product shows only its lowest and highest prices.
  price: () => true,
  stock(one, other) {
    const [a, b] = [changeOf(one), changeOf(other)]
    return a === b ? 'same' : a > b
  },
  title(one, other) {
    const [a, b] = [titleKey(one), titleKey(other)]
    return a === b ? 'same' : a < b
  },
}

const titleKey = ({ title, handle }: Listed) => searchKey(title.after ?? handle)
const changeOf = ({ stock }: Listed) => relativeChange(stock?.before ?? null, stock?.after ?? null)

type Listed = Omit<DraftProduct, 'picture'>

function pairOf<Value>(before: Value | null, after: Value | null) {
  return before === null && after === null ? null : { before, after }
}

function pricesOf(product: StoredProduct | undefined): { min: string; max: string } | null {
  const prices = product?.variants.map(({ price }) => price).sort((a, b) => Number(a) - Number(b)) ?? []
  return prices.length === 0 ? null : { min: prices.at(0) ?? '', max: prices.at(-1) ?? '' }
}

function stockOf(product: StoredProduct | undefined): number | null {
  const tracked = product?.variants.flatMap(({ inventoryQuantity }) => inventoryQuantity ?? []) ?? []
  return tracked.length === 0 ? null : tracked.reduce((sum, quantity) => sum + quantity)
}

function nameOf(cause: { code: string; case: string | null }): string {
  return cause.case === null ? cause.code : `${cause.code}:${cause.case}`
}

function fileWith(column: 'price' | 'stock', values: string[]): string {
  return [
    'handle,title,variant_sku,variant_price,variant_inventory_quantity',
    ...values.map((value, n) => `p${n},P${n},S${n},${column === 'price' ? `${value},1` : `1,${value}`}`),
  ].join('\n')
}

test('an image at another address than before has no picture yet', async () => {
  const header = 'handle,title,variant_price,image_url,image_position'
  const { before, after } = appliedTo(
    emptyCatalog(),
    await previewOf(`${header}\na,A,1,http://a.example/1,1\n`, emptyCatalog(), everything),
  )
  expect(before.images.size).toBe(0)
  const { table } = await fileOf(`${header}\na,A,1,http://a.example/2,1\n`)
  const imageOf = (brokenImages: string[]) => {
    const slice = { ...toSlice(after), brokenImages: new Set(brokenImages) }
    return find(previewTable(table, slice).products).found[0]?.image
  }
  expect(imageOf([...after.images.keys()])).toMatchObject({ url: 'http://a.example/2', isStored: false })
  expect(imageOf([])).toMatchObject({ url: 'http://a.example/1', isStored: true })
})
