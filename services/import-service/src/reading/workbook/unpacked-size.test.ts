import { expect, test } from '@jest/globals'
import * as fc from 'fast-check'
import { partsOf, workbookOf, zipped } from './testing/write-workbook.ts'
import { unpackedSize } from './unpacked-size.ts'

test('is the sum of the parts', async () => {
  const parts = { ...partsOf([['handle', 'title']]), 'xl/more.xml': 'é'.repeat(1_000_000) }
  const sizes = Object.values(parts).map((part) => Buffer.byteLength(part))
  const workbook = await zipped(parts)
  expect(workbook.length).toBeLessThan(20_000)
  expect(unpackedSize(workbook)).toBe(sizes.reduce((sum, size) => sum + size))
})

test('is not known of what is damaged, and never throws', async () => {
  const workbook = await workbookOf([['handle', 'title']])
  expect(unpackedSize(Buffer.from('handle,title'))).toBeUndefined()
  expect(unpackedSize(workbook.subarray(0, -30))).toBeUndefined()
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(workbook.length - 1), fc.nat(255)), { maxLength: 8 }), (changes) => {
      const changed = Buffer.from(workbook)
      for (const [at, byte] of changes) changed[at] = byte
      expect(unpackedSize(changed) ?? 0).toBeGreaterThanOrEqual(0)
    }),
  )
})
