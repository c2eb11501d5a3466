import { describe, expect, test } from '@jest/globals'
import * as fc from 'fast-check'
import { readFile } from '../read-file.ts'
import { partsOf, workbookOf, zipped } from '../testing/write-workbook.ts'
import type { TestCell } from '../testing/write-workbook.ts'
import { splitFile } from './split-file.ts'
import type { FilePart } from './split-file.ts'
import { workbookCsv } from './workbook-csv.ts'

const limits = { rows: 5_000, bytes: 10 * 1024 * 1024, cells: 1_000_000 }
const header = ['handle', 'title', 'variant_sku', 'variant_price', 'option1_name', 'option1_value']

describe('a workbook that is split', () => {
  test('has the same rows as one that is read whole', async () => {
    const cell = fc.oneof(
      fc.constantFrom(
        '',
        '',
        ' a ',
        'a,b',
        'say "x"',
        'two\nlines',
        '="007"',
        '_x0041_',
        '<&>',
        "'=1",
        '007',
        'ü',
      ),
      fc.integer({ min: -3, max: 1_000 }),
      fc.double({ min: 0, max: 99, noNaN: true, noDefaultInfinity: true }),
    )
    const cellsOfRow = fc.array(cell, { minLength: header.length, maxLength: header.length })
    await fc.assert(
      fc.asyncProperty(fc.array(cellsOfRow, { minLength: 1, maxLength: 8 }), async (cells) => {
        const rows = cells.map((all, index) => [`h${index}`, ...all.slice(1)])
        const bytes = await workbookOf([header, ...rows])
        const parts = await split(bytes)
        const whole = await readFile(bytes)
        const read = await readFile(parts[0]?.bytes ?? new Uint8Array())
        const shown = ({ records }: typeof whole) =>
          records.map((record) => ({
            row: record.row,
            cells: record.cells.map((text) => text.replaceAll('\r\n', '\n')),
          }))
        expect(shown(read)).toEqual(shown(whole))
        expect(read.header).toEqual(whole.header)
        expect(read.table.rows.flatMap(({ warnings }) => warnings.map(({ code }) => code))).toEqual(
          whole.table.rows.flatMap(({ warnings }) => warnings.map(({ code }) => code)),
        )
      }),
    )
  })

  test('has parts of at most 5,000 rows with whole products', async () => {
    const rows = Array.from({ length: 12_003 }, (_, index) => {
      const product = Math.floor(index / 3)
      return [`p${product}`, index % 3 === 0 ? `P ${product}` : '', `s${index}`, 9.5, 'Size', `${index % 3}`]
    })
    const parts = await split(await workbookOf([header, ...rows]))
    expect(parts.map((part) => part.rows)).toEqual([4_998, 4_998, 2_007])
    expect(parts.map(({ firstRow, apartCount }) => [firstRow, apartCount])).toEqual([
      [2, 0],
      [5_000, 0],
      [9_998, 0],
    ])
    for (const part of parts) {
      const { dialect, records } = await readFile(part.bytes)
      expect([dialect, records.length]).toEqual(['canonical', part.rows])
    }
  })

  const day: TestCell = { xml: '<v>45000</v>', s: 1 }
  const formula: TestCell = { xml: '<f>A1</f>' }
  test.each([
    ['a column of dates', [[day], [day]], undefined],
    ['a date among sizes', [['3-4'], [day]], 3],
    ['a size among dates', [[day], ['3-4']], 3],
    ['a formula without a result', [['x'], [formula]], 3],
    ['an error of a formula', [['x'], [{ xml: '<v>#N/A</v>', t: 'e' }]], undefined],
  ] satisfies [string, TestCell[][], number | undefined][])(
    'with %s keeps its meaning',
    async (_, cells, refused) => {
      const rows = cells.map(([cell = ''], index) => [`h${index}`, 'T', '', 5, 'Size', cell])
      const parts = split(await workbookOf([header, ...rows], ['yyyy-mm-dd']))
      if (refused === undefined) expect((await parts).length).toBe(1)
      else await expect(parts).rejects.toMatchObject({ code: 'unclear_cell', row: refused })
    },
  )
})

describe('an archive that is no sound workbook', () => {
  const sheetName = 'xl/worksheets/sheet1.xml'
  const withSheet = (xml: string) => zipped({ ...partsOf([header]), [sheetName]: xml })
  const cases: [string, () => Promise<Buffer>][] = [
    ['without an end', async () => (await sound()).subarray(0, -30)],
    ['with another number of parts', async () => changed(await sound(), -12)],
    ['with an encrypted part', async () => encrypted(await sound())],
    ['with a document type', () => withSheet('<!DOCTYPE x [<!ENTITY a "b">]><worksheet/>')],
    ['without a sheet', () => zipped({ 'readme.txt': 'x' })],
    [
      'with rows out of order',
      () => withSheet(`<worksheet><sheetData>${row(2)}${row(1)}</sheetData></worksheet>`),
    ],
    ['with a sheet that ends early', () => withSheet(`<worksheet><sheetData>${row(1)}`)],
    ['with 2,000 parts', () => zipped({ ...partsOf([header]), ...manyParts })],
    ['that is larger than it says', async () => smaller(await sound())],
    ['of random bytes', async () => Buffer.from(`PK\u0003\u0004${'x'.repeat(500)}`)],
  ]
  test.each(cases)('%s is refused', async (_, make) => {
    await expect(split(await make())).rejects.toMatchObject({ code: 'unreadable_workbook' })
  })

  test('whatever byte is changed, it is refused or has the same rows', async () => {
    const bytes = await sound()
    const expected = await split(bytes)
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: bytes.length - 1 }),
        fc.integer({ min: 1, max: 255 }),
        async (at, by) => {
          const other = Buffer.from(bytes)
          other[at] = (other[at] ?? 0) ^ by
          const parts = await split(other).catch((error: unknown) => error)
          if (Array.isArray(parts)) expect(parts).toEqual(expected)
          else expect(parts).toMatchObject({ name: 'SplitError' })
        },
      ),
    )
  })
})

const sound = () => workbookOf([header, ['a', 'A', 's', 5, '', '']])
const row = (number: number) => `<row r="${number}"><c t="str"><v>x</v></c></row>`

async function split(bytes: Uint8Array): Promise<FilePart[]> {
  return await Array.fromAsync(splitFile(workbookCsv(new Uint8Array(bytes)), limits))
}

const manyParts = Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`part${index}`, '']))

function changed(bytes: Buffer, at: number): Buffer {
  const position = at < 0 ? bytes.length + at : at
  bytes[position] = (bytes[position] ?? 0) ^ 0x5a
  return bytes
}

/** With a mark at each entry of the directory. */
function marked(bytes: Buffer, mark: (at: number) => void): Buffer {
  const entry = Buffer.from('PK\u0001\u0002')
  for (let at = bytes.indexOf(entry); at !== -1; at = bytes.indexOf(entry, at + 1)) mark(at)
  return bytes
}

function encrypted(bytes: Buffer): Buffer {
  return marked(bytes, (at) => bytes.writeUInt16LE(bytes.readUInt16LE(at + 8) | 1, at + 8))
}

function smaller(bytes: Buffer): Buffer {
  return marked(bytes, (at) => bytes.writeUInt32LE(1, at + 24))
}
