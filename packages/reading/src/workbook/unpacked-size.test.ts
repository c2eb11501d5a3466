import { expect, test } from '@jest/globals'
import * as fc from 'fast-check'
import { partsOf, withTwoDirectories, workbookOf, zipped } from '../testing/write-workbook.ts'
import { unpackedSize } from './unpacked-size.ts'

test('is the sum of the parts', async () => {
  const parts = { ...partsOf([['handle', 'title']]), 'xl/more.xml': 'é'.repeat(1_000_000) }
  const sizes = Object.values(parts).map((part) => Buffer.byteLength(part))
  const workbook = await zipped(parts)
  expect(workbook.length).toBeLessThan(20_000)
  expect(await unpackedSize(workbook)).toBe(sizes.reduce((sum, size) => sum + size))
})

test('is not known of what is damaged, and never throws', async () => {
  const workbook = await workbookOf([['handle', 'title']])
  expect(await unpackedSize(Buffer.from('handle,title'))).toBeUndefined()
  expect(await unpackedSize(workbook.subarray(0, -30))).toBeUndefined()
  const anyChanges = fc.array(fc.tuple(fc.nat(workbook.length - 1), fc.nat(255)), { maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(anyChanges, async (changes) => {
      const changed = Buffer.from(workbook)
      for (const [at, byte] of changes) changed[at] = byte
      expect((await unpackedSize(changed)) ?? 0).toBeGreaterThanOrEqual(0)
    }),
  )
})

test('is not looked for in an archive of very many parts', async () => {
  expect(await unpackedSize(await archiveOf(1_000))).toBe(1_000)
  expect(await unpackedSize(await archiveOf(1_001))).toBeUndefined()
})

test('is that of the directory which is read, where a second one says less', async () => {
  const small = await zipped({ 'a.xml': 'a' })
  const large = await zipped({ 'a.xml': ' '.repeat(1_000_000) })
  expect(await unpackedSize(withTwoDirectories(small, large))).toBe(1_000_000)
})

function archiveOf(parts: number): Promise<Buffer> {
  return zipped(Object.fromEntries(Array.from({ length: parts }, (_, at) => [`${at}`, 'a'])))
}
