import type { Product } from '@catalog/catalog'
import type { DraftRow } from '@catalog/contracts'
import { beforeAll, describe, expect, test } from '@jest/globals'
import { parse } from 'csv-parse/sync'
import { readFile } from '@catalog/reading'
import { previewTable } from '@catalog/preview'
import { sheetRows, workbookParts } from '../../services/export-service/src/workbook.ts'
import { zipped } from '../../services/export-service/src/zip.ts'
import { applyPlan, emptyCatalog, toProducts, toSlice } from '../support/preview/apply-plan.ts'
import { exportOf, fileOf } from '../support/preview/csv-files.ts'
import { beyondWindows1252, carriedProducts, product, variant } from './awkward-catalog.ts'
import { reopen } from './libreoffice.ts'
import type { Conversion, CsvSaving, Opening, Saving } from './libreoffice.ts'
// As a vendor: what comes of it where LibreOffice may take it for a number, and where for a date or an amount too.
import texts from './texts.json' with { type: 'json' }

const plain: CsvSaving = { delimiter: ',', encoding: 'utf-8' }
const savings: CsvSaving[] = [
  plain,
  { delimiter: ';', encoding: 'utf-8' },
  { delimiter: ',', encoding: 'windows-1252' },
  { delimiter: ';', encoding: 'windows-1252' },
]

const german: Conversion = [
  { columns: 'standard', language: 'de-DE' },
  { delimiter: ';', encoding: 'utf-8' },
]

const catalogs = new Map<string, Product[]>([
  ['carried', carriedProducts()],
  ['beyond', [product('a', { vendor: beyondWindows1252, variants: [variant([], {})] })]],
  ['texts', texts.map(({ text }, index) => product(`p${String(index).padStart(2, '0')}`, { vendor: text }))],
  [
    'codes',
    [
      product('007', { title: 'Agent', variants: [variant([], { sku: 'AGENT' })] }),
      product('a', { variants: [variant([], { sku: '0012' })] }),
      product('b', { variants: [variant([], { sku: 'B', barcode: '0012345678905' })] }),
      product('c', { variants: [variant([], { sku: '12345678901234567890' })] }),
      product('d', { variants: [variant([], { barcode: '12345678901234567890' })] }),
      product('e', {
        optionNames: ['No'],
        variants: [variant(['01'], { sku: 'E1' }), variant(['02'], { sku: 'E2' })],
      }),
      product('f', { optionNames: ['No'], variants: [variant(['1.50'], {}), variant(['2.50'], {})] }),
    ],
  ],
  [
    'weights',
    [
      product('a', { variants: [variant([], { weightGrams: '283.495', price: '25.00' })] }),
      product('b', { variants: [variant([], { weightGrams: '1.5', price: '1.234' })] }),
    ],
  ],
])

describe.each(savings)('an export that LibreOffice saves with “$delimiter” in $encoding', (saving) => {
  test.each<Opening['columns']>(['text', 'standard', 'special'])(
    'is unchanged where nothing looks like what it is not (columns: %s)',
    async (columns) => {
      const { file, rows } = await afterLibreOffice('carried', { columns }, saving)
      expect(file).toMatchObject(saving)
      expect(file.warnings.map(({ code }) => code)).toEqual(
        saving.encoding === 'utf-8' ? [] : ['windows_1252'],
      )
      expect(rows.filter(({ kind }) => kind !== 'unchanged')).toEqual([])
    },
  )

  test('warns of characters that its encoding does not have', async () => {
    const { rows } = await afterLibreOffice('beyond', { columns: 'text' }, saving)
    expect(rows.map(outcomeOf)).toEqual([saving.encoding === 'utf-8' ? 'unchanged' : 'replacement_character'])
  })
})

describe('an export that LibreOffice saves as a workbook', () => {
  test.each<[Opening['columns'], string[]]>([
    ['text', ['carried', 'beyond', 'texts', 'codes', 'weights']],
    ['standard', ['carried', 'beyond']],
    ['special', ['carried', 'beyond']],
  ])('is unchanged where nothing looks like what it is not (columns: %s)', async (columns, names) => {
    for (const name of names) {
      const { file, rows } = await afterLibreOffice(name, { columns }, 'xlsx')
      expect(file).toMatchObject({ encoding: 'xlsx', delimiter: null, warnings: [] })
      expect(rows.filter(({ kind }) => kind !== 'unchanged')).toEqual([])
    }
  })

  test.each(['carried', 'beyond', 'texts', 'codes', 'weights'])(
    'previews as its CSV does, where numbers were recognised (%s)',
    async (name) => {
      const csv = await afterLibreOffice(name, { columns: 'standard' }, plain)
      const workbook = await afterLibreOffice(name, { columns: 'standard' }, 'xlsx')
      // LibreOffice writes exponents with three digits.
      const rows: typeof csv.rows = JSON.parse(JSON.stringify(csv.rows).replaceAll('E+0', 'E+'))
      const isDate = ({ errors }: (typeof csv.rows)[number]) =>
        errors.some(({ code }) => code === 'unexpected_date')
      const dates = workbook.rows.flatMap((row, index) => (isDate(row) ? [[index, row]] : []))
      // What is a date in a workbook is text in a CSV.
      expect(workbook.rows).toEqual(Object.assign(rows, Object.fromEntries(dates)))
      expect(dates).toHaveLength(name === 'texts' ? 1 : 0)
    },
  )

  test('has errors where something has become a date', async () => {
    const { rows } = await afterLibreOffice('texts', { columns: 'special' }, 'xlsx')
    const dates = ['1/2/2024', '1/2', 'Jan 5', '2024-01-02', '12:30']
    const found = texts.flatMap(({ text }, index) =>
      rows[index]?.errors.some(({ code }) => code === 'unexpected_date') ? [text] : [],
    )
    expect(found.toSorted()).toEqual(dates.toSorted())
  })
})

describe('an export as a workbook', () => {
  /** What XML cannot represent, and what looks like how that is written. */
  const awkward = [
    '_x0041_',
    '_x0041\u0001',
    '\u0001x0041_',
    '\u001F\uFFFE',
    ' a ',
    'a\nb',
    '\ta',
    '=1+1',
    '007',
    '1/2',
    '👩‍👩‍👧',
  ]
  const names = [...catalogs.keys()]
  let saved: Map<string, Buffer>[]
  beforeAll(async () => {
    const workbooks = new Map([['awkward', await workbookOf([awkward])]])
    for (const [name, csv] of await exportAll())
      workbooks.set(name, await workbookOf(parse(csv, { bom: true })))
    saved = await reopen(workbooks, [
      ['xlsx', plain],
      ['xlsx', 'xlsx'],
    ])
  })

  test('has in LibreOffice the cells that were written', async () => {
    expect(parse(saved[0]?.get('awkward') ?? '')).toEqual([awkward])
    for (const [name, csv] of await exportAll())
      expect(parse(saved[0]?.get(name) ?? '')).toEqual(parse(csv, { bom: true }))
  })

  test.each(names)('is unchanged, saved as a workbook or as a CSV (%s)', async (name) => {
    for (const files of saved) {
      const { rows } = await previewOf(name, files.get(name))
      expect(rows.filter(({ kind }) => kind !== 'unchanged')).toEqual([])
    }
  })
})

/** The rows as an export writes them. */
async function workbookOf([header = [], ...rows]: string[][]): Promise<Buffer> {
  const addRow = sheetRows(header.length)
  const lines = async function* () {
    for (const row of rows) yield addRow('', row, [])
  }
  return Buffer.concat(await Array.fromAsync(zipped(workbookParts(header, lines()))))
}

describe('text that LibreOffice takes for something else', () => {
  test.each<[Opening['columns'], string[]]>([
    ['text', texts.map(() => 'unchanged')],
    ['standard', texts.map(({ standard }) => standard)],
    ['special', texts.map(({ special }) => special)],
  ])('is unchanged or warned of (columns: %s)', async (columns, outcomes) => {
    const { rows } = await afterLibreOffice('texts', { columns }, plain)
    expect(rows.map((row, index) => [texts[index]?.text, outcomeOf(row)])).toEqual(
      outcomes.map((outcome, index) => [texts[index]?.text, outcome]),
    )
  })
})

describe('codes and options that LibreOffice takes for numbers', () => {
  test('are unchanged where the columns are opened as text', async () => {
    const { rows } = await afterLibreOffice('codes', { columns: 'text' }, plain)
    expect(rows.filter(({ kind }) => kind !== 'unchanged')).toEqual([])
  })

  test('are warned of, or are errors, elsewhere', async () => {
    const { rows } = await afterLibreOffice('codes', { columns: 'standard' }, plain)
    expect(rows.map((row) => [row.handle, row.kind, outcomeOf(row)])).toEqual([
      ['7', 'error', 'sku_taken'],
      ['a', 'update', 'leading_zeros_lost'],
      ['b', 'update', 'leading_zeros_lost'],
      ['c', 'error', 'scientific_notation'],
      ['d', 'error', 'scientific_notation'],
      ['e', 'update', 'leading_zeros_lost'],
      ['e', 'update', 'leading_zeros_lost'],
      ['f', 'add', 'rewritten_value'],
      ['f', 'add', 'rewritten_value'],
    ])
  })
})

test('a price that a German LibreOffice takes for thousands is warned of, a weight is shown as changed', async () => {
  const { rows } = await afterLibreOffice('weights', ...german)
  expect(rows.map(outcomeOf)).toEqual(['update', 'price_jump'])
})

/** Previews what LibreOffice makes of the catalog's export, against the catalog. */
function afterLibreOffice(name: string, opening: Conversion[0], saving: Saving) {
  return previewOf(name, reopened.get(JSON.stringify([opening, saving]))?.get(name))
}

async function previewOf(name: string, saved: Buffer | undefined) {
  const catalog = await stored(catalogs.get(name) ?? [])
  const file = await readFile(new Uint8Array(saved ?? []))
  return { file, rows: previewTable(file.table, toSlice(catalog)).rows }
}

let reopened: Map<string, Map<string, Buffer>>
beforeAll(async () => {
  const conversions: Conversion[] = [
    ...(['text', 'standard', 'special'] as const).flatMap((columns) =>
      [...savings, 'xlsx' as const].map((saving): Conversion => [{ columns }, saving]),
    ),
    german,
  ]
  const saved = await reopen(await exportAll(), conversions)
  reopened = new Map(conversions.map((one, index) => [JSON.stringify(one), saved[index] ?? new Map()]))
})

async function exportAll(): Promise<Map<string, string>> {
  const csvs = new Map<string, string>()
  for (const [name, products] of catalogs) csvs.set(name, exportOf(toProducts(await stored(products))))
  return csvs
}

async function stored(products: Product[]) {
  const catalog = emptyCatalog()
  applyPlan(catalog, previewTable((await fileOf(exportOf(products))).table, toSlice(catalog)).plan)
  expect(toProducts(catalog)).toHaveLength(products.length)
  return catalog
}

function outcomeOf({ kind, errors, warnings }: Pick<DraftRow, 'kind' | 'errors' | 'warnings'>) {
  return [...errors, ...warnings].map(({ code }) => code).join() || kind
}
