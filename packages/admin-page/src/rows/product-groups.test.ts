import { describe, expect, test } from '@jest/globals'
import { facetsIn, groupByProduct } from './product-groups.ts'
import { change, error, row, warning } from './testing/make-row.ts'

describe('products of a preview', () => {
  test('contain all their rows, wherever these are, in the order of their first row', () => {
    const groups = groupByProduct([row(2), row(3, { handle: 'cup' }), row(4), row(5, { handle: null })])
    expect(groups.map(({ handle, rows }) => [handle, rows.map((one) => one.row)])).toEqual([
      ['mug', [2, 4]],
      ['cup', [3]],
      [null, [5]],
    ])
  })

  test('do not include rows without a valid handle', () => {
    const groups = groupByProduct([
      row(2),
      row(3, { handle: null }),
      row(4, { handle: 'No!', errors: [error('invalid_handle', 'handle')] }),
      row(5, { handle: 'No!' }),
    ])
    expect(groups.map(({ isProduct }) => isProduct)).toEqual([true, false, false])
  })

  test('count their rows by kind', () => {
    const [group] = groupByProduct([
      row(2, {
        kind: 'update',
        title: 'Mug',
        changes: [change('vendor', 'A', ''), change('tags', '', 'new')],
        warnings: [warning('rewritten_value')],
      }),
      row(3, { kind: 'add', entities: ['variant'], changes: [change('variant_price', null, '3.00')] }),
      row(4, { kind: 'error', changes: [change('variant_price', '1.00', '9.00')] }),
    ])
    expect(group).toMatchObject({
      title: 'Mug',
      counts: { add: 1, update: 1, unchanged: 0, error: 1 },
      isNew: false,
      size: 3,
      warnings: 1,
      priceChange: null,
      hasPriceJump: false,
    })
  })

  test('are new if a row adds the product itself', () => {
    const [group] = groupByProduct([
      row(2, { kind: 'add', entities: ['product', 'variant'], changes: [change('title', null, 'Mug')] }),
    ])
    expect(group?.isNew).toBe(true)
  })

  test('are not new if a row adds a variant, and changes the stored product', () => {
    const [group] = groupByProduct([
      row(2, { kind: 'add', entities: ['product', 'variant'], changes: [change('title', 'Cup', 'Mug')] }),
    ])
    expect(group?.isNew).toBe(false)
  })

  test('stay the same objects while rows of others arrive, and have all their own rows', () => {
    const [mug, cup, more] = [row(2), row(3, { handle: 'cup' }), row(4, { handle: 'cup' })]
    const before = groupByProduct([mug, cup])
    const after = groupByProduct([mug, cup, more])
    expect(after[0]).toBe(before[0])
    expect(after[1]?.rows).toEqual([cup, more])
  })

  test('have the facets of all their rows', () => {
    const groups = groupByProduct([
      row(2, { kind: 'update', changes: [change('variant_price', '1.00', '2.00')] }),
      row(3, { handle: 'cup', warnings: [warning('price_jump')] }),
    ])
    expect([...facetsIn(groups)]).toEqual(['price', 'warnings'])
  })
})
