import { expect, test } from '@jest/globals'
import { argumentsFor, sumUp, wholeFile } from './results.ts'

const green = { path: 'a.test.ts', seconds: 1, passed: 3, failures: [] }
const failure = { test: 'waits', message: '\n\u001B[31mError: too late\u001B[39m\n    at line 1' }
const red = { path: 'b.test.ts', seconds: 2, passed: 1, failures: [failure] }

test('counts what passed and failed in all files', () => {
  expect(sumUp([green, red], [])).toEqual({ passed: 4, failed: 1, flaky: [] })
})

test('a test that passes when it is run again is green, and named with the first line of its failure', () => {
  expect(sumUp([green, red], [{ ...red, passed: 1, failures: [] }])).toEqual({
    passed: 5,
    failed: 0,
    flaky: ['FLAKY: b.test.ts — waits — Error: too late'],
  })
})

test('a test that fails again has failed, as has one that is not found again', () => {
  const failed = { passed: 4, failed: 1, flaky: [] }
  expect(sumUp([green, red], [{ ...red, passed: 0 }])).toEqual(failed)
  expect(sumUp([green, red], [{ ...red, passed: 0, failures: [] }])).toEqual(failed)
})

test('a file that fails outside of its tests is run again as a whole, and counts then', () => {
  const broken = { ...red, failures: [{ test: wholeFile, message: 'no such module' }] }
  expect(argumentsFor(broken)).toEqual(['--runTestsByPath', 'b.test.ts'])
  expect(sumUp([broken], [{ ...red, passed: 3, failures: [] }])).toMatchObject({ passed: 3, failed: 0 })
  expect(sumUp([broken], [broken])).toMatchObject({ failed: 1 })
})

test('of a file, only the tests that failed are run again, whatever their names', () => {
  const names = ['a (b) [c]', 'costs $1.50', 'a | b \\ c?']
  const [, , , pattern = ''] = argumentsFor({
    ...red,
    failures: names.map((name) => ({ test: name, message: '' })),
  })
  const isMatched = (name: string) => new RegExp(pattern, 'i').test(name)
  expect(names.filter(isMatched)).toEqual(names)
  expect(['a b c', 'costs $1x50', `${names[0]} twice`].filter(isMatched)).toEqual([])
})
