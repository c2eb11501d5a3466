import type { Tally } from '@catalog/contracts'
import { expect, test } from '@jest/globals'
import { translator } from '../i18n/translate.ts'
import page from '../messages/en/page.json' with { type: 'json' }
import { outcomeText, tallyOf } from './tally.ts'

const t = translator(page, 'en')
const nothing = { new: 0, changed: 0, unchanged: 0, left_out: 0, with_errors: 0 }
const tally = (products: Partial<Tally['products']>, lacking = 0): Tally => ({
  products: { ...nothing, ...products },
  left_out: 0,
  changes: [],
  risks: [],
  causes: [
    {
      severity: 'warning',
      code: 'incomplete_product',
      case: null,
      column: null,
      products: lacking,
      rows: lacking,
      fixable: 0,
    },
  ],
})

test.each([
  [tally({ new: 59 }, 5), 8, '59 new products, 8 rows skipped: 5 products will lack variants.'],
  [
    tally({ changed: 1, with_errors: 2, left_out: 3 }),
    3,
    '1 changed product, 3 rows skipped: 2 products with errors are left out, 3 products are left out as chosen.',
  ],
  [tally({ new: 1 }), 1, '1 new product, 1 row skipped.'],
  [tally({ new: 1, left_out: 1 }), 0, '1 new product: 1 product is left out as chosen.'],
  [tally({ new: 1, unchanged: 4 }), 0, null],
  [tally({ with_errors: 2 }), 3, null],
])('what is not applied is told in products: %#', (preview, skipped, text) => {
  expect(outcomeText(t, preview, skipped)).toBe(text)
})

test('a preview of an earlier release has no tally', () => {
  expect(tallyOf({})).toBeNull()
  expect(tallyOf(tally({ new: 1 }))).toEqual(tally({ new: 1 }))
})
