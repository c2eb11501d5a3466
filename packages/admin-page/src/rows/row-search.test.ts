import { expect, test } from '@jest/globals'
import { readRowSearch } from './row-search.ts'

test.each([
  [
    { show: 'add', q: 'mug' },
    { show: 'add', q: 'mug' },
  ],
  [{ show: 'everything', q: ' ' }, {}],
  [{ q: 123 }, { q: '123' }],
  [{ q: { $ne: '' }, show: ['add'] }, {}],
])('of %j, %j is looked at', (parameters, search) => {
  expect(readRowSearch(parameters)).toEqual(search)
})
