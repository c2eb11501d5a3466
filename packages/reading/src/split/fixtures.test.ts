import { readFile } from 'node:fs/promises'
import { describe, expect, test } from '@jest/globals'
import * as fc from 'fast-check'
import { emptyCatalog, fixtures, importFixture } from '../../../../test/support/preview/import-fixture.ts'
import type { MemoryCatalog } from '../../../../test/support/preview/import-fixture.ts'
import { realisticFiles } from '../../../../test/support/preview/realistic-files.ts'
import { languages } from '@catalog/dialects/testing'
import { readCsv } from '../read-csv.ts'
import { splitFile } from './split-file.ts'
import type { FilePart, PartLimits } from './split-file.ts'

const roomy: PartLimits = { rows: 5_000, bytes: 10 * 1024 * 1024, cells: 1_000_000 }

describe.each(realisticFiles)('the realistic file of $dialect', ({ path, before }) => {
  test('becomes the same catalog when its parts are imported one after the other', async () => {
    const bytes = await readFile(new URL(path, fixtures))
    const { products } = await importFixture(path, await catalogAfter(before))
    let compared = 0
    for (let rows = 5; rows <= 15; rows++) {
      const parts = await split(bytes, { ...roomy, rows })
      if (parts.length === 1 || parts.some(({ apartCount }) => apartCount > 0)) continue
      const catalog = await catalogAfter(before)
      let last
      for (const part of parts) last = await importFixture(Buffer.from(part.bytes), catalog)
      expect(last?.products).toEqual(products)
      compared++
    }
    expect(compared).toBeGreaterThan(0)
  })
})

async function catalogAfter(file: string | undefined): Promise<MemoryCatalog> {
  return file === undefined ? emptyCatalog() : (await importFixture(file)).catalog
}

test.each(Object.entries(languages))('ties the rows of a %s WooCommerce export', async (_, { columns }) => {
  const spellings = (english: string) => {
    const translated = Object.keys(columns).filter((name) => columns[name] === english)
    return translated.length > 0 ? translated : [english]
  }
  const lists = ['Type', 'ID', 'SKU', 'Name', 'Parent'].map(spellings)
  const rows = ['variable,7,A,Tee,', 'simple,8,B,Mug,', 'variation,9,A-S,Tee - S,A', 'variation,10,A-M,,id:7']
  for (let index = 0; index < Math.max(...lists.map(({ length }) => length)); index++) {
    const header = lists.map((names) => names[index] ?? names[0])
    const file = [header.join(','), 'simple,1,C,Cup,', ...rows, 'simple,11,D,Jug,', ''].join('\n')
    const parts = await split(Buffer.from(file), { ...roomy, rows: 4 })
    expect(parts.map((part) => part.rows)).toEqual([1, 4, 1])
  }
})

test('the parts of a file have the same records as the file', async () => {
  await fc.assert(
    fc.asyncProperty(table, fc.constantFrom(',', ';', '\t', '|'), async (rows, delimiter) => {
      const [head = '', ...body] = rows.map(({ cells, end }) => cells.join(delimiter) + end)
      const bytes = Buffer.from(head + body.join(''))
      const whole = await readCsv(bytes)
      const read = await Promise.all(
        (await split(bytes, { ...roomy, rows: 3 })).map(async (part) => ({
          part,
          records: (await readCsv(Buffer.from(part.bytes))).records,
        })),
      )
      expect(read.flatMap(({ records }) => records.map(({ cells }) => cells))).toEqual(
        whole.records.map(({ cells }) => cells),
      )
      for (const { part, records } of read) expect(records).toHaveLength(part.rows)
      expect(read.map(({ part }) => [part.firstRow, part.lastRow])).toEqual(
        read.map(({ part }, index) => {
          const before = read.slice(0, index).reduce((sum, { records }) => sum + records.length, 0)
          return [whole.records[before]?.row, whole.records[before + part.rows - 1]?.row]
        }),
      )
    }),
  )
})

const cell = fc.oneof(
  fc.constantFrom('', 'a', 'é€', ' ', '5"', 'a "b" c', '="01"', ' "a" ', '""'),
  fc
    .array(fc.constantFrom('a', ',', ';', '""', '\r', '\n', '\r\n', 'é', ' '), { maxLength: 5 })
    .map((parts) => `"${parts.join('')}"`),
)
const lineBreak = fc.constantFrom('\r\n', '\n', '\r')
/** A header and rows, the first of which is not blank. */
const firstRows = [
  { cells: ['handle', 'title', 'vendor'], end: '\r\n' },
  { cells: ['first', 'a', 'b'], end: '\n' },
]
const table = fc
  .array(fc.record({ cells: fc.array(cell, { minLength: 3, maxLength: 3 }), end: lineBreak }), {
    maxLength: 20,
  })
  .map((rows) => firstRows.concat(rows))

async function split(bytes: Buffer, limits: PartLimits): Promise<FilePart[]> {
  return Array.fromAsync(splitFile([bytes], limits))
}
