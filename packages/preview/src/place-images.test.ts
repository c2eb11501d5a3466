import { describe, expect, test } from '@jest/globals'
import * as fc from 'fast-check'
import { applyPlan, toProducts } from '../../../test/support/preview/apply-plan.ts'
import type { MemoryCatalog } from '../../../test/support/preview/apply-plan.ts'
import { codesOf, kindsOf, previewOf, shop } from '../../../test/support/preview/shop.ts'

describe('image positions', () => {
  test.each([
    ['new ones come last', [image('4'), image('3')], '1243'],
    ['new ones are placed where they ask to', [image('3', '1'), image('1'), image('2')], '312'],
    ['new ones come after those that the file does not name', [image('3', '1')], '123'],
    ['and stay in order among each other', [image('4', '2'), image('5'), image('3', '1')], '12543'],
    ['a stored one moves', [image('2', '1'), image('1')], '21'],
    ['but not to where one is that the file does not name', [image('2', '1')], '12'],
    ['two may swap', [image('1', '2'), image('2', '1')], '21'],
    ['a position beyond the end is the end', [image('1', '9'), image('2')], '21'],
    [
      'of two that ask for the same the first of the file wins',
      [image('3', '1'), image('4', '1'), image('1'), image('2')],
      '3412',
    ],
    ['gaps are closed', [image('1', '3'), image('2', '7')], '12'],
  ])('%s, and stay so when the file is imported again', async (_name, rows, expected) => {
    const catalog = await shop()
    applyPlan(catalog, (await previewOf(rows, catalog)).plan)
    expect(order(catalog)).toBe(expected)
    expect(new Set(kindsOf(await previewOf(rows, catalog)).split(' '))).toEqual(new Set(['unchanged']))
  })

  test('that two rows claim cause a warning', async () => {
    const rows = [image('1'), image('2'), image('3', '1'), image('4', '1')]
    const result = await previewOf(rows, await shop())
    expect(result.rows.map(({ warnings }) => warnings.map(({ code }) => code).join())).toEqual([
      '',
      '',
      '',
      'position_taken',
    ])
  })

  test('that an image outside the file has cause a warning, and that image does not change', async () => {
    const result = await previewOf([image('3', '1')], await shop())
    expect(result.rows[0]).toMatchObject({
      changes: [{ field: 'image_url' }, { field: 'image_position', after: '3' }],
      warnings: [{ code: 'position_taken', column: 'image_position', value: '1' }],
    })
    expect(result.plan.images.updates).toEqual([])
  })
})

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

describe('of an image in several rows of its product', () => {
  const rows = [
    { ...image('1', '2'), image_alt: 'Front' },
    { ...image('1', '1'), image_alt: 'front' },
    { ...image('1', '2'), image_alt: 'Front' },
    image('2'),
  ]

  test('the first position and alt count, and a different one causes a warning', async () => {
    const catalog = await shop()
    const result = await previewOf(rows, catalog)
    expect(codesOf(result)).toEqual(['', '', '', ''])
    expect(
      result.rows.map(({ warnings }) => warnings.map(({ code, column, value }) => [code, column, value])),
    ).toEqual([
      [],
      [
        ['ignored_value', 'image_position', '1'],
        ['ignored_value', 'image_alt', 'front'],
      ],
      [],
      [],
    ])
    expect(result.rows[1]?.warnings[0]?.message).toContain('row 2')
    applyPlan(catalog, result.plan)
    expect(order(catalog)).toBe('21')
    expect(toProducts(catalog)[1]?.images[1]?.alt).toBe('Front')
    expect(kindsOf(await previewOf(rows, catalog))).toBe('unchanged unchanged unchanged unchanged')
  })

  test('those of a row that fails do not', async () => {
    const failed = { ...image('1', '2'), image_alt: 'Front', option1_value: 'S', variant_price: 'x' }
    const result = await previewOf([failed, ...rows.slice(1)], await shop())
    expect(codesOf(result)).toEqual(['invalid_number', '', '', ''])
    expect(result.rows.map(({ warnings }) => warnings.map(({ column, value }) => [column, value]))).toEqual([
      [],
      [],
      [
        ['image_position', '2'],
        ['image_alt', 'Front'],
      ],
      [],
    ])
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
