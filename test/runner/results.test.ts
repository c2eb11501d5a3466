import { expect, test } from '@jest/globals'
import { sumUp } from './results.ts'

const green = { path: 'a.test.ts', seconds: 1, passed: 3, failures: [] }
const failure = { test: 'waits', message: '\n\u001B[31mError: too late\u001B[39m\n    at line 1' }
const red = { path: 'b.test.ts', seconds: 2, passed: 1, failures: [failure] }

test('counts what passed and failed in all files', () => {
  expect(sumUp([green, red], [])).toEqual({ passed: 4, failed: 1, flaky: [] })
})

test('a file that passes when it is run again is green, and named with the first line of its failure', () => {
  expect(sumUp([green, red], [{ ...red, passed: 2, failures: [] }])).toEqual({
    passed: 5,
    failed: 0,
    flaky: ['FLAKY: b.test.ts — waits — Error: too late'],
  })
})

test('a file that fails again has failed, with the failures of the second time', () => {
  const other = { ...red, failures: [failure, { test: 'ends', message: 'no' }] }
  expect(sumUp([green, red], [other])).toEqual({ passed: 4, failed: 2, flaky: [] })
})
