import { expect, test } from '@jest/globals'
import { figuresOf, percentile } from './latencies.ts'

test('computes a percentile as the smallest value that the share does not exceed', () => {
  const values = Array.from({ length: 200 }, (_, index) => index + 1)
  expect(percentile(values, 0.5)).toBe(100)
  expect(percentile(values, 0.99)).toBe(198)
  expect(percentile([7], 0.99)).toBe(7)
  expect(percentile([], 0.5)).toBeNaN()
})

test('sums up by endpoint', () => {
  const answer = { dueMs: 0, rows: 0, refusals: 0 }
  const figures = figuresOf([
    { ...answer, endpoint: 'upload', ms: 30 },
    { ...answer, endpoint: 'export', ms: 5, refusals: 2 },
    { ...answer, endpoint: 'upload', ms: 10 },
  ])
  expect(figures).toEqual([
    { endpoint: 'upload', count: 2, refusals: 0, p50: 10, p90: 30, p99: 30, most: 30 },
    { endpoint: 'export', count: 1, refusals: 2, p50: 5, p90: 5, p99: 5, most: 5 },
  ])
})
