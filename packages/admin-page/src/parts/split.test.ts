import { expect, test } from '@jest/globals'
import { endOf, isExpired, maxDays, partOfDraft, partsLeft, withState } from './split.ts'
import type { PartState, Split } from './split.ts'

const split = (...states: PartState[]): Split => ({
  storefrontId: 'north',
  id: 'one',
  fileName: 'all.csv',
  createdAt: 0,
  rowCount: states.length,
  parts: states.map((state, index) => ({
    number: index + 1,
    fileName: `all-part-00${index + 1}.csv`,
    rowCount: 1,
    byteCount: 100,
    firstRow: index + 2,
    lastRow: index + 2,
    state,
  })),
  apart: [],
  apartCount: 0,
})
const waiting: PartState = { is: 'waiting' }

test('the remaining parts are those that are neither applied nor skipped', () => {
  const parts = split(
    { is: 'applied', runId: 'r', errored: 0 },
    { is: 'in_review', draftId: 'd' },
    { is: 'skipped' },
    waiting,
  )
  expect(partsLeft(parts).map(({ number }) => number)).toEqual([2, 4])
  expect(partsLeft(withState(parts, 4, { is: 'skipped' })).map(({ number }) => number)).toEqual([2])
})

test('a draft belongs to a part by its id, otherwise to a waiting part by the name of its file', () => {
  const parts = split(waiting, { is: 'in_review', draftId: 'd' }, waiting)
  const find = (draft_id: string, file_name: string | null) =>
    partOfDraft(parts, { draft_id, file_name })?.number
  expect(find('d', 'all-part-001.csv')).toBe(2)
  expect(find('other', 'all-part-003.csv')).toBe(3)
  expect(find('other', 'all-part-002.csv')).toBeUndefined()
  expect(find('other', null)).toBeUndefined()
})

test('is stored for some days', () => {
  expect(isExpired({ createdAt: 0 }, endOf({ createdAt: 0 }) - 1)).toBe(false)
  expect(isExpired({ createdAt: 0 }, maxDays * 86_400_000)).toBe(true)
})
