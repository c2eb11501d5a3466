import { expect, test } from '@jest/globals'
import announcements from './time-left.cases.json' with { type: 'json' }
import { announcementAt } from './time-left.ts'

test.each(announcements)('with $leftMs ms left, $announcement is read out', ({ leftMs, announcement }) => {
  expect(announcementAt(leftMs)).toBe(announcement)
})
