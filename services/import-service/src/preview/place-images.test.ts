import { describe, expect, test } from '@jest/globals'
import { applyPlan, type MemoryCatalog, toProducts } from './testing/apply-plan.ts'
import { codesOf, kindsOf, previewOf, shop } from './testing/shop.ts'

describe('image positions', () => {
  test.each([
    ['new ones come last', [image('4'), image('3')], '1243'],
    ['new ones are placed where they ask to', [image('3', '1')], '312'],
    ['a stored one moves', [image('2', '1')], '21'],
    ['two may swap', [image('1', '2'), image('2', '1')], '21'],
    ['a position beyond the end is the end', [image('1', '9')], '21'],
    ['of two that ask for the same the first of the file wins', [image('3', '1'), image('4', '1')], '3412'],
    ['gaps are closed', [image('1', '3'), image('2', '7')], '12'],
  ])('%s, and stay so when the file is imported again', async (_name, rows, expected) => {
    const catalog = await shop()
    applyPlan(catalog, (await previewOf(rows, catalog)).plan)
    expect(order(catalog)).toBe(expected)
    expect(new Set(kindsOf(await previewOf(rows, catalog)).split(' '))).toEqual(new Set(['unchanged']))
  })

  test('that two rows claim have a warning', async () => {
    const result = await previewOf([image('3', '1'), image('4', '1')], await shop())
    expect(result.rows[1]?.warnings).toMatchObject([{ code: 'position_taken' }])
  })

  test('and alts of one image may not contradict each other', async () => {
    const result = await previewOf([image('3', '1'), image('3', '2'), image('3')], await shop())
    expect(codesOf(result)).toEqual(['', 'conflicting_values', ''])
  })
})

function order(catalog: MemoryCatalog): string | undefined {
  return toProducts(catalog)[1]
    ?.images.map(({ url }) => url.slice(-1))
    .join('')
}

function image(name: string, image_position = '') {
  return {
    handle: 'shirt',
    image_url: `https://a.example/${name}`,
    image_position,
  }
}
