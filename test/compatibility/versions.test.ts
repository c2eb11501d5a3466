import { expect, test } from '@jest/globals'
import { oldestRelease } from '../../services/import-service/src/migrations/index.ts'
import lastRelease from './released.json' with { type: 'json' }
import { mayBreak } from './versions.ts'

test('the last release works on the schema of this one', () => {
  expect(oldestRelease).toBe(lastRelease.version)
})

test.each([
  ['0.1.0', '0.1.0', false],
  ['0.1.0', '0.1.1', false],
  ['0.1.9', '0.2.0', true],
  ['0.9.0', '1.0.0', true],
  ['0.1.0', '0.2.0-dev', true],
  ['1.2.0', '0.3.0', false],
  ['1.2.0', '1.3.0', false],
  ['1.2.3', '2.0.0', true],
])('whether %s may be followed incompatibly by %s: %s', (released, next, expected) => {
  expect(mayBreak(released, next)).toBe(expected)
})
