import { readFile } from 'node:fs/promises'
import { writeCsv } from '@catalog/catalog'
import { expect, test } from '@jest/globals'
import { parse } from 'csv-parse/sync'
import * as fc from 'fast-check'
import { fixtures } from '../../../test/support/preview/import-fixture.ts'
import { realisticFiles } from '../../../test/support/preview/realistic-files.ts'
import type { ImportFile } from './import-file.ts'
import { errorsCsv } from './errors-csv.ts'
import { fileOf } from '../../../test/support/preview/csv-files.ts'

const nasty = fc
  .tuple(
    fc.constantFrom('', 'x;', 'x\t', 'x\n'),
    fc.stringMatching(/^'{0,3}[ \u00A0]{0,2}$/),
    fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '\r\n', '＝', '＋', '－', '＠', "'", 'a', '-1', ''),
    fc.constantFrom('', '1', 'SUM(A1)', 'x, "y"; z', "'", '\r', ' '),
  )
  .map((parts) => parts.join(''))

/** Texts that a spreadsheet runs, or reads as a different number. */
const formula = /^\s*[=+\-@\t\r\n＝＋－＠]/
const innerFormula = /[;\t\r\n][^\S;\t\r\n]*(?:[=+@＝＋＠]|[-－](?! ))/

test.each(realisticFiles)(
  'of $dialect hold no formula, and uploaded again the same cells',
  async ({ dialect: name, path }) => {
    const bytes = await readFile(new URL(path, fixtures))
    const { header, records, ...start } = await fileOf(bytes)
    const delimiter = start.delimiter ?? ','
    const change = fc.record({
      row: fc.nat(records.length - 1),
      column: fc.nat(header.length - 1),
      cell: nasty,
    })
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 40 }), async (changes) => {
        const names = [...header, '=HYPERLINK("http://a.example")']
        const rows = records.map(({ cells }) => names.map((_, column) => cells[column] ?? '=1'))
        for (const { row, column, cell } of changes) rows[row]?.splice(column, 1, cell)
        const uploaded = writeCsv([names, ...rows], { delimiter })
        const file = await fileOf(uploaded)
        expect(file.dialect).toBe(name)

        const report = reportOf(file)
        const cells: string[][] = parse(report, { bom: true, delimiter, relax_column_count: true })
        const found = cells.flat().filter((cell) => formula.test(cell) || innerFormula.test(cell))
        expect(found.filter((cell) => name !== 'canonical' || !/^-\d+$/.test(cell))).toEqual([])

        const again = await fileOf(report)
        expect(again.header.slice(0, -3)).toEqual(file.header)
        expect(again.records.map((record) => record.cells.slice(0, names.length))).toEqual(
          file.records.map((record) => record.cells),
        )
      }),
      { numRuns: 8 },
    )
  },
)

test('in canonical columns keep a negative number a number', async () => {
  const file = await fileOf('handle,title,variant_inventory_quantity\ncap,-1,-1\nhat,-1,=-1\n')
  const report: string[][] = parse(reportOf(file), { bom: true })
  expect(report.slice(1).map((cells) => cells.slice(1, 3))).toEqual([
    ["'-1", '-1'],
    ["'-1", "'=-1"],
  ])
})

/** The error report of a file with all rows rejected. */
function reportOf(file: ImportFile): string {
  const rejected = file.records.map(({ row }) => ({ row, errors: [] }))
  return Buffer.concat([...errorsCsv(file, rejected)]).toString()
}
