import { handleColumn, normalizeHandle } from '@catalog/catalog'
import { anyCharacter } from '@catalog/catalog/testing'
import { describe, expect, test } from '@jest/globals'
import * as fc from 'fast-check'
import { adjustedHandle, adjustHandles } from './adjust-handles.ts'
import type { CanonicalTable } from './dialect.ts'

describe('text that a handle cannot have', () => {
  test.each([
    ['shirt™', 'shirt'],
    ['salt & pepper', 'salt-pepper'],
    ['-shirt/-v1.2_a', 'shirt-v1.2_a'],
    ['a-\u0301b', 'a-b'],
    ['!?', ''],
    ['<p>shirt', ''],
    ['shirt</p>', ''],
  ])('is removed: %s becomes %j', (handle, left) => expect(adjustedHandle(handle)).toBe(left))

  test('is removed from any text, which leaves a handle or nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        const handle = adjustedHandle(normalizeHandle(text))
        if (handle !== '') expect(handleColumn.format.read(handle, '.')).toEqual({ value: handle })
      }),
    )
  })
})

describe('the handles of a table', () => {
  test('are adjusted in all rows of a product, with a warning on the first', () => {
    const { rows } = adjustHandles(tableOf('Shirt™', 'cap', ' shirt™ '))
    expect(rows.map(({ cells, warnings }) => [cells[0], warnings.map(({ code }) => code)])).toEqual([
      ['shirt', ['handle_adjusted']],
      ['cap', []],
      ['shirt', []],
    ])
  })

  test.each([[['shirt', 'shirt™']], [['shirt™', 'shirt']], [['shirt®', 'shirt™']]])(
    'are left as they are where two of them would be one: %j',
    (handles) => {
      const { rows } = adjustHandles(tableOf(...handles))
      expect(rows.map(({ cells }) => cells[0])).toEqual(handles)
      const wrong = rows.filter(({ cells }) => cells[0] !== 'shirt')
      expect(wrong.map(({ row, needs }) => needs?.includes(5 - row))).toEqual(wrong.map(() => true))
    },
  )
})

function tableOf(...handles: string[]): CanonicalTable {
  return {
    columns: ['handle'],
    rows: handles.map((handle, index) => ({ row: index + 2, cells: [handle], errors: [], warnings: [] })),
    canonical: false,
  }
}
