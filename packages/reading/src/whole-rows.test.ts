import { expect, test } from '@jest/globals'
import { parse } from 'csv-parse/sync'
import * as fc from 'fast-check'
import { lenientRows, LostQuote } from './lenient-rows.ts'
import { parseRecords } from './parse-records.ts'
import { RowCutter } from './whole-rows.ts'
import type { WholeRows } from './whole-rows.ts'

const cell = fc.oneof(
  fc.constantFrom('', 'a', 'é€'),
  fc
    .array(fc.constantFrom('a', ',', '""', '\r', '\n', '\r\n', 'é'), { maxLength: 5 })
    .map((parts) => `"${parts.join('')}"`),
)
const row = fc.array(cell, { maxLength: 3 }).map((cells) => cells.join(','))
const text = fc
  .array(fc.tuple(row, fc.constantFrom('\r\n', '\n', '\r')), { maxLength: 8 })
  .chain((rows) => fc.constantFrom(rows.flat().join(''), rows.flat().slice(0, -1).join('')))

test('rows are the same however the file is cut into chunks', () => {
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 20 }), (content, size) => {
      const bytes = Buffer.from(content)
      const parts = partsOf(bytes, size)
      expect(Buffer.concat(parts.map((part) => part.bytes)).equals(bytes)).toBe(true)
      expect(parts.flatMap(numberedRows)).toEqual(numberedRows({ bytes, above: 0 }))
      expect(parts.flatMap(({ ends }) => ends)).toHaveLength(rowsIn(bytes).length)
    }),
    { numRuns: 1_000 },
  )
})

test('a file is read as csv-parse reads it, with the numbers of its rows', () => {
  const start = {
    encoding: 'utf-8',
    delimiter: ',',
    skipBytes: 0,
    hasBom: false,
    namesDelimiter: false,
  } as const
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 40 }), (content, size) => {
      const bytes = Buffer.from(`handle,title,vendor\n${'x,y,z\n'.repeat(20)}${content}`)
      const { records } = parseRecords(bytes, start, {}, size)
      const expected = numberedRows({ bytes, above: 0 }).slice(1)
      expect(records.map(withoutBlanks)).toEqual(
        expected.map(withoutBlanks).filter(({ cells }) => cells.length > 0),
      )
    }),
    { numRuns: 1_000 },
  )
})

test('rows are returned as soon as their line break has arrived', () => {
  const cutter = new RowCutter()
  const taken = (chunk: string) => cutter.take(Buffer.from(chunk))?.bytes.toString()
  expect(taken('a,b\n')).toBe('a,b\n')
  expect(taken('c,"d\n')).toBeUndefined()
  expect(taken('e"\r')).toBeUndefined()
  expect(taken('\nf\rg')).toBe('c,"d\ne"\r\nf\r')
  expect(cutter.rest().bytes.toString()).toBe('g')
})

test('a row is one for the lenient reader too, whatever its quotation marks', () => {
  const characters = fc.constantFrom('a', 'é', ',', '"', '"', ' ', '\t', '\r', '\n')
  fc.assert(
    fc.property(fc.string({ unit: characters, maxLength: 30 }), (content) => {
      for (const one of rowsIn(Buffer.from(content))) {
        const read = () => [...lenientRows(one, ',')].length
        if (isReadable(read)) expect(read()).toBe(1)
      }
    }),
    { numRuns: 5_000 },
  )
})

/** Whether its quotation marks are closed. */
function isReadable(read: () => unknown): boolean {
  try {
    read()
    return true
  } catch (error) {
    if (error instanceof LostQuote) return false
    throw error
  }
}

function rowsIn(bytes: Buffer): string[] {
  return partsOf(bytes, bytes.length).flatMap((part) =>
    part.ends.map((end, index) => part.bytes.toString('utf8', part.ends[index - 1] ?? 0, end)),
  )
}

function withoutBlanks<Row extends { cells: string[] }>({ cells, ...rest }: Row) {
  return { ...rest, cells: cells.slice(0, cells.findLastIndex((each) => each.trim() !== '') + 1) }
}

function partsOf(bytes: Buffer, size: number): WholeRows[] {
  const cutter = new RowCutter()
  const parts: WholeRows[] = []
  for (let at = 0; at < bytes.length; at += size) {
    const rows = cutter.take(bytes.subarray(at, at + size))
    if (rows) parts.push(rows)
  }
  return [...parts, cutter.rest()]
}

/** The rows as csv-parse reads them, each with its number in the file. */
function numberedRows({ bytes, above }: Omit<WholeRows, 'ends'>): { row: number; cells: string[] }[] {
  const rows: { row: number; cells: string[] }[] = []
  parse(bytes, {
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    skip_empty_lines: true,
    on_record(cells: string[], info) {
      rows.push({ row: above + info.records + info.empty_lines, cells })
      return null
    },
  })
  return rows
}
