import { expect, test } from '@jest/globals'
import { findSchemaProblem } from './schema.ts'

test.each([
  ['0.2.0', '0.1.0', false],
  ['0.2.0', '0.2.0', false],
  ['0.10.0', '0.9.9', false],
  ['1.0.0', '0.9.0', false],
  ['0.2.0', '0.2.1', true],
  ['0.2.9', '0.10.0', true],
  ['0.9.0', '1.0.0', true],
  ['0.2.1-dev', '0.2.1', false],
  ['0.2.0-dev', '0.2.1', true],
])('release %s on a schema that needs %s', (version, oldest_release, isRefused) => {
  const applied = [
    { name: '001-first', oldest_release: null },
    { name: '002-second', oldest_release },
  ]
  const problem = findSchemaProblem(applied, version)
  expect(problem !== undefined).toBe(isRefused)
  if (isRefused) expect(problem).toContain(`002-second needs ${oldest_release} or later`)
})
