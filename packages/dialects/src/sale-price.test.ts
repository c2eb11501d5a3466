import { describe, expect, test } from '@jest/globals'
import type { RowIssue } from './dialect.ts'
import { salePriceCells } from './sale-price.ts'

const now = new Date('2026-05-06T23:00:00Z')

describe('a sale price', () => {
  test.each([
    // from, to, price, warning
    ['', '', '8', ''],
    ['2026-05-06', '', '8', ''],
    ['2026-05-07 00:00:00', '', '10', 'scheduled_sale'],
    ['', '2026-05-06 00:00:00', '8', 'temporary_price'],
    ['', '2026-05-05', '10', 'scheduled_sale'],
    ['2026-05-01', '2026/05/31', '8', 'temporary_price'],
    ['12/24/26', '', '10', 'scheduled_sale'],
    ['24.12.2026', '', '10', 'scheduled_sale'],
    ['', '4/30/2026, 12:00 AM', '10', 'scheduled_sale'],
    // The 5th of June or the 6th of May.
    ['5/6/26', '', '8', 'temporary_price'],
    ['', '4/6/26', '8', 'temporary_price'],
    ['', '4/3/26', '10', 'scheduled_sale'],
    ['soon', '2026-99-99', '8', 'temporary_price'],
  ])('from %j to %j is used, or left out: %s %s', (from, to, price, warning) => {
    const warnings: RowIssue<'temporary_price' | 'scheduled_sale'>[] = []
    const cells = salePriceCells({ price: '10', sale: '8', from, to }, { warnings }, now)
    expect(cells).toEqual({
      variant_price: price,
      variant_compare_at_price: price === '8' ? '10' : '',
    })
    expect(warnings.map(({ code }) => code).join()).toBe(warning)
  })

  test('that is blank has no effect', () => {
    const sale = { price: '10', sale: '', from: '2020-01-01', to: '' }
    const warnings: RowIssue<'temporary_price'>[] = []
    expect(salePriceCells(sale, { warnings }, now)['variant_price']).toBe('10')
    expect(warnings).toEqual([])
  })
})
