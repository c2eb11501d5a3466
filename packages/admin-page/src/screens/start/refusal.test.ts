import { expect, test } from '@jest/globals'
import { maxFileBytes } from '../../api/limits.ts'
import { checkFiles } from './refusal.ts'

test.each([
  ['one byte', [1], null],
  ['just the limit', [maxFileBytes], null],
  ['one byte over', [maxFileBytes + 1], 'too-large'],
  ['nothing', [0], 'empty'],
  ['two files', [1, 1], 'several'],
  ['a folder, which holds no file', [], 'several'],
])('%s', (_what, sizes, refusal) => {
  expect(checkFiles(sizes.map((size) => ({ size })))).toBe(refusal)
})
