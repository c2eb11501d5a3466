import { expect, test } from '@jest/globals'
import { suggestMapping } from './suggest-mapping.ts'

test('the columns in a refusal become a mapping to start with', () => {
  const columns = [
    { name: 'Artikelnr', samples: ['4711'], suggestion: 'variant_sku' },
    { name: 'Bezeichnung', samples: [], suggestion: 'title' },
    { name: 'Lager', samples: ['A1'], suggestion: null },
  ]
  const [, mapping = '', rest] = suggestMapping({ columns, identity_suggestion: 'variant_sku' })
  expect(JSON.parse(mapping)).toEqual({
    columns: { Artikelnr: 'variant_sku', Bezeichnung: 'title' },
    identity: 'variant_sku',
  })
  expect(rest).toBe('Nothing is suggested for “Lager”.')
})

test.each([null, {}, { columns: 'all' }, { columns: [null, 1, { name: 2 }, { suggestion: 'title' }] }])(
  'where it says nothing of them, neither is anything suggested: %j',
  (problem) => {
    expect(suggestMapping(problem)).toEqual([])
  },
)
