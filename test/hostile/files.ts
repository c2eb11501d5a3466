import { partsOf, textsXml, workbookXml, worksheetXml, zipped } from '@catalog/reading/testing'
import type { Attack, Stage } from './attack.ts'
import { ask, csv, mb, metadataColumns, times } from './acts.ts'
import { attack } from './kinds.ts'

const rows = 5_000

/** Files that could take long to read, each uploaded and then rechecked. */
export const files: Attack[] = [
  csvFile('a handle of combining marks', 'handle,title', 1, () => `a${'\u0300\u0316'.repeat(100_000)},A`),
  csvFile(
    'titles of combining marks, for slugs',
    'Type,SKU,Name,Regular price',
    100,
    (i) => `simple,s${i},a${'\u0300\u0316'.repeat(10_000)}${i},1`,
  ),
  csvFile('5,000 rows with one SKU', 'handle,title,variant_price,variant_sku', rows, (i) => `p${i},P,1,one`),
  csvFile(
    '5,000 rows with the same options',
    'handle,title,variant_price,option1_name,option1_value',
    rows,
    () => 'p,P,1,Size,S',
  ),
  csvFile(
    '16,000 metadata columns',
    `handle,title,${metadataColumns(16_000)}`,
    20,
    (i) => `p${i},P,${'x,'.repeat(15_999)}x`,
  ),
  csvFile(
    '1,000 metadata columns in 5,000 rows',
    `handle,title,${metadataColumns(998)}`,
    rows,
    (i) => `p${i},P,${'x,'.repeat(997)}x`,
  ),
  csvFile(
    '200 metadata columns in 5,000 rows',
    `handle,title,${metadataColumns(198)}`,
    rows,
    (i) => `p${i},P,${times(198, (j) => `${i}-${j}`).join(',')}`,
  ),
  csvFile(
    '350,000 images in a cell',
    'Type,SKU,Name,Regular price,Images',
    1,
    () => `simple,s,N,1,"${times(350_000, (i) => `http://a.b/${i}`).join(', ')}"`,
  ),
  csvFile(
    '7,000 attribute columns',
    `Type,SKU,Name,Regular price,${times(3_500, (i) => `Attribute ${i + 1} name,Attribute ${i + 1} value(s)`).join(',')}`,
    50,
    (i) => `variable,s${i},N,1,${'a,b,'.repeat(3_499)}a,b`,
  ),
  csvFile(
    'a 9 MB quoted Magento cell',
    'sku,product_type,name,price,additional_attributes',
    1,
    () => `s,simple,N,1,"a=""${'x'.repeat(9 * mb)}"""`,
  ),
  csvFile('one cell of 10 MB', 'handle,title', 1, () => `a,${'x'.repeat(10 * mb - 100)}`),
  file('10 MB of commas', () => `handle,title\na,b${','.repeat(10 * mb - 100)}\n`),
  file('10 MB of line breaks', () => `handle,title\n${'\n'.repeat(10 * mb - 100)}`),
  file('10 MB of quotation marks', () => `handle,title\na,"${'"'.repeat(10 * mb - 100)}`),
  file('10 MB of nothing but a header', () => 'handle,'.repeat(1.4 * mb)),
  file('10 MB without a line break', () => 'x'.repeat(10 * mb)),
  file('10 MB of NUL bytes', () => Buffer.alloc(10 * mb)),
  file('10 MB of 0xff', () => Buffer.alloc(10 * mb, 0xff)),
  file('10 MB of UTF-16', () => Buffer.from(`\ufeffhandle,title\n${'a,b\n'.repeat(1_300_000)}`, 'utf16le')),
  file('a quote that never ends', () => `handle,title\na,"${'b,c\n'.repeat(2_500_000)}`),
  csvFile(
    'rows whose widths differ',
    'handle,title,variant_price',
    rows,
    (i) => `p${i},P,1${',x'.repeat(i % 900)}`,
  ),
  csvFile('tags of a row', 'handle,title,tags', 1, () => `a,A,"${times(500_000, String).join(',')}"`),
  csvFile(
    '5,000 rows that are wrong in every cell',
    'handle,title,status,variant_price,variant_compare_at_price,variant_inventory_quantity,variant_weight_grams,variant_taxable,image_url,image_position',
    rows,
    (i) => `-${i}-,T,maybe,x,x,x,x,x,ftp://x,x`,
  ),
  csvFile(
    'images that contradict each other',
    'handle,title,image_url,image_position,image_alt',
    rows,
    (i) => `p,P,http://a.b/c,${i + 1},alt ${i}`,
  ),
  csvFile(
    'products whose rows alternate',
    'handle,title,variant_price,option1_name,option1_value',
    rows,
    (i) => `p${i % 70},P,1,Size,${i}`,
  ),
  csvFile('100,001 rows', 'handle,title', 100_001, (i) => `p${i},P`),
  csvFile('20 MB', 'handle,title', 20, (i) => `p${i},${'x'.repeat(mb)}`),
  file('a workbook of 400 MB once unpacked', () => workbook({ [sheet]: ' '.repeat(400 * mb) })),
  file('a workbook of 99 MB of empty cells', () =>
    workbook({ [sheet]: worksheetXml(`<row>${'<c s="1"/>'.repeat(9.9 * mb)}</row>`) }),
  ),
  file('a workbook with five million shared texts', () =>
    workbook({ [texts]: `<sst>${'<si><t>x</t></si>'.repeat(5 * mb)}</sst>` }),
  ),
  file('a workbook with 30 MB of text in its cells', () =>
    workbook({
      [texts]: textsXml(['handle', 'title', 'description_html', 'x'.repeat(60_000)]),
      [sheet]: worksheetXml(
        [
          '<row><c t="s"><v>0</v></c><c t="s"><v>1</v></c><c t="s"><v>2</v></c></row>',
          ...times(500, (i) => `<row><c><v>${i}</v></c><c><v>1</v></c><c t="s"><v>3</v></c></row>`),
        ].join(''),
      ),
    }),
  ),
  file('a workbook that names four million sheets', () =>
    workbook({ 'xl/workbook.xml': workbookXml('<sheet r:id="rId1"/>'.repeat(4 * mb)) }),
  ),
  file('a workbook with 600,000 number formats', () =>
    workbook({
      'xl/styles.xml': `<styleSheet><numFmts>${times(600_000, (i) => `<numFmt numFmtId="${i + 200}" formatCode="${'#'.repeat(60)}"/>`).join('')}</numFmts><cellXfs>${times(600_000, (i) => `<xf numFmtId="${i + 200}"/>`).join('')}</cellXfs></styleSheet>`,
      [sheet]: worksheetXml(
        `<row><c t="str"><v>handle</v></c><c t="str"><v>title</v></c></row>${times(600_000, (i) => `<row><c s="${i}"><v>1</v></c></row>`).join('')}`,
      ),
    }),
  ),
  file('a workbook of elements in each other', () =>
    workbook({ [sheet]: `<worksheet><sheetData>${'<row><c>'.repeat(10_000_000)}` }),
  ),
  file('a workbook with an attribute of 90 MB', () =>
    workbook({ [sheet]: worksheetXml(`<row r="${'€'.repeat(30 * mb)}"/>`) }),
  ),
]

/** A workbook that is valid except for these parts. */
async function workbook(parts: Record<string, string>): Promise<Buffer> {
  return await zipped({ ...partsOf([['handle', 'title']]), ...parts })
}

const sheet = 'xl/worksheets/sheet1.xml'
const texts = 'xl/sharedStrings.xml'

function csvFile(name: string, header: string, count: number, row: (index: number) => string): Attack {
  return file(name, () => csv(header, count, row))
}

function file(name: string, make: () => string | Buffer | Promise<Buffer>): Attack {
  return attack(name, async (stage) => {
    const { outcome, draftId } = await upload(stage, Buffer.from(await make()))
    if (draftId === undefined) return outcome
    return `${outcome}, ${await ask(stage, `imports/${draftId}/recheck`, { method: 'POST' })}`
  })
}

async function upload(
  { system, storefront }: Stage,
  body: Buffer,
): Promise<{ outcome: string; draftId?: string }> {
  const response = await system.request('/api/products/imports', {
    method: 'POST',
    headers: { 'content-type': 'text/csv' },
    body,
    storefront,
  })
  const answer: { code?: string; draft_id?: string } = JSON.parse(await response.text())
  return {
    outcome: `${response.status} ${answer.code ?? 'draft'}`,
    ...(answer.draft_id !== undefined && { draftId: answer.draft_id }),
  }
}
