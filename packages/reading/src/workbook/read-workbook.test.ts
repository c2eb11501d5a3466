import { writeCsv } from '@catalog/catalog'
import { describe, expect, test } from '@jest/globals'
import * as fc from 'fast-check'
import { fileOf } from '../../../../test/support/preview/csv-files.ts'
import { readWorkbook } from './read-workbook.ts'
import {
  partsOf,
  relationsXml,
  textXml,
  workbookOf,
  workbookXml,
  worksheetXml,
  zipped,
} from '../testing/write-workbook.ts'
import type { Parts, TestCell } from '../testing/write-workbook.ts'

/** The value of such a cell in a text column of a canonical file, and the codes of its row's errors. */
async function read(cell: TestCell, formats: string[] = [], column = 'vendor') {
  const file = await readWorkbook(
    await workbookOf(
      [
        ['handle', column],
        ['a', cell],
      ],
      formats,
    ),
  )
  return {
    text: file.records[0]?.cells[1] ?? '',
    errors: file.records[0]?.errors?.map(({ code }) => code) ?? [],
  }
}

async function cellsOf(parts: Parts): Promise<string[][]> {
  return (await readWorkbook(await zipped(parts))).records.map(({ cells }) => cells)
}

const simple: TestCell[][] = [
  ['handle', 'title'],
  ['a', 'Linen & <b>'],
]
const simpleCells = [['a', 'Linen & <b>']]

describe('a workbook', () => {
  test('is read like a CSV of the same cells, whatever their content', async () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 12 }).map((cell) => cell.replaceAll('\0', ''))
    const odd = fc.constantFrom(
      '007',
      '1E5',
      '="01"',
      "'=1",
      '_x000D_',
      ' a ',
      'a\nb',
      'a\r\nb',
      '\u0001',
      '"',
      ',',
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(fc.oneof(text, odd, fc.constant('')), { minLength: 3, maxLength: 3 }), {
          minLength: 1,
          maxLength: 6,
        }),
        async (rows) => {
          const table = [
            ['handle', 'title', 'metadata.x'],
            ...rows.map((cells, index) => [`p${index}`, ...cells]),
          ]
          const csv = await fileOf(writeCsv(table))
          const workbook = await readWorkbook(await workbookOf(table))
          expect(workbook.records).toEqual(csv.records)
          expect(workbook.table.rows).toEqual(csv.table.rows)
        },
      ),
      { numRuns: 50 },
    )
  })

  test('has no delimiter, and its format is xlsx', async () => {
    expect(await readWorkbook(await workbookOf(simple))).toMatchObject({
      delimiter: null,
      encoding: 'xlsx',
      dialect: 'canonical',
      warnings: [],
      records: [{ row: 2, cells: simpleCells[0] }],
    })
  })

  test('keeps the numbers of its rows, and may have lines above its header and empty cells behind it', async () => {
    const file = await readWorkbook(
      await workbookOf([
        ['Spring'],
        [],
        ['handle', 'title', { xml: '' }],
        [],
        ['a', 'A', { xml: '', s: 0 }],
        ['b', 'B'],
      ]),
    )
    expect(file.records.map(({ row }) => row)).toEqual([5, 6])
    expect(file.header).toEqual(['handle', 'title'])
    expect(file.warnings).toMatchObject([{ code: 'lines_above_header', row: 3 }])
  })
})

describe('a cell', () => {
  test.each<[string, TestCell, string]>([
    ['text with leading zeros', '007', '007'],
    ['a guard', "'=SUM(A1)", "'=SUM(A1)"],
    ['float noise', 19.989999999999998, '19.99'],
    ['a whole number', 3, '3'],
    ['a barcode', 4006381333931, '4006381333931'],
    ['a negative one', -0.5, '-0.5'],
    ['a small one', { xml: '<v>1.25E-7</v>' }, '0.000000125'],
    ['a large one', { xml: '<v>1.2E+14</v>' }, '120000000000000'],
    ['one that has lost digits', { xml: '<v>1.23456789012346E+19</v>' }, '1.23456789012346E+19'],
    ['TRUE', { t: 'b', xml: '<v>1</v>' }, 'TRUE'],
    ['FALSE', { t: 'b', xml: '<v>0</v>' }, 'FALSE'],
    ['the result of a formula', { xml: '<f>A1*2</f><v>4</v>' }, '4'],
    ['the text of a formula', { t: 'str', xml: '<f>A1</f><v>a_x000D_b</v>' }, 'a\rb'],
    ['the empty text of a formula', { t: 'str', xml: '<f>""</f><v></v>' }, ''],
    ['text in place', { t: 'inlineStr', xml: `<is>${textXml('In place')}</is>` }, 'In place'],
    [
      'text of several fonts, with its pronunciation',
      {
        t: 'inlineStr',
        xml: '<is><r><rPr><b/></rPr><t>東</t></r><r><t>京</t></r><rPh sb="0" eb="2"><t>トウ</t></rPh></is>',
      },
      '東京',
    ],
    ['an escaped escape', { t: 'inlineStr', xml: '<is><t>_x005F_x0041_</t></is>' }, '_x0041_'],
    [
      'what looks like an escape before a control character, which is removed',
      { t: 'inlineStr', xml: `<is>${textXml('_x0041\u0001')}</is>` },
      '_x0041',
    ],
    ['half a character', { t: 'inlineStr', xml: '<is><t>a_xD83D_b</t></is>' }, 'a\uFFFDb'],
    ['a shared text without its number', { t: 's', xml: '<v/>' }, ''],
    ['what is no number', { xml: '<v>0x1F</v>' }, '0x1F'],
    ['what CDATA holds', { t: 'inlineStr', xml: '<is><t><![CDATA[a<b]]></t></is>' }, 'a<b'],
  ])('with %s', async (_name, cell, text) => {
    expect(await read(cell)).toEqual({ text, errors: [] })
  })

  test.each([
    ['0.00', '19.987', '19.99'],
    ['0.00', '1.005', '1.01'],
    ['0.00', '3', '3.00'],
    ['0.##', '3', '3'],
    ['#,##0.00', '1234567.891', '1234567.89'],
    ['00000', '123', '00123'],
    ['#.00', '0.5', '0.50'],
    ['0%', '0.25', '25%'],
    ['0.0%', '-0.255', '-25.5%'],
    ['_-* #,##0.00\\ "€"_-;\\-* #,##0.00\\ "€"_-', '1234.5', '1234.50'],
    ['[$€-407] #,##0.00', '25', '25.00'],
    ['"CHF" 0.00', '25', '25.00'],
    ['#,##0.00 "kr"', '25', '25.00'],
    ['"ART-"0000', '7', 'ART-0007'],
    ['00-00', '1234', '12-34'],
    ['0.0" kg"', '1.5', '1.5 kg'],
    ['##\\,##\\,##0.00', '1234567.5', '1234567.50'],
    ['"Rs." #,##0', '25', '25'],
    ['#,##0,', '1234567', '1234567'],
    ['# ?/?', '0.5', '0.5'],
    ['0.00E+00', '12345', '12345'],
    ['@', '12', '12'],
    ['General', '12.5', '12.5'],
    [';;;', '12.5', '12.5'],
    ['0', '1E+20', '1E+20'],
  ])('of the format %s shows %s as %s', async (format, value, text) => {
    expect(await read({ s: 1, xml: `<v>${value}</v>` }, [format])).toEqual({ text, errors: [] })
  })

  test.each([
    ['dd.mm.yyyy', '45000', '2023-03-15'],
    ['[$-407]d. mmmm yyyy;@', '45000.5', '2023-03-15 12:00:00'],
    ['dddd, mmmm dd', '1', '1900-01-01'],
    ['m/d/yy', '61', '1900-03-01'],
    ['mmm', '45000', '2023-03-15'],
    ['hh:mm', '0.75', '18:00:00'],
    ['[h]:mm:ss', '0.5', '12:00:00'],
    ['h:mm AM/PM', '0.5', '12:00:00'],
  ])('of the date format %s is refused where text is expected', async (format, value, text) => {
    expect(await read({ s: 1, xml: `<v>${value}</v>` }, [format])).toEqual({
      text,
      errors: ['unexpected_date'],
    })
  })

  test('with a date is accepted if its column is of dates, or is not read', async () => {
    const date: TestCell = { s: 1, xml: '<v>45000</v>' }
    for (const column of ['metadata.release_date', 'Internal note']) {
      const rows: TestCell[][] = [
        ['handle', column, 'title'],
        ['a', date, 'A'],
      ]
      const { records } = await readWorkbook(await workbookOf(rows, ['d/m/y']))
      expect(records).toEqual([{ row: 2, cells: ['a', '2023-03-15', 'A'] }])
    }
  })

  test.each([
    ['2023-03-15T00:00:00', '2023-03-15'],
    ['2023-03-15T23:44:51.894Z', '2023-03-15 23:44:51'],
    ['23:44:51', '23:44:51'],
  ])('with the date %s written out is refused, too', async (value, text) => {
    expect(await read({ t: 'd', xml: `<v>${value}</v>` })).toEqual({ text, errors: ['unexpected_date'] })
  })

  test.each<[string, TestCell, string[]]>([
    ['an error', { t: 'e', xml: '<f>1/0</f><v>#DIV/0!</v>' }, ['formula_error']],
    ['an error without a name', { t: 'e', xml: '' }, []],
    ['nothing', { xml: '' }, []],
  ])('with %s', async (_name, cell, errors) => {
    expect(await read(cell)).toMatchObject({ errors })
  })

  test('with a formula without a computed value is refused, saying so', async () => {
    const rows: TestCell[][] = [
      ['handle', 'vendor', 'title', 'variant_price'],
      ['a', { xml: '<f>A1&amp;"x"</f>' }, { xml: '<f t="shared" si="0"/>' }, { xml: '<f>1+1</f><v/>' }],
    ]
    const { records } = await readWorkbook(await workbookOf(rows))
    expect(records[0]?.errors).toMatchObject([
      { code: 'formula_error', column: 'vendor', value: '=A1&"x"', parameters: { case: 'not_computed' } },
      { code: 'formula_error', column: 'title', value: '=' },
      { code: 'formula_error', column: 'variant_price', value: '=1+1', parameters: { case: 'not_computed' } },
    ])
  })

  test('with a formula whose result is a blank text is blank', async () => {
    expect(await read({ t: 'str', xml: '<f>""</f><v></v>' })).toEqual({ text: '', errors: [] })
  })

  test('with a formula in a workbook that asks to compute all of them is refused, whatever result is saved', async () => {
    const parts = partsOf([
      ['handle', 'title', 'variant_price'],
      ['a', 'A', { xml: '<f>1+1</f><v>0</v>' }],
    ])
    const workbook = 'xl/workbook.xml'
    const calculate = String(parts[workbook]).replace(
      '</workbook>',
      '<calcPr calcId="1" fullCalcOnLoad="1"/></workbook>',
    )
    const { records } = await readWorkbook(await zipped({ ...parts, [workbook]: calculate }))
    expect(records[0]?.errors).toMatchObject([
      { code: 'formula_error', column: 'variant_price', value: '=1+1', parameters: { case: 'not_computed' } },
    ])
  })

  test.each(['', 'x'])(
    'has one kind of line breaks, but for those that are written as such (%s)',
    async (first) => {
      // Some line breaks are at the end of what is unpacked at once.
      const breaks = first + '\r\n'.repeat(100_000)
      const cell = { t: 'inlineStr', xml: `<is><t>${breaks}\r&#13;\r\n</t></is>` }
      expect((await read(cell)).text).toBe(`${first}${'\n'.repeat(100_001)}\r\n`)
    },
  )

  test('of more than 256 KiB is too long, and no more of it is kept', async () => {
    const file = await readWorkbook(
      await workbookOf([
        ['handle', 'title'],
        ['a', 'x'.repeat(3_000_000)],
      ]),
    )
    expect(file.records[0]?.cells[1]?.length).toBeLessThan(400_000)
    expect(file.table.rows[0]?.errors).toMatchObject([{ code: 'too_long' }])
  })
})

test('missing rows and columns take no time', async () => {
  const file = await readWorkbook(
    await zipped({
      ...partsOf([]),
      'xl/worksheets/sheet1.xml': worksheetXml(
        [
          '<row r="1000"><c r="ALJ1000" t="str"><v>title</v></c><c r="ALL1000" t="str"><v>handle</v></c></row>',
          '<row r="1048576"><c r="ALL1048576" t="str"><v>a</v></c><c r="ALJ1048576" t="str"><v>A</v></c></row>',
        ].join(''),
      ),
    }),
  )
  expect(file.header).toHaveLength(1_000)
  expect(file.records.map(({ row: number }) => number)).toEqual([1_048_576])
  expect(file.table.rows[0]?.cells.filter((text) => text !== '')).toEqual(['A', 'a'])
})

test('days of 1904 are four years later', async () => {
  const parts = partsOf(
    [
      ['handle', 'metadata.date'],
      ['a', { s: 1, xml: '<v>43538</v>' }],
    ],
    ['d/m/y'],
  )
  parts['xl/workbook.xml'] = workbookXml(
    '<sheet name="P" sheetId="1" r:id="rId1"/>',
    '<workbookPr date1904="1"/>',
  )
  expect(await cellsOf(parts)).toEqual([['a', '2023-03-15']])
})

const inline = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`

function without(part: string, parts: Parts): Parts {
  return Object.fromEntries(Object.entries(parts).filter(([name]) => name !== part))
}

describe('as programs write it', () => {
  const unplaced = worksheetXml(
    `<row>${inline('handle')}${inline('title')}</row><row>${inline('a')}${inline('Linen &amp; &lt;b&gt;')}</row>`,
  )

  test.each<[string, (parts: Parts) => Parts]>([
    [
      'without places of rows and cells, and without shared texts',
      (parts) => ({ ...without('xl/sharedStrings.xml', parts), 'xl/worksheets/sheet1.xml': unplaced }),
    ],
    ['without styles', (parts) => without('xl/styles.xml', parts)],
    [
      'with absolute targets, another folder and names in other case',
      (parts) => ({
        '_rels/.rels': relationsXml(['officeDocument', '/XL/Workbook.xml']),
        'xl/workbook.xml': parts['xl/workbook.xml'] ?? '',
        'xl/_rels/workbook.xml.rels': relationsXml(
          ['worksheet', '/data/S.xml'],
          ['sharedStrings', '/xl/./x/../sharedStrings.xml'],
        ),
        'xl/sharedStrings.xml': parts['xl/sharedStrings.xml'] ?? '',
        'data/s.xml': parts['xl/worksheets/sheet1.xml'] ?? '',
      }),
    ],
    [
      'in the strict edition, with prefixes and a byte order mark',
      (parts) =>
        Object.fromEntries(
          Object.entries(parts).map(([name, content]) => [
            name,
            `\uFEFF${String(content)
              .replaceAll(
                'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
                'http://purl.oclc.org/ooxml/officeDocument/relationships',
              )
              .replaceAll(
                'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"',
                'xmlns:x="http://purl.oclc.org/ooxml/spreadsheetml/main"',
              )
              .replaceAll(/<(\/?)(worksheet|sheetData|row|c|v|sst|si|t)\b/g, '<$1x:$2')}`,
          ]),
        ),
    ],
    [
      'in UTF-16',
      (parts) => ({
        ...parts,
        'xl/worksheets/sheet1.xml': Buffer.from(
          `\uFEFF${String(parts['xl/worksheets/sheet1.xml'])}`,
          'utf16le',
        ),
      }),
    ],
    [
      'in UTF-16 without a mark',
      (parts) => ({
        ...parts,
        'xl/worksheets/sheet1.xml': Buffer.from(
          String(parts['xl/worksheets/sheet1.xml']),
          'utf16le',
        ).swap16(),
      }),
    ],
    [
      'by Windows, with backslashes in names',
      ({ 'xl/worksheets/sheet1.xml': sheet = '', ...parts }) => ({
        ...parts,
        'xl/worksheets/SHEET1.xml': sheet,
      }),
    ],
    [
      'with hidden sheets and charts in front',
      (parts) => ({
        ...parts,
        'xl/workbook.xml': workbookXml(
          '<sheet name="Old" sheetId="4" state="hidden" r:id="rId5"/><sheet name="Lists" sheetId="5" state="veryHidden" r:id="rId5"/><sheet name="Chart" sheetId="6" r:id="rId4"/><sheet name="Products" sheetId="1" r:id="rId1"/>',
        ),
        'xl/_rels/workbook.xml.rels': relationsXml(
          ['worksheet', 'worksheets/sheet1.xml'],
          ['styles', 'styles.xml'],
          ['sharedStrings', 'sharedStrings.xml'],
          ['chartsheet', 'chartsheets/sheet1.xml'],
          ['worksheet', 'worksheets/none.xml'],
        ),
      }),
    ],
    [
      'by Numbers, with a summary in front',
      (parts) => ({
        ...parts,
        'xl/workbook.xml': workbookXml(
          '<sheet name="Export Summary" sheetId="2" r:id="rId4"/><sheet name="Products" sheetId="1" r:id="rId1"/>',
        ),
        'xl/_rels/workbook.xml.rels': relationsXml(
          ['worksheet', 'worksheets/sheet1.xml'],
          ['styles', 'styles.xml'],
          ['sharedStrings', 'sharedStrings.xml'],
          ['worksheet', 'worksheets/summary.xml'],
        ),
        'xl/worksheets/summary.xml': unplaced,
      }),
    ],
  ])('%s', async (_name, change) => {
    expect(await cellsOf(change(partsOf(simple)))).toEqual(simpleCells)
  })

  test('with further sheets, it says which one was read', async () => {
    const parts = partsOf(simple)
    parts['xl/workbook.xml'] = workbookXml(
      '<sheet name="Products" sheetId="1" r:id="rId1"/><sheet name="Empty" sheetId="2" r:id="rId4"/><sheet name="Stock" sheetId="3" r:id="rId5"/>',
    )
    parts['xl/_rels/workbook.xml.rels'] = relationsXml(
      ['worksheet', 'worksheets/sheet1.xml'],
      ['styles', 'styles.xml'],
      ['sharedStrings', 'sharedStrings.xml'],
      ['worksheet', 'worksheets/sheet2.xml'],
      ['worksheet', 'worksheets/sheet3.xml'],
    )
    parts['xl/worksheets/sheet2.xml'] = worksheetXml(`<row>${'<c s="1"/>'.repeat(3_000)}</row>`)
    parts['xl/worksheets/sheet3.xml'] = worksheetXml(`<row>${inline('x')}</row>`)
    const { warnings } = await readWorkbook(await zipped(parts))
    expect(warnings).toMatchObject([
      { code: 'other_sheets', message: expect.stringMatching(/“Products” was read\. .*: Stock\./) },
    ])
  })
})
