import { ServiceError } from '@catalog/contracts'
import { describe, expect, test } from '@jest/globals'
import { readFile } from '../read-file.ts'
import {
  letters,
  partsOf,
  relationsXml,
  spreadsheetNamespace,
  stylesXml,
  withTwoDirectories,
  workbookOf,
  workbookXml,
  worksheetXml,
  zipped,
} from '../testing/write-workbook.ts'
import type { Parts } from '../testing/write-workbook.ts'

const mb = 1024 * 1024
const table = [
  ['handle', 'title'],
  ['a', 'A'],
]

/** The error of reading a workbook; the code `none` if there is none. */
async function refusalOf(bytes: Uint8Array): Promise<{ code: string; message: string }> {
  try {
    await readFile(new Uint8Array(bytes))
    return { code: 'none', message: 'was read' }
  } catch (error) {
    if (error instanceof ServiceError) return error
    throw error
  }
}

const refusalOfParts = async (change: Parts) => refusalOf(await zipped({ ...partsOf(table), ...change }))
const sheet = 'xl/worksheets/sheet1.xml'
const texts = 'xl/sharedStrings.xml'
const compound = Buffer.from('d0cf11e0a1b11ae1', 'hex')

describe('a workbook that cannot be read is refused with advice', () => {
  test.each<[string, () => Uint8Array | Promise<Uint8Array>, RegExp]>([
    [
      'a workbook with a password',
      () => Buffer.concat([compound, Buffer.from('EncryptedPackage', 'utf16le')]),
      /remove the password/,
    ],
    ['an .xls', () => Buffer.concat([compound, Buffer.from('Workbook', 'utf16le')]), /old Excel workbook/],
    [
      'an .ods',
      () => zipped({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': '<x/>' }),
      /OpenDocument/,
    ],
    ['a document of Numbers', () => zipped({ 'Index/Document.iwa': 'x' }), /Numbers/],
    ['an .xlsb', () => zipped({ 'xl/workbook.bin': 'x' }), /xlsb/],
    ['a Word document', () => zipped({ 'word/document.xml': '<x/>' }), /Word/],
    ['an archive of CSVs', () => zipped({ 'catalog-all-001.csv': 'handle,title\n' }), /Unpack it/],
    ['an empty archive', () => zipped({}), /Unpack it/],
    ['four bytes of an archive', () => Buffer.from('PK\x03\x04'), /damaged/],
    [
      'a workbook without a visible sheet',
      () =>
        zipped({
          ...partsOf(table),
          'xl/workbook.xml': workbookXml('<sheet name="a" sheetId="1" state="hidden" r:id="rId1"/>'),
        }),
      /no visible sheet/,
    ],
  ])('%s', async (_name, make, sentence) => {
    expect(await refusalOf(await make())).toMatchObject({
      code: 'unreadable_workbook',
      message: expect.stringMatching(sentence),
    })
  })

  test('a workbook that other programs would read as another one', async () => {
    const [one, other] = [await workbookOf(table), await workbookOf([...table, ['b', 'B']])]
    expect(await refusalOf(withTwoDirectories(one, other))).toMatchObject({ code: 'unreadable_workbook' })
    expect(await refusalOf(withTwoDirectories(other, other))).toMatchObject({ code: 'unreadable_workbook' })
  })

  test('a workbook that is cut off anywhere, or has a wrong byte in a part', async () => {
    const whole = await workbookOf(
      Array.from({ length: 400 }, (_, row) => [`h${row}`, String(Math.sin(row))]),
    )
    for (let length = 4; length < whole.length; length += 1_000) {
      expect(await refusalOf(whole.subarray(0, length))).toMatchObject({ code: 'unreadable_workbook' })
    }
    for (let at = 100; at < whole.length * 0.9; at += 997) {
      const changed = Buffer.from(whole)
      changed[at] = (changed[at] ?? 0) ^ 0xff
      // A wrong byte in a part that is not needed does no harm.
      expect(['unreadable_workbook', 'none', 'unrecognized_columns', 'empty_file']).toContain(
        (await refusalOf(changed)).code,
      )
    }
  })

  test('a changed letter', async () => {
    const whole = await zipped(
      partsOf([
        ['handle', 'title'],
        ['a', 'Sweater'],
      ]),
      { compress: false },
    )
    whole.write('o', whole.indexOf('Sweater') + 1)
    expect(await refusalOf(whole)).toMatchObject({ code: 'unreadable_workbook' })
    whole.write('w', whole.indexOf('Soeater') + 1)
    expect(await refusalOf(whole)).toMatchObject({ code: 'none' })
  })

  test.each<[string, Parts]>([
    ['a part that ends early', { [sheet]: worksheetXml('').replace(/<\/sheetData>.*/, '') }],
    ['a text that is not there', { [texts]: `<sst xmlns="${spreadsheetNamespace}"/>` }],
    ['a part that is none', { [sheet]: 'not XML' }],
    ['rows in no order', { [sheet]: worksheetXml('<row r="2"/><row r="2"/>') }],
    ['a row beyond all', { [sheet]: worksheetXml('<row r="4294967296"/>') }],
    [
      'a cell twice',
      { [sheet]: worksheetXml('<row r="1"><c r="B1"><v>1</v></c><c r="A1"/><c r="B1"><v>1</v></c></row>') },
    ],
    [
      'what is no UTF-8',
      { [sheet]: Buffer.from(worksheetXml('<row><c t="str"><v>é</v></c></row>'), 'latin1') },
    ],
    ['a cell without a place', { [sheet]: worksheetXml('<row r="1"><c r="1A"/></row>') }],
    ['very many sheets', { 'xl/workbook.xml': workbookXml('<sheet r:id="rId1"/>'.repeat(10_001)) }],
    [
      'very many relations',
      {
        'xl/_rels/workbook.xml.rels': relationsXml(
          ...Array.from({ length: 100_001 }, () => ['image', 'x'] as [string, string]),
        ),
      },
    ],
    ['very many formats', { 'xl/styles.xml': stylesXml(Array.from({ length: 66_100 }, () => '0')) }],
    [
      'very many styles',
      { 'xl/styles.xml': `<styleSheet><cellXfs>${'<xf/>'.repeat(66_100)}</cellXfs></styleSheet>` },
    ],
    ['a document type', { [sheet]: `<!DOCTYPE x [<!ENTITY a "aaaa">]>${worksheetXml('')}` }],
    ['elements in each other', { [sheet]: worksheetXml('<a>'.repeat(1_000_000)) }],
    [
      'attributes without end',
      {
        [sheet]: worksheetXml(
          `<row ${Array.from({ length: 1_000_000 }, (_, index) => `a${index}=""`).join(' ')}/>`,
        ),
      },
    ],
    [
      'two million tags that are not closed',
      { [sheet]: '<worksheet><sheetData>' + '<row><c>'.repeat(1_000_000) },
    ],
  ])('%s', async (_name, parts) => {
    expect(await refusalOfParts(parts)).toMatchObject({
      code: 'unreadable_workbook',
      message: expect.stringMatching(/damaged/),
    })
  })
})

describe('the caps', () => {
  test.each<[string, string, Parts]>([
    ['5,001 rows', 'too_many_rows', { [sheet]: rows(5_002) }],
    ['a million rows', 'too_many_rows', { [sheet]: rows(1_000_000) }],
    [
      '16,384 columns',
      'too_many_columns',
      {
        [sheet]: worksheetXml(
          `<row r="1">${Array.from({ length: 16_384 }, (_, at) => `<c r="${letters(at)}1"><v>1</v></c>`).join('')}</row>`,
        ),
      },
    ],
    [
      'a text in the last column',
      'too_many_columns',
      { [sheet]: worksheetXml('<row r="1"><c r="XFD1"><v>1</v></c></row>') },
    ],
    ['no row', 'empty_file', { [sheet]: worksheetXml('') }],
    ['a bomb', 'too_complex', { [sheet]: worksheetXml(' '.repeat(101 * mb)) }],
    [
      'shared texts of more than 100 MB',
      'too_complex',
      { [texts]: '<sst>' + '<si><t>x</t></si>'.repeat(6.5 * mb) + '</sst>' },
    ],
    [
      'a long text in many cells',
      'too_complex',
      {
        [texts]: `<sst><si><t>handle</t></si><si><t>title</t></si><si><t>${'x'.repeat(100_000)}</t></si></sst>`,
        [sheet]: worksheetXml(
          `<row><c t="s"><v>0</v></c><c t="s"><v>1</v></c></row>${'<row><c><v>1</v></c><c t="s"><v>2</v></c></row>'.repeat(400)}`,
        ),
      },
    ],
  ])('refuse %s with %s', async (_name, code, parts) => {
    expect(await refusalOfParts(parts)).toMatchObject({ code })
  })

  test('do not count empty cells of formatted rows', async () => {
    const head = `<row><c t="inlineStr"><is><t>handle</t></is></c><c t="inlineStr"><is><t>title</t></is></c></row>`
    const data = '<row><c><v>1</v></c><c><v>2</v></c></row>'
    const bytes = await zipped({
      ...partsOf(table),
      [sheet]: worksheetXml(head + data + '<row s="1"><c s="1"/></row>'.repeat(200_000)),
    })
    expect((await readFile(new Uint8Array(bytes))).records).toHaveLength(1)
  })

  // Each so large that quadratic time would not end.
  test.each([
    ['a name', `<${'a'.repeat(4 * mb)}/>`],
    ['a comment', `<!--${'-a'.repeat(2 * mb)}-->`],
    ['an instruction', `<?${'a'.repeat(4 * mb)}?>`],
    ['CDATA', `<row><c><![CDATA[${']'.repeat(4 * mb)}]]></c></row>`],
    ['an attribute', `<row a="${'a'.repeat(4 * mb)}"/>`],
    ['a number', `<row><c><v>${'1'.repeat(4 * mb)}</v></c></row>`],
    ['entities', `<row><c><v>${'&#9;'.repeat(mb)}</v></c></row>`],
    ['brackets', '<'.repeat(4 * mb)],
    ['ampersands', '&'.repeat(4 * mb)],
  ])('bound %s of 4 MB', async (_name, xml) => {
    expect(['empty_file', 'unrecognized_columns', 'unreadable_workbook']).toContain(
      (await refusalOfParts({ [sheet]: worksheetXml(xml) })).code,
    )
  })

  test('an entity that the file defines is just its name', async () => {
    const title = '<c t="inlineStr"><is><t>&lol;</t></is></c>'
    const head =
      '<row><c t="inlineStr"><is><t>handle</t></is></c><c t="inlineStr"><is><t>title</t></is></c></row>'
    const bytes = await zipped({
      ...partsOf(table),
      [sheet]: worksheetXml(`${head}<row><c><v>1</v></c>${title}</row>`),
    })
    expect((await readFile(new Uint8Array(bytes))).records[0]?.cells).toEqual(['1', '&lol;'])
  })

  test('an archive that claims that a part is small, or 10 GB', async () => {
    const part = Buffer.from(worksheetXml(' '.repeat(2 * mb)))
    for (const [size, code] of [
      [10, 'unreadable_workbook'],
      [3_900_000_000, 'too_complex'],
    ] as const) {
      const whole = await zipped({ ...partsOf(table), [sheet]: part })
      const changed = Buffer.from(whole)
      const entry = changed.lastIndexOf(Buffer.from(sheet)) - 46
      changed.writeUInt32LE(size, entry + 24)
      expect(await refusalOf(changed)).toMatchObject({ code })
    }
  })
})

function rows(count: number): string {
  return worksheetXml(
    `<row><c t="inlineStr"><is><t>handle</t></is></c><c t="inlineStr"><is><t>title</t></is></c></row>${'<row><c><v>1</v></c><c><v>2</v></c></row>'.repeat(count - 1)}`,
  )
}
