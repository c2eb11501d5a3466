import { expect, test } from '@jest/globals'
import cases from './time-left.cases.json' with { type: 'json' }
import { announcementAt, shownTimeLeft } from './time-left.ts'

test.each(cases.announcements)(
  'with $leftMs ms left, $announcement is read out',
  ({ leftMs, announcement }) => {
    expect(announcementAt(leftMs)).toBe(announcement)
  },
)

test.each(cases.displays)('of $leftMs ms, $shown are shown', ({ leftMs, shown }) => {
  expect(shownTimeLeft(leftMs)).toBe(shown)
})
