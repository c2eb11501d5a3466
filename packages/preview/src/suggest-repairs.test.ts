import { readFileSync } from 'node:fs'
import type { Product } from '@catalog/catalog'
import { makeProduct, makeVariant } from '@catalog/catalog/testing'
import type { CellEdit, DraftRow, RowError } from '@catalog/contracts'
import type { ColumnChoice } from '@catalog/dialects'
import { describe, expect, test } from '@jest/globals'
import * as fc from 'fast-check'
import { catalogOf, emptyCatalog, previewAgainst } from '../../../test/support/preview/apply-plan.ts'
import type { MemoryCatalog } from '../../../test/support/preview/apply-plan.ts'
import { fileOf } from '../../../test/support/preview/csv-files.ts'
import { fixtures, importFixture } from '../../../test/support/preview/import-fixture.ts'
import { realisticFiles } from '../../../test/support/preview/realistic-files.ts'

const now = new Date('2024-01-15T12:00:00Z')

/** By a price beside them, columns with their wrong cells and the right ones. */
const repaired: Record<string, Record<string, Record<string, string | null>>> = JSON.parse(
  readFileSync(new URL('suggest-repairs.cases.json', import.meta.url), 'utf8'),
)

describe('a cell whose right value is certain', () => {
  const ofColumns = Object.entries(repaired).flatMap(([beside, columns]) =>
    Object.entries(columns).flatMap(([column, cells]) =>
      Object.entries(cells).map(([cell, right]) => ({ column, cell, right, beside })),
    ),
  )
  test.each(ofColumns)('$column $cell is $right beside $beside', async ({ column, cell, right, beside }) => {
    const quoted = `"${cell.replaceAll('"', '""')}"`
    const other = column === 'variant_price' ? 'variant_compare_at_price' : column
    const csv = [
      ['handle', 'title', 'variant_price', other],
      ['good-one', 'Good', beside, ''],
      ['x', 'X', ...(column === 'variant_price' ? [quoted, ''] : ['1', quoted])],
    ]
      .map((row) => row.join(';'))
      .join('\n')
    const [error, ...others] = errorsOf((await previewOf(csv)).rows)
    expect(others).toEqual([])
    expect(error?.suggestion ?? null).toBe(right)
    if (right !== null) expect(errorsOf((await previewOf(csv, editsOf([error]))).rows)).toEqual([])
  })
})

test('prices in several currencies are no matter of spelling', async () => {
  const { rows } = await previewOf('handle,title,variant_price\na,A,£5\nb,B,5 USD\nc,C,5\n')
  expect(errorsOf(rows).map(({ suggestion }) => suggestion)).toEqual([undefined, undefined])
})

test('a status is repaired by the word of its system', async () => {
  const csv = 'Product Handle,Product Title,Product Status,Variant Title,Variant Price USD\na,A,active,M,5\n'
  const { rows } = await previewOf(csv)
  const [warning] = warningsOf(rows)
  expect(warning).toMatchObject({ file_column: 'Product Status', suggestion: 'published' })
  const again = await previewOf(csv, editsOf([warning]))
  expect(warningsOf(again.rows)).toEqual([])
  expect(again.plan.products.adds).toMatchObject([{ status: 'active' }])
})

test('a handle is repaired where it is then one of the file', async () => {
  const csv = 'handle,title,variant_sku,option1_name,option1_value,variant_price\n'
  const rows = 'linen-shirt,Linen,a,Size,S,5\nLinen Shirt,,b,,M,5\nOther Shirt,,c,,L,5\n'
  const [error, other] = errorsOf((await previewOf(csv + rows)).rows)
  expect([error?.suggestion, other?.suggestion]).toEqual(['linen-shirt', undefined])
  expect(errorsOf((await previewOf(csv + rows, editsOf([error]))).rows)).toHaveLength(1)
})

describe('with the catalog', () => {
  const catalog = catalogOf([
    makeProduct({
      handle: 'shirt',
      title: 'Shirt',
      optionNames: ['Size'],
      variants: [
        makeVariant({ sku: 'a', optionValues: ['3-5'], barcode: '1234567890128' }),
        makeVariant({ sku: 'b', optionValues: ['6-8'], barcode: '1234567890135' }),
        makeVariant({ sku: 'c', optionValues: ['007'], barcode: '' }),
      ],
    } satisfies Partial<Product>),
  ])
  test.each([
    ['option1_value', '05. Mrz', '3-5'],
    ['option1_value', '3-May', '3-5'],
    ['option1_value', '2026-05-03', '3-5'],
    ['option1_value', '7. Apr', undefined],
    ['option1_value', '03.05.2026', '3-5'],
    ['variant_barcode', '1.23457E+12', '1234567890128'],
    ['variant_barcode', '1,23456789E+12', '1234567890128'],
    ['variant_barcode', '1.3E+12', undefined],
  ])('%s %j becomes %j', async (column, cell, right) => {
    const csv = `handle,variant_sku,${column}\nshirt,a,"${cell}"\n`
    const { rows } = await previewOf(csv, [], catalog)
    const problems = [...errorsOf(rows), ...warningsOf(rows)]
    expect(problems.map(({ suggestion }) => suggestion)).toEqual([right])
    if (right === undefined) return
    const again = await previewOf(csv, editsOf(problems), catalog)
    expect(again.counts).toMatchObject({ unchanged: 1, errors: 0 })
    expect(warningsOf(again.rows)).toEqual([])
  })

  test.each([
    ['7', '007'],
    ['May 3', '3-5'],
  ])('a new variant %j is the stored %j', async (cell, right) => {
    const csv = `handle,option1_value,variant_price\nshirt,${cell},5\n`
    const [warning] = warningsOf((await previewOf(csv, [], catalog)).rows)
    expect(warning?.suggestion).toBe(right)
  })
})

const noMapping: ColumnChoice | undefined = undefined

describe('with all suggestions applied, exactly their errors are gone', () => {
  const faults: ((cell: string) => string)[] = [
    (cell) => `£${cell}`,
    (cell) => `${cell} USD`,
    (cell) => `'${cell}`,
    (cell) => `+${cell}`,
    (cell) => cell.replace('.', ','),
    (cell) => `${cell}.`,
    (cell) => `${cell},000`,
    (cell) => `${cell} kg`,
    (cell) => cell.replaceAll(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit))),
    (cell) => cell.toUpperCase().replaceAll('-', ' '),
    () => 'on',
    () => 'published',
    () => '1,299',
    () => '05. Mrz',
  ]
  test.each(realisticFiles)('$dialect', async ({ path, before }) => {
    const bytes = readFileSync(new URL(path, fixtures))
    const file = await fileOf(bytes, now)
    const catalog = before === undefined ? emptyCatalog() : (await importFixture(before)).catalog
    const cells = file.records.flatMap(({ row, cells: ofRow }) =>
      ofRow.flatMap((cell, position) => {
        const column = file.header[position] ?? ''
        const isOnce = file.header.indexOf(column) === file.header.lastIndexOf(column)
        const isPrice = column !== 'discountValue'
        return isOnce && isPrice && column !== '' && /\d|true|false|active/i.test(cell)
          ? [{ row, column, cell }]
          : []
      }),
    )
    const faulty = fc
      .record({ at: fc.constantFrom(...cells), fault: fc.constantFrom(...faults) })
      .map(({ at: { row, column, cell }, fault }) => ({ row, column, value: fault(cell) }))
    const own = errorsOf((await previewOf(bytes, [], catalog)).rows)
    const edits = fc.uniqueArray(faulty, { minLength: 1, maxLength: 6, selector: placeOf })
    await fc.assert(
      fc.asyncProperty(edits, async (made) => {
        const wrong = errorsOf((await previewOf(bytes, made, catalog)).rows)
        const repairs = editsOf(wrong)
        const replaced = new Set(repairs.map(placeOf))
        const unrepaired = made.filter((edit) => !replaced.has(placeOf(edit)))
        const all = [...unrepaired, ...repairs]
        const right = errorsOf((await previewOf(bytes, all, catalog)).rows)
        const left = wrong.filter(({ suggestion }) => suggestion === undefined).concat(own)
        const keys = new Set(left.map(keyOf))
        expect(right.filter((error) => !keys.has(keyOf(error)) && !isHidden(error, unrepaired))).toEqual([])
      }),
      { numRuns: 12 },
    )
    let first: RowProblem | undefined
    for (const { row, column, cell } of cells.filter((one) => /^\d+(?:\.\d+)?$/.test(one.cell))) {
      const errors = errorsOf((await previewOf(bytes, [{ row, column, value: `+${cell}` }], catalog)).rows)
      first = errors.find(({ value, suggestion }) => value === `+${cell}` && suggestion !== undefined)
      if (first)
        expect([first.row, first.file_column ?? first.column, first.suggestion]).toEqual([row, column, cell])
      if (first) break
    }
    expect(first).toBeDefined()
  })
})

async function previewOf(
  content: string | Buffer,
  edits: CellEdit[] = [],
  catalog: MemoryCatalog = emptyCatalog(),
) {
  const file = await fileOf(content, now, noMapping, edits)
  return previewAgainst(catalog, file.table)
}

type RowProblem = RowError & { row: number }

function errorsOf(rows: DraftRow[]): RowProblem[] {
  return rows.flatMap(({ row, errors }) => errors.map((error) => Object.assign(error, { row })))
}

function warningsOf(rows: DraftRow[]): RowProblem[] {
  return rows.flatMap(({ row, warnings }) =>
    warnings.filter(({ code }) => code !== 'edited').map((warning) => Object.assign(warning, { row })),
  )
}

/** The suggestions as edits of the cells that they are for. */
function editsOf(problems: (RowProblem | undefined)[]): CellEdit[] {
  return problems.flatMap((problem) =>
    problem?.suggestion === undefined
      ? []
      : [
          {
            row: problem.row,
            column: problem.file_column ?? problem.column ?? '',
            value: problem.suggestion,
          },
        ],
  )
}

/** An error of another wrong cell, that one of its row or its product has hidden. */
function isHidden({ code, value }: RowProblem, made: CellEdit[]): boolean {
  return code === 'product_invalid' || made.some((edit) => edit.value?.trim() === value)
}

function placeOf({ row, column }: CellEdit): string {
  return `${row} ${column.toLowerCase()}`
}

function keyOf({ row, code, column, value }: RowProblem): string {
  return JSON.stringify([row, code, column, value])
}
