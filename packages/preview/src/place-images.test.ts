import { expect, test } from '@jest/globals'
import * as fc from 'fast-check'
import { applyPlan } from '../../../test/support/preview/apply-plan.ts'
import { previewOf, shop } from '../../../test/support/preview/shop.ts'

test('each image that moves is a change of a row, also one that makes room, and nothing else moves', async () => {
  const names = ['1', '2', '3', '4', '5', '6']
  const catalog = await shop()
  applyPlan(
    catalog,
    (
      await previewOf(
        names.slice(0, 5).map((name) => image(name)),
        catalog,
      )
    ).plan,
  )
  const position = fc.constantFrom('', '', '1', '2', '3', '4', '9')
  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray(names, { minLength: 1 }),
      fc.array(position, { minLength: 6, maxLength: 6 }),
      async (named, positions) => {
        const rows = named.map((name, index) => image(name, positions[index]))
        const { plan, rows: previewed } = await previewOf(rows, catalog)
        const landed = plan.images.updates.filter(({ before }) => before?.position !== undefined)
        const shown = previewed.flatMap(({ changes }) =>
          changes.filter(({ field, before }) => field === 'image_position' && before !== null),
        )
        expect(shown.map(({ before, after }) => `${before} to ${after}`).sort()).toEqual(
          landed.map(({ before, position: after }) => `${before?.position} to ${after}`).sort(),
        )
      },
    ),
  )
})

test('a stored image is found in any spelling of its address, and keeps its own', async () => {
  const catalog = await shop()
  applyPlan(catalog, (await previewOf([shownBy('ä b')], catalog)).plan)
  for (const path of ['ä%20b', '%c3%a4 b', '%C3%A4%20b#top']) {
    expect((await previewOf([shownBy(path)], catalog)).rows).toMatchObject([
      { kind: 'unchanged', warnings: [] },
    ])
  }
  const twice = await previewOf([shownBy('new ä'), image('new%20ä')], catalog)
  expect(twice.plan.images.adds.map(({ url }) => url)).toEqual(['https://a.example/new ä'])
})

function shownBy(name: string) {
  return { ...image(name), variant_sku: '001', variant_image_url: image(name).image_url }
}

function image(name: string, image_position = '') {
  return {
    handle: 'shirt',
    image_url: `https://a.example/${name}`,
    image_position,
  }
}
