import { readFileSync } from 'node:fs'
import { guard, numberColumns, writeCsv } from '@catalog/catalog'
import type { CellEdit } from '@catalog/contracts'
import { canonical } from '@catalog/dialects'
import { describe, expect, test } from '@jest/globals'
import * as fc from 'fast-check'
import { emptyCatalog, fixtures, importFixture } from '../../../test/support/preview/import-fixture.ts'
import { previewAgainst } from '../../../test/support/preview/apply-plan.ts'
import type { MemoryCatalog } from '../../../test/support/preview/apply-plan.ts'
import { fileOf } from '../../../test/support/preview/csv-files.ts'
import { realisticFiles } from '../../../test/support/preview/realistic-files.ts'
import { errorsCsv } from './errors-csv.ts'
import type { ImportFile } from './import-file.ts'
import { workbookOf } from './testing/write-workbook.ts'

const now = new Date('2024-01-15T12:00:00Z')

describe('an edited file is read as one that somebody has written so', () => {
  test.each(realisticFiles)('$dialect', async ({ path, before }) => {
    const bytes = readFileSync(new URL(path, fixtures))
    const file = await fileOf(bytes, now)
    const catalog = before === undefined ? emptyCatalog() : (await importFixture(before)).catalog
    const columns = file.header.filter((name, _, header) => header.indexOf(name) === header.lastIndexOf(name))
    const rows = file.records.map(({ row }) => row)
    const edit = fc.record({
      row: fc.constantFrom(...rows),
      column: fc.constantFrom(...columns.filter((name) => name !== '')),
      value: fc.oneof(
        fc.constantFrom(
          '',
          '12.50',
          '19,90 €',
          'TRUE',
          "'=1",
          '=1',
          '-5',
          ' a ',
          'a\nb',
          '"5" pipe',
          '05. Mrz',
        ),
        fc.constantFrom(...file.records.flatMap(({ cells }) => cells)),
        fc.string(),
      ),
    })
    const seldomTwice = fc.uniqueArray(edit, { minLength: 1, maxLength: 8, selector: placeOf })
    await fc.assert(
      fc.asyncProperty(seldomTwice, async (edits) => {
        const byHand = await fileOf(written(file, edits), now)
        fc.pre(byHand.dialect === file.dialect && byHand.records.length === rows.length)
        const edited = await fileOf(bytes, now, undefined, edits)
        expect(shownOf(edited, catalog)).toEqual(shownOf(byHand, catalog))
      }),
      { numRuns: 10 },
    )
  })
})

function placeOf({ row, column }: Pick<CellEdit, 'row' | 'column'>): string {
  return `${row} ${column}`
}

/** The file as CSV with these cells. */
function written({ header, records, dialect }: ImportFile, edits: (CellEdit & { value: string })[]): string {
  const byPlace = new Map(edits.map((edit) => [placeOf(edit), edit.value]))
  const lines = new Map(
    records.map(({ row, cells }) => [
      row,
      Array.from({ length: Math.max(header.length, cells.length) }, (_, position) => {
        const column = header[position] ?? ''
        const value = byPlace.get(placeOf({ row, column }))
        if (value === undefined) return cells[position] ?? ''
        const isText = dialect === 'canonical' && !numberColumns.has(canonical.normalize(column))
        return isText ? guard(value) : value
      }),
    ]),
  )
  const last = records.at(-1)?.row ?? 1
  return writeCsv([header, ...Array.from({ length: last - 1 }, (_, index) => lines.get(index + 2) ?? [''])])
}

function shownOf(file: ImportFile, catalog: MemoryCatalog): object {
  let count = 0
  // The list of products counts warnings, those of edits too.
  const {
    rows,
    tally,
    products: _,
    ...preview
  } = previewAgainst(catalog, file.table, { newId: () => `id ${++count}` })
  return {
    ...preview,
    rows: rows.map((row) => Object.assign(row, { warnings: row.warnings.filter(isOfBoth) })),
    tally: {
      ...tally,
      causes: tally.causes.filter(isOfBoth),
    },
  }
}

/** Whether a file that was written again has the warning too: its rows have all cells. */
function isOfBoth({ code }: { code: string }): boolean {
  return code !== 'edited' && code !== 'row_padded'
}

describe('an edit', () => {
  const columns = ['handle', 'Title', 'variant_price']
  const csv = 'handle,Title,variant_price\na,A,£5\nb,B,6.00\n'

  test('makes the cell valid, and the row says what the file has', async () => {
    const file = await fileOf(csv, now, undefined, [{ row: 2, column: 'variant_price', value: '5.00' }])
    const { rows, counts } = previewAgainst(emptyCatalog(), file.table)
    expect(counts).toMatchObject({ adds: 2, errors: 0 })
    expect(rows[0]?.warnings).toEqual([
      expect.objectContaining({ code: 'edited', column: 'variant_price', value: '£5' }),
    ])
    expect(rows[1]?.warnings).toEqual([])
    expect(file.bytes.toString()).toBe(csv)
  })

  test('replaces an earlier one of its cell, however that is named, and null takes it back', async () => {
    const edits = [
      { row: 2, column: 'title', value: 'X' },
      { row: 2, column: 'Title', value: 'Y' },
      { row: 3, column: 'Title', value: 'Z' },
      { row: 3, column: 'TITLE', value: null },
      { row: 3, column: 'handle', value: 'lone \ud800' },
    ]
    const file = await fileOf(csv, now, undefined, edits)
    expect(file.edits).toEqual([
      { row: 2, column: 'Title', value: 'Y' },
      { row: 3, column: 'handle', value: 'lone \ufffd' },
    ])
    expect(file.table.file?.edited.get(2)).toEqual([{ column: 'Title', value: 'A' }])
    expect(file.records[1]?.cells).toEqual(['lone \ufffd', 'B', '6.00'])
  })

  test('has limits for all of a draft together', async () => {
    const rows = Array.from({ length: 5_000 }, (_, index) => `a${index},A,5,,`)
    const wide = ['handle,Title,variant_price,vendor,tags', ...rows].join('\n')
    const all = rows.flatMap((_, index) =>
      ['handle', 'Title', 'vendor', 'tags'].map((column) => ({ row: index + 2, column, value: `b${index}` })),
    )
    expect((await fileOf(wide, now, undefined, all)).edits).toHaveLength(20_000)
    const more = [...all, { row: 2, column: 'variant_price', value: '6' }]
    await expect(fileOf(wide, now, undefined, more)).rejects.toMatchObject({
      code: 'invalid_request',
      message: 'A draft can have up to 20,000 edited cells. Correct the file, and upload it again.',
    })
    const long = all.slice(0, 9).map((edit) => Object.assign(edit, { value: 'x'.repeat(512 * 1024) }))
    await expect(fileOf(wide, now, undefined, long)).rejects.toMatchObject({ code: 'invalid_request' })
  })

  test('that changes nothing is not shown', async () => {
    const file = await fileOf(csv, now, undefined, [{ row: 2, column: 'Title', value: 'A' }])
    expect(file.table.file?.edited.size).toBe(0)
    expect(file.records).toEqual((await fileOf(csv, now)).records)
  })

  test('that empties a row leaves it out, and the row says so', async () => {
    const edits = columns.map((column) => ({ row: 2, column, value: '' }))
    const { rows, counts } = previewAgainst(emptyCatalog(), (await fileOf(csv, now, undefined, edits)).table)
    expect(counts).toMatchObject({ adds: 1, unchanged: 1, errors: 0 })
    expect(rows[0]?.warnings.map(({ code }) => code)).toEqual(['edited', 'edited', 'edited'])
  })

  test.each(['title', 'TITLE ', 'Title'])('finds the column as %j', async (column) => {
    const file = await fileOf(csv, now, undefined, [{ row: 3, column, value: 'C' }])
    expect(file.records[1]?.cells).toEqual(['b', 'C', '6.00'])
  })

  test.each([
    ['a column', { row: 2, column: 'Preis', value: '5' }, 'The file has no column “Preis”.'],
    ['a row', { row: 4, column: 'Title', value: '5' }, 'The file has no row 4 with cells below its header.'],
    [
      'the header',
      { row: 1, column: 'Title', value: '5' },
      'The file has no row 1 with cells below its header.',
    ],
    ['a column of two', { row: 2, column: 'shelf', value: '5' }, 'The file has the column “shelf” twice.'],
  ])('of %s that the file does not have is refused', async (_, edit, message) => {
    const twice = csv.replace('price\n', 'price,shelf,shelf\n')
    await expect(fileOf(twice, now, undefined, [edit])).rejects.toMatchObject({
      code: 'invalid_request',
      message,
      errors: [expect.objectContaining({ parameter: 'edits', row: edit.row })],
    })
  })

  test.each(['=1', "'=1", "''=1", '-5', 'a\n=1', 'x;=1'])(
    'has %j as it is meant, without a guard',
    async (value) => {
      const edits = [{ row: 2, column: 'Title', value }]
      for (const content of [csv, csv.replace('price\n', 'price,error_code\n')]) {
        const { rows } = previewAgainst(emptyCatalog(), (await fileOf(content, now, undefined, edits)).table)
        expect(rows[0]?.title).toBe(value)
        expect(rows[0]?.warnings[0]).toMatchObject({ code: 'edited', value: 'A' })
      }
    },
  )

  test('repairs what no reading can: damaged text, a date and a formula without a result', async () => {
    const damaged = Buffer.concat([
      Buffer.from('handle,title,variant_price\na,'),
      Buffer.from([0xff]),
      Buffer.from('x,5\n'),
      Buffer.from('b,Größe,6\n'.repeat(3)),
    ])
    const text = await fileOf(damaged, now, undefined, [{ row: 2, column: 'title', value: 'Ax' }])
    expect(text.records[0]).toEqual({ row: 2, cells: ['a', 'Ax', '5'] })
    const workbook = await workbookOf([
      ['handle', 'title', 'variant_price'],
      ['a', { t: 'e', xml: '<v>#N/A</v>' }, 5],
    ])
    const sheet = await fileOf(workbook, now, undefined, [{ row: 2, column: 'title', value: 'A' }])
    expect(sheet.records[0]).toEqual({ row: 2, cells: ['a', 'A', '5'] })
  })

  test('is in the error report', async () => {
    const edits = [
      { row: 2, column: 'Title', value: "'=1" },
      { row: 3, column: 'Title', value: '=2' },
    ]
    const file = await fileOf(csv.replace('6.00', '£6 or 7'), now, undefined, edits)
    const { rows } = previewAgainst(emptyCatalog(), file.table)
    const report = Buffer.concat([
      ...errorsCsv(
        file,
        rows.filter(({ kind }) => kind === 'error'),
      ),
    ])
    const again = previewAgainst(emptyCatalog(), (await fileOf(report, now)).table)
    expect(again.rows.map(({ title }) => title)).toEqual(['=2'])
  })

  test('costs time in proportion to the file', async () => {
    const rows = Array.from({ length: 5_000 }, (_, index) => `a${index},A,5`)
    const edits = rows.flatMap((_, index) =>
      columns.slice(1).map((column) => ({ row: index + 2, column, value: `${index}` })),
    )
    const file = await fileOf(['handle,Title,variant_price', ...rows].join('\n'), now, undefined, edits)
    expect(file.records.every(({ cells }, index) => cells[1] === `${index}`)).toBe(true)
  })
})
