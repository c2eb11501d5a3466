import { expect, test } from '@jest/globals'
import { changedSearch, readRowSearch } from './row-search.ts'

test.each([
  [
    { show: 'add', q: 'mug' },
    { show: 'add', q: 'mug' },
  ],
  [{ show: 'everything', q: ' ' }, {}],
  [{ q: 123 }, { q: '123' }],
  [{ q: { $ne: '' }, show: ['add'] }, {}],
])('parameters %j are read as %j', (parameters, search) => {
  expect(readRowSearch(parameters)).toEqual(search)
})

test.each([
  [{ has: ['clears', 'nonsense', 'price'] }, { has: ['price', 'clears'] }],
  [{ has: 'price' }, {}],
  [
    { cause: 'too_long.title', row: 17, sort: 'price' },
    { cause: 'too_long.title', row: 17, sort: 'price' },
  ],
  [{ cause: '', row: '17', sort: 'colour' }, {}],
  [{ row: -1 }, {}],
])('filters %j are read as %j', (parameters, search) => {
  expect(readRowSearch(parameters)).toEqual(search)
})

test('changing a filter keeps the others and drops the opened row', () => {
  const search = { show: 'add', has: ['new'], row: 17, sort: 'size' } as const
  expect(changedSearch(search, { has: [] })).toEqual({ show: 'add', sort: 'size' })
  expect(changedSearch(search, { q: ' mug' })).toEqual({ show: 'add', has: ['new'], sort: 'size', q: ' mug' })
})
