import { describe, expect, test } from '@jest/globals'
import { previewTable } from './preview-table.ts'
import { applyPlan, toProducts, toSlice } from '../../../test/support/preview/apply-plan.ts'
import type { MemoryCatalog } from '../../../test/support/preview/apply-plan.ts'
import { fileOf } from '../../../test/support/preview/csv-files.ts'
import { codesOf, csv, kindsOf, shop } from '../../../test/support/preview/shop.ts'
import { replaceableImages } from './broken-images.ts'

describe('a stored image that was never fetched (RB-3)', () => {
  test('is replaced by the new URL that the file has instead of its own', async () => {
    const catalog = await shop()
    const rows = [image('1'), image('new')]
    const preview = await previewWith(rows, catalog, ['2'])
    expect(preview.rows).toMatchObject([
      { kind: 'unchanged' },
      {
        kind: 'update',
        changes: [{ entity: 'image', field: 'image_url', before: urlOf('2'), after: urlOf('new') }],
      },
    ])
    expect(preview.plan.images).toMatchObject({ adds: [], updates: [{ refetch: 'broken', position: 2 }] })
    applyPlan(catalog, preview.plan)
    expect(order(catalog)).toBe('1 new')
    expect(kindsOf(await previewWith(rows, catalog, []))).toBe('unchanged unchanged')
  })

  test('stays if the file names its URL, or a variant of the file shows it', async () => {
    const named = await previewWith([image('1'), image('2'), image('new')], await shop(), ['2'])
    expect(named.plan.images).toMatchObject({ adds: [{ position: 3 }], updates: [] })
    const shown = await previewWith(
      [image('new'), { handle: 'shirt', variant_sku: '001', variant_image_url: urlOf('2') }],
      await shop(),
      ['2'],
    )
    expect(codesOf(shown)).toEqual(['', ''])
    expect(shown.plan.images).toMatchObject({ adds: [{}], updates: [] })
  })

  test('stays if it was fetched', async () => {
    const { plan } = await previewWith([image('new')], await shop(), [])
    expect(plan.images).toMatchObject({ adds: [{ position: 3 }], updates: [] })
  })

  test("is the first of several, or the one at the new image's position", async () => {
    const first = await shop()
    applyPlan(first, (await previewWith([image('new')], first, ['1', '2'])).plan)
    expect(order(first)).toBe('new 2')
    const second = await shop()
    applyPlan(second, (await previewWith([image('new', '2')], second, ['1', '2'])).plan)
    expect(order(second)).toBe('1 new')
    const both = await shop()
    applyPlan(both, (await previewWith([image('new', '2'), image('other')], both, ['1', '2'])).plan)
    expect(order(both)).toBe('other new')
  })

  test('keeps the variants that show it, which do not change', async () => {
    const catalog = await shop()
    const show = [{ handle: 'shirt', variant_sku: '001', variant_image_url: urlOf('2') }]
    applyPlan(catalog, (await previewWith([image('2'), ...show], catalog, [])).plan)
    const preview = await previewWith(
      [image('new'), { handle: 'shirt', variant_sku: '001', variant_price: '11' }],
      catalog,
      ['2'],
      ['handle', 'image_url', 'variant_sku', 'variant_price'],
    )
    expect(preview.rows[1]?.changes).toMatchObject([{ field: 'variant_price' }])
    applyPlan(catalog, preview.plan)
    expect(toProducts(catalog)[1]?.variants[0]?.imageUrl).toBe(urlOf('new'))
  })
})

test('only those stored images are looked up that a file may replace', async () => {
  const catalog = await shop()
  const idsOf = async (rows: Record<string, string>[]) =>
    replaceableImages((await fileOf(csv(rows))).table, toSlice(catalog).products).map((id) =>
      nameOf(catalog, id),
    )
  expect(await idsOf([image('1'), image('new')])).toEqual(['2'])
  expect(await idsOf([image('1'), image('2')])).toEqual([])
  expect(await idsOf([image('1')])).toEqual([])
  expect(await idsOf([{ handle: 'mug', image_url: urlOf('new') }])).toEqual([])
})

async function previewWith(
  rows: Record<string, string>[],
  catalog: MemoryCatalog,
  broken: string[],
  columns?: string[],
) {
  const brokenImages = new Set(
    [...catalog.images.keys()].filter((id) => broken.includes(nameOf(catalog, id))),
  )
  const { table } = await fileOf(csv(rows, columns))
  return previewTable(table, { ...toSlice(catalog), brokenImages })
}

function nameOf(catalog: MemoryCatalog, imageId: string): string {
  return catalog.images.get(imageId)?.url.split('/').at(-1) ?? ''
}

function order(catalog: MemoryCatalog): string {
  return (toProducts(catalog)[1]?.images ?? []).map(({ url }) => url.split('/').at(-1)).join(' ')
}

function image(name: string, image_position = '') {
  return { handle: 'shirt', image_url: urlOf(name), image_position }
}

function urlOf(name: string): string {
  return `https://a.example/${name}`
}
