import { describe, expect, test } from '@jest/globals'
import { applyPlan, emptyCatalog } from '../../../test/support/preview/apply-plan.ts'
import { previewOf } from '../../../test/support/preview/shop.ts'

describe('a price that jumps is warned of with its percentage', () => {
  test.each([
    ['9.90', '0', '100%'],
    ['9.90', '0.01', '99.9%'],
    ['10', '5', '50%'],
    ['10', '20', '100%'],
    ['12.99', '1299', '9,900%'],
    ['0.0002', '0.0001', '50%'],
  ])('%s, then %s', async (before, after, percentage) => {
    const [warning, ...others] = await warningsOf('variant_price', before, after)
    expect(others).toEqual([])
    expect(warning).toMatchObject({ code: 'price_jump', column: 'variant_price' })
    expect(warning?.message).toContain(`by ${percentage}, `)
  })

  test.each([
    ['9.90', '10.90'],
    ['9.90', '9.09'],
    ['10', '5.01'],
    ['10', '19.99'],
    ['0', '10'],
    ['1.50', '1.05'],
    ['10.01', '12.01'],
  ])('but not %s, then %s', async (before, after) => {
    expect(await warningsOf('variant_price', before, after)).toEqual([])
  })

  test('and not for a new variant', async () => {
    const { rows } = await previewOf([{ handle: 'mug', title: 'Mug', variant_price: '0' }], emptyCatalog())
    expect(rows[0]?.warnings).toEqual([])
  })
})

describe('a number that changes is not taken for one that a spreadsheet rewrote', () => {
  test.each([
    ['variant_compare_at_price', '1.234', '1234'],
    ['variant_inventory_quantity', '1299', '1'],
    ['variant_weight_grams', '1.250', '1250'],
    ['image_position', '1', '2'],
  ])('in %s', async (column, before, after) => {
    expect(await warningsOf(column, before, after)).toEqual([])
  })
})

async function warningsOf(column: string, before: string, after: string) {
  const catalog = emptyCatalog()
  const row = { handle: 'mug', title: 'Mug', variant_price: '5', image_url: 'https://a.example/1' }
  const other = { handle: 'mug', image_url: 'https://a.example/2' }
  applyPlan(catalog, (await previewOf([{ ...row, [column]: before }, other], catalog)).plan)
  const [changed] = (await previewOf([{ ...row, [column]: after }, other], catalog)).rows
  expect(changed?.kind).toBe('update')
  return changed?.warnings ?? []
}
