import { expect, test } from '@jest/globals'
import { parse } from 'csv-parse/sync'
import * as fc from 'fast-check'
import { guard } from '@catalog/catalog'
import { anyCharacter } from '@catalog/catalog/testing'
import { workbookCsv } from '@catalog/reading/split/workbook'
import { sheetRows, workbookParts } from './workbook.ts'
import { zipped } from './zip.ts'

/** What XML cannot represent or changes, and what looks like its escapes. */
const awkward = fc.oneof(
  fc.constantFrom('\u0001', '\u001F', '\r', '\r\n', '\n', '\t', ' ', '\uFFFE', '\uFFFF', '\u0085', '\u2028'),
  fc.constantFrom('_x0041_', '_x0041', '_X000d_', '_x', 'x0041_', '_', '_x005F_', '&amp;', '<', ']]>', '👩‍👩‍👧'),
)
const cell = fc.oneof(
  fc.constant(''),
  fc.array(fc.oneof(awkward, anyCharacter), { minLength: 1, maxLength: 6 }).map((parts) => parts.join('')),
)

/** As many as have names of three letters. */
const columns = 740
const own = 20
const header = Array.from({ length: columns }, (_, index) => `c${index}`)
const sparseRow = fc
  .uniqueArray(fc.tuple(fc.nat({ max: columns - 1 }), cell), { selector: ([place]) => place, maxLength: 8 })
  .map((cells) => [[0, 'handle'] as const, ...cells].filter(([, text]) => text !== ''))

test('a sheet has each cell as it is written, whatever it contains', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(sparseRow, { minLength: 1, maxLength: 4 }), async (rows) => {
      const addRow = sheetRows(columns)
      const [texts, expected]: [string[], string[][]] = [[], [header]]
      for (const cells of rows) {
        const row = Array<string>(columns).fill('')
        for (const [place, text] of cells) row[place] = text
        const metadata = [...row.entries()].slice(own).filter(([, text]) => text !== '')
        const moved = metadata.map(([place, text]): [number, string] => [place - own, text])
        texts.push(addRow('', row.slice(0, own), moved))
        for (const [place, text] of metadata) row[place] = guard(text)
        // Of a CSV, into which the sheet is read.
        expected.push(row.map((text) => text.replaceAll('\0', '')))
      }
      expect(await readSheet(texts)).toEqual(expected)
    }),
    { numRuns: 80 },
  )
})

async function* each(texts: string[]): AsyncGenerator<string> {
  yield* texts
}

async function readSheet(texts: string[]): Promise<string[][]> {
  const bytes = Buffer.concat(await Array.fromAsync(zipped(workbookParts(header, each(texts)))))
  const csv = Buffer.concat(await Array.fromAsync(workbookCsv(new Uint8Array(bytes))))
  const rows: string[][] = parse(csv, { bom: true, relax_column_count: true })
  return rows.map((cells) => cells.concat(Array<string>(header.length - cells.length).fill('')))
}
