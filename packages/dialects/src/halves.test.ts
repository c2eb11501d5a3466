import { readdirSync } from 'node:fs'
import { writeCsv } from '@catalog/catalog'
import type { Product } from '@catalog/catalog'
import { describe, expect, test } from '@jest/globals'
import { slug } from './slug.ts'
import { emptyCatalog, fixtures, importFixture } from '../../../test/support/preview/import-fixture.ts'
import type { ImportedFixture } from '../../../test/support/preview/import-fixture.ts'

describe('two halves make the same catalog as the whole, in either order, wherever the products are divided:', () => {
  test.each(readdirSync(fixtures, { withFileTypes: true }).filter((entry) => entry.isDirectory()))(
    '$name',
    async ({ name }) => {
      let compared = 0
      for (const file of readdirSync(new URL(`${name}/`, fixtures))) {
        if (file.endsWith('.csv')) compared += await compareHalves(`${name}/${file}`)
      }
      expect(compared).toBeGreaterThan(0)
    },
  )
})

/** The number of divisions that were compared: a row that fails may need rows of the other half. */
async function compareHalves(path: string): Promise<number> {
  const whole = await importFixture(path)
  if (whole.preview.counts.errors > 0) return 0
  const products = recordsOf(whole)
  let compared = 0
  for (let at = 1; at < products.length; at++) {
    const halves = [products.slice(0, at), products.slice(at)].map((half) => fileOf(whole, half))
    for (const ordered of [halves, halves.toReversed()]) {
      const catalog = emptyCatalog()
      const errors: number[] = []
      for (const half of ordered) errors.push((await importFixture(half, catalog)).preview.counts.errors)
      if (errors.some((count) => count > 0)) continue
      const { preview, products: made } = await importFixture(path, catalog)
      expect(contentOf(made)).toEqual(contentOf(whole.products))
      expect(preview.counts).toMatchObject({ adds: 0, updates: 0, errors: 0 })
      compared++
    }
  }
  return compared
}

/** Which of several products of one name has the short handle depends on which came first, and nothing else. */
function contentOf(products: Product[]): string[] {
  const named = Map.groupBy(products, ({ title }) => slug(title))
  return products
    .map(({ handle, ...product }) =>
      JSON.stringify([product, named.get(slug(product.title))?.length === 1 && handle]),
    )
    .toSorted()
}

/** The records of each product, as positions in the file. */
function recordsOf({ preview }: ImportedFixture): number[][] {
  const products = new Map<string, number[]>()
  preview.rows.forEach(({ row, handle }, position) => {
    const key = handle ?? `row ${row}`
    products.set(key, [...(products.get(key) ?? []), position])
  })
  return [...products.values()]
}

function fileOf({ file }: ImportedFixture, products: number[][]): Buffer {
  const records = products.flat().map((position) => file.records[position]?.cells ?? [])
  return Buffer.from(writeCsv([file.header, ...records]))
}
