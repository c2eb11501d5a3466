import { expect, test } from '@jest/globals'
import cases from './row-search.cases.json' with { type: 'json' }
import { changedSearch, readRowSearch } from './row-search.ts'

test.each(cases)('parameters $parameters are read as $search', ({ parameters, search }) => {
  expect(readRowSearch(parameters)).toEqual(search)
})

test('changing a filter keeps the others and drops the opened row', () => {
  const search = { show: 'add', has: ['new'], row: 17, sort: 'size' } as const
  expect(changedSearch(search, { has: [] })).toEqual({ show: 'add', sort: 'size' })
  expect(changedSearch(search, { q: ' mug' })).toEqual({ show: 'add', has: ['new'], sort: 'size', q: ' mug' })
})
