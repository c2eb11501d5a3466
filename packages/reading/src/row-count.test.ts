import { expect, test } from '@jest/globals'
import { maxRows } from '@catalog/contracts'
import * as fc from 'fast-check'
import { readCsv } from './read-csv.ts'
import { RowCount } from './row-count.ts'

test('never counts more rows than reading finds', async () => {
  const pieces = fc.constantFrom('a', '7', ',', '"', '""', '\n', '\r\n', '\r', ' ', ';', 'é', '-')
  const file = fc
    .array(pieces, { maxLength: 60 })
    .map((parts) => Buffer.from(`handle,title\n${parts.join('')}`))
  await fc.assert(
    fc.asyncProperty(file, fc.integer({ min: 1, max: 20 }), async (bytes, size) => {
      const count = new RowCount({ headLength: 'handle,title\n'.length, fewLineBreaks: 0 })
      for (const chunk of chunksOf(bytes, size)) count.add(chunk)
      const records = await readCsv(bytes).then(
        (read) => read.records.length,
        () => undefined,
      )
      fc.pre(records !== undefined)
      expect(count.withData - 1).toBeLessThanOrEqual(records ?? 0)
    }),
    { numRuns: 150 },
  )
})

test('notices within a few rows that there are too many', () => {
  const count = new RowCount()
  count.add(Buffer.from('sep=,\nhandle,title\n'))
  const row = Buffer.from('shirt,"a\nb"\r\n')
  for (let index = 0; index < maxRows + 5; index++) expect(count.add(row)).toBe(false)
  expect(count.add(row)).toBe(true)
})

test('notices it in a file whose quoted cells had more line breaks before', () => {
  const count = new RowCount()
  const row = Buffer.from(`shirt,"${'a\n'.repeat(9)}"\n`)
  for (let index = 0; index < maxRows + 7; index++) expect(count.add(row)).toBe(false)
  expect(count.add(row)).toBe(true)
})

test('counts the rows of a file that has too many, with an unterminated last line', () => {
  const rows = 'a,b\n'.repeat(maxRows)
  expect(totalOf(`handle,title\n${rows}c,d`)).toBe(maxRows + 1)
  expect(totalOf(`handle,title\r${rows.replaceAll('\n', '\r')}c,d`)).toBe(maxRows + 1)
  expect(totalOf(`handle,title\n${rows}`)).toBeUndefined()
})

test('ignores text that is not one byte per character', () => {
  const count = new RowCount()
  expect(count.add(Buffer.from(`\ufeff${'a\n'.repeat(3 * maxRows)}`, 'utf16le'))).toBe(false)
})

function* chunksOf(bytes: Buffer, size: number): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

function totalOf(text: string): number | undefined {
  const count = new RowCount()
  for (const chunk of chunksOf(Buffer.from(text), 1_000)) count.add(chunk)
  return count.total
}
