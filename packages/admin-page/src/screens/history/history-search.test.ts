import { expect, test } from '@jest/globals'
import { filtersOf, readHistorySearch } from './history-search.ts'

test.each([
  [{ q: 12, status: 'completed', person: 'ines', since: '2026-11-01', until: '2026-11-02' }, 5],
  [{ q: ' ', status: 'gone', person: '', since: '2026-13-01', until: 'today', other: 'x' }, 0],
])('of %j, only what filters is read', (parameters, count) => {
  expect(Object.keys(readHistorySearch(parameters))).toHaveLength(count)
})

test('the last day is listed too', () => {
  const { since = '', until = '' } = filtersOf({ since: '2026-11-05', until: '2026-11-05' })
  expect(Date.parse(until) - Date.parse(since)).toBe(24 * 60 * 60 * 1000)
})
