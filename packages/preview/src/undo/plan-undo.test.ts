import { describe, expect, test } from '@jest/globals'
import * as fc from 'fast-check'
import type { ImportPlan } from '../plan.ts'
import { previewTable } from '../preview-table.ts'
import { arbitraryFile } from '../../../../test/support/preview/arbitrary-file.ts'
import { applyPlan, emptyCatalog, toProducts, toSlice } from '../../../../test/support/preview/apply-plan.ts'
import type { MemoryCatalog } from '../../../../test/support/preview/apply-plan.ts'
import type { Preview } from '../types.ts'
import { exportOf, fileOf } from '../../../../test/support/preview/csv-files.ts'
import { planUndo, skusBefore } from './plan-undo.ts'
import { changesBetween, checkUndone, fieldsOf } from './testing/undo-model.ts'
import type { ModelRun } from './testing/undo-model.ts'

/** A run, with every field of the catalog directly before and after it. */
interface Run extends ModelRun {
  plan: ImportPlan
  isUndo: boolean
}

describe('an undo', () => {
  test('restores what the run wrote and nobody has changed since, and nothing else', async () => {
    const met = { undos: 0, changes: 0, undosOfUndos: 0, changed_since: 0, kept: 0 }
    await fc.assert(
      fc.asyncProperty(arbitraryHistory, async (steps) => {
        const catalog = emptyCatalog()
        const runs: Run[] = []
        for (const step of steps) {
          const before = fieldsOf(catalog)
          if ('file' in step) {
            const { plan } = await previewOf(step, catalog)
            applyPlan(catalog, plan)
            runs.push({ plan, before, after: fieldsOf(catalog), isUndo: false })
            continue
          }
          const undone = runs.at(-1 - (step.undo % Math.max(1, runs.length)))
          if (!undone) continue
          const preview = undoOf(undone, catalog)
          applyPlan(catalog, preview.plan)
          const after = fieldsOf(catalog)
          checkUndone(undone, before, after)
          expect(shownChanges(preview)).toEqual(changesBetween(before, after).sort())
          if (undone.isUndo && undone === runs.at(-1)) expect(after).toEqual(undone.before)
          runs.push({ plan: preview.plan, before, after, isUndo: true })
          met.undos++
          met.changes += changesBetween(before, after).length
          if (undone.isUndo) met.undosOfUndos++
          for (const { code } of preview.warnings) met[code === 'kept' ? 'kept' : 'changed_since']++
        }
      }),
      { numRuns: 500 },
    )
    for (const times of Object.values(met)) expect(times).toBeGreaterThan(10)
  })

  test('right after an import restores the export, except for what the import added', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryFile, arbitraryFile, async (first, second) => {
        const catalog = emptyCatalog()
        applyPlan(catalog, (await previewOf({ file: first, broken: 0 }, catalog)).plan)
        const { plan } = await previewOf({ file: second, broken: 0 }, catalog)
        const isNew = new Set(plan.products.adds.map(({ productId }) => productId))
        fc.pre([...plan.variants.adds, ...plan.images.adds].every(({ productId }) => isNew.has(productId)))
        const before = exportOf(toProducts(catalog))
        const handles = new Set(toProducts(catalog).map(({ handle }) => handle))
        applyPlan(catalog, plan)
        applyPlan(catalog, undoOf({ plan }, catalog).plan)
        const [old, added] = [true, false].map((isOld) =>
          toProducts(catalog).filter(({ handle }) => handles.has(handle) === isOld),
        )
        expect(exportOf(old ?? [])).toBe(before)
        expect(added?.filter(({ status }) => status !== 'archived')).toEqual([])
      }),
      { numRuns: 40 },
    )
  })
})

describe('the rows of an undo', () => {
  test('have the variants and images that they are about', async () => {
    const { catalog, apply } = shop()
    const columns =
      'handle,title,option1_name,option1_value,variant_sku,variant_price,image_url,image_alt,variant_image_url\n'
    await apply(
      `${columns}p,P,Size,S,A,1,http://a.example/1,Front,http://a.example/1\np,,,M,B,1,http://a.example/2,,\n`,
    )
    const run = await apply(
      `${columns}p,,Size,S,A,2,http://a.example/1,Back,http://a.example/2\np,,,L,C,3,,,\n`,
    )
    const { rows } = undoOf(run, catalog)
    const [first, second] = toSlice(catalog).products.get('p')?.images ?? []
    expect(rows).toMatchObject([
      {
        row: 2,
        variants: [{ sku: 'A', options: [{ name: 'Size', value: 'S' }] }],
        pictures: [{ image_id: first?.imageId }, { image_id: second?.imageId }],
      },
      { row: 3, kind: 'unchanged', variants: [{ sku: 'C', options: [{ name: 'Size', value: 'L' }] }] },
    ])
  })
})

test('what somebody has put back already is neither a change nor a warning', async () => {
  const { catalog, apply } = shop()
  await apply('handle,title,variant_price,metadata.care\np,Mug,1,cold\n')
  const run = await apply('handle,title,metadata.care\np,Cup,warm\n')
  await apply('handle,title,metadata.care\np,Mug,cold\n')
  const { rows } = undoOf(run, catalog)
  expect(rows.filter(({ changes, warnings }) => changes.length + warnings.length > 0)).toEqual([])
})

test('a product that only has another custom field since its import is not archived', async () => {
  const { catalog, apply } = shop()
  const run = await apply('handle,title,variant_price,metadata.care\np,Mug,1,cold\n')
  await apply('handle,title,metadata.care\np,Mug,warm\n')
  expect(undoOf(run, catalog).rows).toMatchObject([
    { kind: 'unchanged', warnings: [{ code: 'changed_since', parameters: { case: 'product' } }] },
  ])
})

describe('an undo keeps, although nobody has changed it,', () => {
  const skus = 'handle,title,option1_name,option1_value,variant_sku,variant_price\n'

  test('a SKU that another variant has by now', async () => {
    const { catalog, apply } = shop()
    await apply(`${skus}p,P,Size,S,A,1\nq,Q,Size,S,B,1\n`)
    const run = await apply(`${skus}p,,Size,S,C,1\nq,,Size,S,D,1\n`)
    await apply(`${skus}r,R,Size,S,A,1\n`)
    await apply(`${skus}p,,Size,S,C,2\n`)
    const { rows, plan } = undoOf(run, catalog)
    expect(rows).toMatchObject([
      { row: 2, kind: 'unchanged', warnings: [{ code: 'changed_since', column: 'variant_sku', value: 'C' }] },
      { row: 3, kind: 'update', changes: [{ field: 'variant_sku', before: 'D', after: 'B' }], warnings: [] },
    ])
    applyPlan(catalog, plan)
  })

  test('the URL of an image that the product has a second time', async () => {
    const { catalog, apply } = shop()
    const images = 'handle,title,variant_price,image_url\n'
    await apply(`${images}p,P,1,http://a.example/1\n`)
    const run = await apply(`${images}p,,1,http://a.example/2\n`, 4)
    expect(run.plan.images.updates).toMatchObject([{ before: { url: 'http://a.example/1' } }])
    await apply(`${images}p,,1,http://a.example/1\n`)
    const { rows, plan } = undoOf(run, catalog)
    expect(rows).toMatchObject([
      { kind: 'unchanged', warnings: [{ code: 'changed_since', column: 'image_url' }] },
    ])
    applyPlan(catalog, plan)
  })

  test('a variant without a picture, where the product no longer has the one that it had', async () => {
    const { catalog, apply } = shop()
    const pictured = `${skus.trim()},image_url,variant_image_url\n`
    await apply(`${skus}p,P,Size,S,A,1\np,,Size,M,B,1\n`)
    const run = await apply(
      `${pictured}p,,Size,S,A,1,http://a.example/1,http://a.example/1\np,,Size,M,B,2,,\n`,
    )
    const { plan: withoutPicture } = undoOf(run, catalog)
    applyPlan(catalog, withoutPicture)
    await apply('handle,variant_sku,image_url\np,A,http://a.example/2\n', 4)
    expect(urlsOf(catalog)).toEqual(['2'])
    const { rows, plan } = undoOf({ plan: withoutPicture }, catalog)
    expect(rows).toMatchObject([
      { kind: 'unchanged', warnings: [{ code: 'changed_since', column: 'variant_image_url' }] },
      { kind: 'update', changes: [{ field: 'variant_price', before: '1.00', after: '2.00' }], warnings: [] },
    ])
    applyPlan(catalog, plan)
  })

  test('the options that an added variant has', async () => {
    const { catalog, apply } = shop()
    await apply('handle,title,variant_sku,variant_price\np,P,A,1\n')
    const run = await apply(`${skus}p,,Size,S,A,1\np,,Size,M,B,1\n`)
    const { rows, plan } = undoOf(run, catalog)
    expect(rows.map(({ kind, warnings }) => [kind, warnings.map(({ code }) => code)])).toEqual([
      ['unchanged', ['kept', 'kept']],
      ['unchanged', ['kept']],
    ])
    applyPlan(catalog, plan)
    expect(toProducts(catalog)[0]?.optionNames).toEqual(['Size'])
  })

  test('the order of the images if a part of it was changed since; otherwise added ones come last', async () => {
    const { catalog, apply } = shop()
    await apply(order('1', '2'))
    const run = await apply(order('3', '2', '1'))
    const again = undoOf(run, catalog)
    const restored = structuredClone(catalog)
    applyPlan(restored, again.plan)
    expect(urlsOf(restored)).toEqual(['1', '2', '3'])
    const rotated = await apply(order('2', '1', '3'))
    await apply(order('2', '3', '1'))
    const { plan, rows } = undoOf(rotated, catalog)
    expect(plan.images.updates).toEqual([])
    expect(rows.flatMap(({ warnings }) => warnings.map(({ code, column }) => [code, column]))).toContainEqual(
      ['changed_since', 'image_position'],
    )
  })
})

/** A file with images of one product, in this order. */
function order(...images: string[]): string {
  const rows = images.map((image, index) => {
    const product = index === 0 ? 'p,P,1' : 'p,,'
    return `${product},http://a.example/${image},${index + 1}\n`
  })
  return `handle,title,variant_price,image_url,image_position\n${rows.join('')}`
}

/** A catalog to which files are applied. `broken`: see `previewOf`. */
function shop() {
  const catalog = emptyCatalog()
  return {
    catalog,
    apply: async (file: string, broken = 0) => {
      const { plan, rows } = await previewOf({ file, broken }, catalog)
      expect(rows.filter(({ kind }) => kind === 'error')).toEqual([])
      applyPlan(catalog, plan)
      return { plan }
    },
  }
}

function urlsOf(catalog: MemoryCatalog): string[] {
  return toProducts(catalog).flatMap(({ images }) => images.map(({ url }) => url.slice(-1)))
}

type Step = { file: string; broken: number } | { undo: number }

const arbitraryHistory: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ file: arbitraryFile, broken: fc.nat(4) }) },
    { weight: 2, arbitrary: fc.record({ undo: fc.nat(7) }) },
  ),
  { minLength: 2, maxLength: 8 },
)

/** `broken`: how many of four stored images were never fetched. */
async function previewOf({ file, broken }: { file: string; broken: number }, catalog: MemoryCatalog) {
  const brokenImages = new Set([...catalog.images.keys()].filter((_, index) => index % 4 < broken))
  return previewTable((await fileOf(file)).table, { ...toSlice(catalog), brokenImages })
}

function undoOf({ plan }: Pick<Run, 'plan'>, catalog: MemoryCatalog) {
  const products = [...toSlice(catalog).products.values()]
  const wanted = new Map(skusBefore(plan).map(({ sku, variantId }) => [sku, variantId]))
  const holders = [...catalog.variants.values()].filter(
    ({ sku, variantId }) => wanted.has(sku) && wanted.get(sku) !== variantId,
  )
  return planUndo(plan, {
    products: new Map(products.map((product) => [product.productId, product])),
    skuHolders: new Map(holders.map(({ sku, variantId }) => [sku, variantId])),
  })
}

function shownChanges({ rows }: Preview): string[] {
  return rows
    .flatMap(({ changes }) => changes)
    .filter(({ field }) => field !== 'image_position' && field !== 'variant_image_url')
    .map(({ entity, field, before, after }) => `${entity} ${field}: ${before} → ${after}`)
    .sort()
}
