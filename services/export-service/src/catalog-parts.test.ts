import { describe, expect, test } from '@jest/globals'
import * as fc from 'fast-check'
import { parse } from 'csv-parse/sync'
import {
  allColumns,
  canonicalColumnNames,
  canonicalHeader,
  chooseColumns,
  productToRows,
} from '@catalog/catalog'
import type { Product } from '@catalog/catalog'
import { arbitraryCatalog } from '@catalog/catalog/testing'
import { maxRows } from '@catalog/contracts'
import { writeParts } from './catalog-parts.ts'
import type { PartLimits } from './catalog-parts.ts'
import type { ProductPart } from './product-record.ts'
import { plain, shirt } from './testing/sample-products.ts'

const roomy: PartLimits = { rows: 1_000, bytes: 1_000_000, columns: 100, cells: 1_000_000 }

/**
 * The rows of each part, by the names in its header.
 * @param atOnce variants and images of a product that are read at a time
 */
async function partsOf(
  products: Product[],
  limits: Partial<PartLimits> = {},
  { batchSize = 3, atOnce = 1_000, columns = allColumns } = {},
) {
  const batches = async function* () {
    for (let from = 0; from < products.length; from += batchSize) {
      yield products.slice(from, from + batchSize).flatMap((product) => inParts(product, atOnce))
    }
  }
  const files: string[] = []
  const keys = canonicalHeader(products.flatMap(({ metadata }) => Object.keys(metadata)))
    .slice(canonicalColumnNames.length)
    .map((name) => name.replace('metadata.', ''))
  for await (const { part, text } of writeParts(batches, keys, columns, { ...roomy, ...limits })) {
    files[part - 1] = (files[part - 1] ?? '') + text
  }
  return files.map((text) => {
    const [header = [], ...rows]: string[][] = parse(text, { bom: true })
    return { text, header, rows }
  })
}

function inParts(product: Product, atOnce: number): ProductPart[] {
  const rows = Math.max(1, product.variants.length, product.images.length)
  return Array.from({ length: Math.ceil(rows / atOnce) }, (_, index) => {
    const fromRow = index * atOnce
    const variants = product.variants.slice(fromRow, fromRow + atOnce)
    const images = product.images.slice(fromRow, fromRow + atOnce)
    return { product: { ...product, variants, images }, fromRow }
  })
}

const ownCells = (row: string[]) => [row[0], ...row.slice(12, canonicalColumnNames.length)]
const named = (handle: string, fields: Partial<Product> = {}): Product => ({ ...plain, handle, ...fields })
const handles = (parts: { rows: string[][] }[]) => parts.map(({ rows }) => rows.map(([handle]) => handle))

describe('parts of a catalog', () => {
  test('are one file if everything fits into one', async () => {
    const parts = await partsOf([named('a'), named('b'), named('c'), named('d')])
    expect(handles(parts)).toEqual([['a', 'b', 'c', 'd']])
  })

  test('contain whole products, as many as fit', async () => {
    const parts = await partsOf([named('a'), { ...shirt, handle: 'b' }, named('c'), named('d')], { rows: 3 })
    expect(handles(parts)).toEqual([['a'], ['b', 'b', 'b'], ['c', 'd']])
  })

  test('have no more bytes than a file may have, including their header', async () => {
    const products = [named('a'), named('b'), named('c')]
    const [whole] = await partsOf(products)
    const line = Buffer.byteLength(whole?.text.split('\r\n').at(-2) ?? '') + 2
    const bytes = Buffer.byteLength(whole?.text ?? '') - line
    expect(handles(await partsOf(products, { bytes }))).toEqual([['a', 'b'], ['c']])
    expect(handles(await partsOf(products, { bytes: bytes - 1 }))).toEqual([['a'], ['b'], ['c']])
  })

  test('have the metadata columns of all products, and few enough rows for them', async () => {
    const products = Array.from({ length: 9 }, (_, index) =>
      named(`p${index}`, { metadata: { [`k${index}`]: 'x' } }),
    )
    const parts = await partsOf(products, { cells: (canonicalColumnNames.length + 9) * 4 })
    expect(parts.map(({ rows }) => rows.length)).toEqual([4, 4, 1])
    expect(new Set(parts.map(({ header }) => header.length))).toEqual(
      new Set([canonicalColumnNames.length + 9]),
    )
  })

  test('contain a product whole that is read in parts', async () => {
    const products = [named('a'), { ...shirt, handle: 'b' }, named('c')]
    expect(handles(await partsOf(products, { rows: 3 }, { atOnce: 1 }))).toEqual([
      ['a'],
      ['b', 'b', 'b'],
      ['c'],
    ])
  })

  test("repeat the product's cells if it is larger than a file", async () => {
    const large = { ...shirt, metadata: { care: 'cold' } }
    const parts = await partsOf([named('a'), large, named('z')], { rows: 2 })
    expect(handles(parts)).toEqual([['a'], ['shirt', 'shirt'], ['shirt', 'z']])
    const of = (part: number, row: number, name: string) =>
      parts[part]?.rows[row]?.[parts[part]?.header.indexOf(name)]
    for (const name of ['title', 'status', 'option1_name', 'metadata.care'])
      expect(of(2, 0, name)).toBe(of(1, 0, name))
    expect(of(2, 0, 'title')).toBe('Shirt')
    expect(of(2, 0, 'image_position')).toBe('3')
    expect(of(2, 0, 'variant_price')).toBe('')
  })

  test('repeat only the chosen cells of a product that is larger than a file', async () => {
    const columns = chooseColumns(['title', 'image_alt', 'metadata.*'])
    const parts = await partsOf(
      [{ ...shirt, metadata: { care: 'cold' } }],
      { rows: 2 },
      { columns, atOnce: 1 },
    )
    const header = ['handle', 'title', 'image_url', 'image_alt', 'metadata.care']
    expect(parts.map((part) => part.header)).toEqual([header, header])
    const of = (part: number) => parts[part]?.rows.map(([handle, title, , , care]) => [handle, title, care])
    expect([of(0), of(1)]).toEqual([
      [
        ['shirt', 'Shirt', 'cold'],
        ['shirt', '', ''],
      ],
      [['shirt', 'Shirt', 'cold']],
    ])
  })

  test('have the columns that do not fit in further files, only for products with values in them', async () => {
    const products = [
      named('a', { metadata: { k1: '1', k2: '2', k3: '3' } }),
      named('b', { metadata: { k1: '1' } }),
      named('c', { metadata: { k3: '=3' } }),
    ]
    const parts = await partsOf(products, { columns: canonicalColumnNames.length + 1 })
    expect(parts.map(({ header }) => header.at(-1))).toEqual(['metadata.k1', 'metadata.k3'])
    expect(parts[1]).toMatchObject({
      header: ['handle', 'metadata.k2', 'metadata.k3'],
      rows: [
        ['a', '2', '3'],
        ['c', '', `'=3`],
      ],
    })
  })

  test('stay within the limits for every catalog, and together have each of its rows once, in order', async () => {
    await fc.assert(
      fc.asyncProperty(
        arbitraryCatalog({ maxProducts: 12 }),
        fc.record({ rows: fc.integer({ min: 1, max: 6 }), spare: fc.integer({ min: 0, max: 3_000 }) }),
        fc.record({ batchSize: fc.integer({ min: 1, max: 5 }), atOnce: fc.integer({ min: 1, max: 3 }) }),
        async (products, { rows, spare }, reading) => {
          const keys = [...new Set(products.flatMap(({ metadata }) => Object.keys(metadata)))]
          const all = products.flatMap((product) => productToRows(product, keys))
          // A row with the cells of its product always fits.
          const largest = Math.max(
            0,
            ...all.map((row) => Buffer.byteLength(row.join(',')) * 3 + row.length * 2),
          )
          const bytes = Buffer.byteLength(canonicalHeader(keys).join(',')) + 2 * largest + 10 + spare
          const parts = await partsOf(products, { rows, bytes, columns: 1_000 }, reading)
          for (const part of parts) {
            expect(part.rows.length).toBeLessThanOrEqual(rows)
            expect(Buffer.byteLength(part.text)).toBeLessThanOrEqual(bytes)
          }
          expect(parts.flatMap((part) => part.rows.map(ownCells))).toEqual(all.map(ownCells))
          const firstOf = new Map(all.toReversed().map((row) => [row[0], row]))
          for (const part of parts) {
            for (const [index, row] of part.rows.entries()) {
              if (row[0] === part.rows[index - 1]?.[0]) continue
              const first = firstOf.get(row[0]) ?? []
              expect([row.slice(0, 12), row.slice(canonicalColumnNames.length)]).toEqual([
                first.slice(0, 12),
                first.slice(canonicalColumnNames.length),
              ])
            }
          }
        },
      ),
      { numRuns: 80 },
    )
  })

  test('are within the limits of an import', async () => {
    const products = Array.from({ length: maxRows + 1 }, (_, index) => named(`p${index}`))
    const files = new Map<number, number>()
    const read = async function* () {
      yield products.map((product) => ({ product, fromRow: 0 }))
    }
    for await (const { part, text } of writeParts(read, [], allColumns))
      files.set(part, (files.get(part) ?? -1) + text.split('\r\n').length - 1)
    expect([...files]).toEqual([
      [1, maxRows],
      [2, 1],
    ])
  })
})
