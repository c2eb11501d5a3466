import { expect, test } from '@jest/globals'
import { announcementAt, shownTimeLeft } from './time-left.ts'

test.each([
  [3_600_000, null],
  [600_001, null],
  [600_000, 'tenMinutes'],
  [60_001, 'tenMinutes'],
  [60_000, 'oneMinute'],
  [1, 'oneMinute'],
  [0, null],
])('with %d ms left, %s is read out', (leftMs, announcement) => {
  expect(announcementAt(leftMs)).toBe(announcement)
})

test.each([
  [3_599_999, 3_540_000],
  [60_001, 60_000],
  [59_100, 60_000],
  [800, 1_000],
  [-5, 0],
])('of %d ms, %d are shown', (leftMs, shown) => {
  expect(shownTimeLeft(leftMs)).toBe(shown)
})
