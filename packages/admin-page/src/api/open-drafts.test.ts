import { expect, test } from '@jest/globals'
import { parseOpenDrafts } from './open-drafts.ts'

const now = Date.parse('2026-11-21T12:00:00Z')
const draft = {
  draft_id: 'd',
  storefront_id: 'shop',
  row_count: 5,
  created_at: '2026-11-21T11:30:00Z',
  expires_at: '2026-11-21T12:30:00Z',
}

test('previews that are still kept are offered, expired ones are not', () => {
  const expired = { ...draft, draft_id: 'e', expires_at: '2026-11-21T12:00:00Z' }
  expect(parseOpenDrafts(JSON.stringify([draft, expired]), now)).toEqual([draft])
})

test.each([
  null,
  '',
  'no JSON',
  '{}',
  'null',
  '[null, 1, "x", {}]',
  JSON.stringify([{ ...draft, row_count: 'x' }]),
])('what is stored as %p holds none', (stored) => {
  expect(parseOpenDrafts(stored, now)).toEqual([])
})
