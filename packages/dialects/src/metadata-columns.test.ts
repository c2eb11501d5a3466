import { expect, test } from '@jest/globals'
import type { CanonicalRow } from './dialect.ts'
import { fittingKey, maxMetadataColumns, metadataColumns, metadataValue } from './metadata-columns.ts'

test('of two columns with one key the first counts, and those without a key do not', () => {
  expect(metadataColumns(['a', 'meta: Care', 'meta: care', 'meta: two words'], keyOf)).toEqual([
    { header: 'meta: Care', column: 'metadata.care' },
  ])
})

test('a file has at most 500', () => {
  const headers = Array.from({ length: maxMetadataColumns + 1 }, (_, index) => `meta: f${index}`)
  expect(metadataColumns(headers, keyOf)).toHaveLength(500)
})

test('a value has at most 2,000 characters, however many units they take', () => {
  const row: Pick<CanonicalRow, 'warnings'> = { warnings: [] }
  const column = 'metadata.care'
  expect(metadataValue('𠀀'.repeat(2_000), row, column)).toBe('𠀀'.repeat(2_000))
  expect(row.warnings).toEqual([])
  expect(metadataValue('𠀀'.repeat(2_001), row, column)).toBe('')
  expect(row.warnings).toMatchObject([{ code: 'ignored_value', column: 'metadata.care' }])
})

function keyOf(header: string): string | undefined {
  return header.startsWith('meta: ') ? fittingKey(header.slice('meta: '.length)) : undefined
}
