import { Tally } from '@catalog/contracts'
import { expect, test } from '@jest/globals'
import cases from './row-search.cases.json' with { type: 'json' }
import { changedSearch, filtersOf, productKinds, readRowSearch } from './row-search.ts'

test.each(cases)('parameters $parameters are read as $search', ({ parameters, search }) => {
  expect(readRowSearch(parameters)).toEqual(search)
})

test('changing a filter keeps the others and drops the opened row', () => {
  const search = { kind: 'new', change: ['price'], row: 17, sort: 'stock' } as const
  expect(changedSearch(search, { change: [] })).toEqual({ kind: 'new', sort: 'stock' })
  expect(changedSearch(search, { q: ' mug' })).toEqual({
    kind: 'new',
    change: ['price'],
    sort: 'stock',
    q: ' mug',
  })
})

test('the API is asked for what the address says, except the row that is opened', () => {
  const search = { kind: 'new', risk: 'goes_live', change: ['price', 'stock'], cause: 'a:b', row: 3 } as const
  const filters = { kind: ['new'], risk: ['goes_live'], change: ['price', 'stock'], cause: ['a:b'] }
  expect(filtersOf({ ...search, q: 'mug', sort: 'title' })).toEqual({ ...filters, q: 'mug', sort: 'title' })
})

test('the page knows all kinds', () => {
  expect([...productKinds]).toEqual(Tally.shape.products.keyof().options)
})
