import { everything } from '@catalog/contracts'
import type { Choice } from '@catalog/contracts'
import { describe, expect, test } from '@jest/globals'
import * as fc from 'fast-check'
import { arbitraryFile } from '../../../test/support/preview/arbitrary-file.ts'
import { applyPlan, emptyCatalog, previewAgainst, toSlice } from '../../../test/support/preview/apply-plan.ts'
import type { MemoryCatalog } from '../../../test/support/preview/apply-plan.ts'
import { fileOf } from '../../../test/support/preview/csv-files.ts'
import { comparedWith } from './compare-versions.ts'
import type { CompareVersions } from './compare-versions.ts'
import { findProducts } from './find-products.ts'
import type { ProductList } from './product-list.ts'

interface Scene {
  before: MemoryCatalog
  after: MemoryCatalog
  /** Previews the draft's file. */
  preview: (catalog: MemoryCatalog, compare?: CompareVersions, choice?: Choice) => Promise<ProductList>
}

/** A draft's file, and a catalog to which another file is applied after the draft was previewed. */
async function forEachScene(check: (of: Scene) => Promise<void>): Promise<void> {
  await fc.assert(
    fc.asyncProperty(arbitraryFile, arbitraryFile, arbitraryFile, async (first, mine, theirs) => {
      const before = await applied(emptyCatalog(), first)
      const after = await applied(before, theirs)
      const { table } = await fileOf(mine)
      await check({
        before,
        after,
        async preview(catalog, compare, choice = everything) {
          const { products, tally } = previewAgainst(catalog, table, { compare, choice })
          const list: ProductList = JSON.parse(JSON.stringify(products))
          const counted = tally.risks.find(({ code }) => code === 'changed_meanwhile')?.products ?? 0
          expect(changedOf(list)).toHaveLength(counted)
          return list
        },
      })
    }),
    { numRuns: 60 },
  )
}

async function applied(catalog: MemoryCatalog, file: string): Promise<MemoryCatalog> {
  const next = structuredClone(catalog)
  applyPlan(next, previewAgainst(catalog, (await fileOf(file)).table).plan)
  return next
}

function changedOf(list: ProductList, risk = ['changed_meanwhile' as const]): string[] {
  const query = { kind: [], change: [], risk, cause: [], q: null, sort: 'file' as const }
  return findProducts(list, query, { after: null, limit: 1_000 }).found.map(({ product }) => product.handle)
}

describe('a draft that is previewed again', () => {
  test('lists exactly the products that the catalog has changed since', async () => {
    await forEachScene(async ({ before, after, preview }) => {
      const former = await preview(before)
      expect(changedOf(former)).toEqual([])
      const again = await preview(after, comparedWith(former, { isRevision: false }))
      const [was, is] = [toSlice(before).products, toSlice(after).products]
      const changed = again.columns.handle.filter(
        (handle) => is.has(handle) && is.get(handle)?.version !== was.get(handle)?.version,
      )
      expect(changedOf(again)).toEqual(changed)
      expect(changedOf(await preview(after, comparedWith(again, { isRevision: false })))).toEqual([])
    })
  })

  test('still lists them after another choice, but for those left out', async () => {
    await forEachScene(async ({ before, after, preview }) => {
      const former = await preview(before)
      const again = await preview(after, comparedWith(former, { isRevision: false }))
      const without: Choice = { ...everything, products: 'new' }
      const fewer = await preview(after, comparedWith(again, { isRevision: true }), without)
      expect(changedOf(again)).toEqual(expect.arrayContaining(changedOf(fewer)))
      const all = await preview(after, comparedWith(fewer, { isRevision: true }))
      expect(changedOf(all)).toEqual(changedOf(again))
    })
  })

  test('by another choice lists what the catalog has changed since the draft was made', async () => {
    await forEachScene(async ({ before, after, preview }) => {
      const former = await preview(before)
      const revised = await preview(after, comparedWith(former, { isRevision: true }))
      const again = await preview(after, comparedWith(former, { isRevision: false }))
      // Of products that the file finds only now, a revision does not know whether an edit or the catalog is the reason.
      const known = changedOf(again).filter((handle) => former.columns.handle.includes(handle))
      expect(changedOf(revised)).toEqual(known)
    })
  })

  test('of the release before lists none', async () => {
    await forEachScene(async ({ before, after, preview }) => {
      const former = await preview(before)
      delete former.columns.version
      delete former.columns.formerVersion
      expect(changedOf(await preview(after, comparedWith(former, { isRevision: false })))).toEqual([])
    })
  })
})
