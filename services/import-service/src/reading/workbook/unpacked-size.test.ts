import { expect, test } from '@jest/globals'
import * as fc from 'fast-check'
import { partsOf, workbookOf, zipped } from './testing/write-workbook.ts'
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
  const { entries, start, size } = directoryOf(large)
  const record = Buffer.alloc(56)
  record.writeUInt32LE(0x06064b50, 0)
  record.writeBigUInt64LE(44n, 4)
  for (const at of [24, 32]) record.writeBigUInt64LE(BigInt(entries), at)
  record.writeBigUInt64LE(BigInt(size), 40)
  record.writeBigUInt64LE(BigInt(start), 48)
  const body = large.subarray(0, start + size)
  const second = directoryOf(small)
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x07064b50, 0)
  locator.writeBigUInt64LE(BigInt(body.length + second.size), 8)
  locator.writeUInt32LE(1, 16)
  const end = Buffer.from(small.subarray(-22))
  end.writeUInt32LE(body.length, 16)
  const directory = small.subarray(second.start, second.start + second.size)
  expect(await unpackedSize(Buffer.concat([body, directory, record, locator, end]))).toBe(1_000_000)
})

function archiveOf(parts: number): Promise<Buffer> {
  return zipped(Object.fromEntries(Array.from({ length: parts }, (_, at) => [`${at}`, 'a'])))
}

function directoryOf(archive: Buffer) {
  const end = archive.subarray(-22)
  return { entries: end.readUInt16LE(10), size: end.readUInt32LE(12), start: end.readUInt32LE(16) }
}
