import { describe, expect, test } from '@jest/globals'
import { parse } from 'csv-parse/sync'
import * as fc from 'fast-check'
import { emptyCatalog, previewAgainst } from '../../../test/support/preview/apply-plan.ts'
import { errorsCsv } from './errors-csv.ts'
import { fileOf } from '../../../test/support/preview/csv-files.ts'
import { lenientRows } from './lenient-rows.ts'

const codesOf = (issues: { code: string }[] = []) => issues.map(({ code }) => code)

describe('quotation marks', () => {
  test.each([
    ['inside a cell', 'a,5" pipe,x', ['a', '5" pipe', 'x']],
    ['inside and at the end', 'a,5" x 3",x', ['a', '5" x 3"', 'x']],
    ['with white space behind', 'a,"b" \t,x', ['a', 'b', 'x']],
    ['with white space behind, at the end of the row', 'a,b,"x" ', ['a', 'b', 'x']],
    ['with white space before', 'a, "b, c",x', ['a', 'b, c', 'x']],
    ['around a word at the beginning', 'a,"Best" shirt,x', ['a', '"Best" shirt', 'x']],
    ['around a cell that has one inside', 'a,"5" pipe",x', ['a', '5" pipe', 'x']],
  ])('%s are read, with a warning', async (_name, row, cells) => {
    const file = await fileOf(`handle,title,vendor\r\n${row}\r\n"b","c\nd",e\r\n`)
    expect(file.records.map((record) => record.cells)).toEqual([cells, ['b', 'c\nd', 'e']])
    expect(file.table.rows.map(({ warnings, errors }) => [codesOf(warnings), codesOf(errors)])).toEqual([
      [['stray_quote'], []],
      [[], []],
    ])
    expect(file.table.rows[0]?.warnings[0]?.column).toBe(
      cells[2] === 'x' && row.endsWith('"x" ') ? 'vendor' : 'title',
    )
  })

  test('doubled inside quoted cells are regular', async () => {
    const { table } = await fileOf('handle,title,vendor\na,"5"" pipe",""\n')
    expect(table.rows).toMatchObject([{ cells: ['a', '5" pipe', ''], warnings: [], errors: [] }])
  })

  test.each([
    ['two in one cell', 'a,"b" "c",x'],
    ['another stray one in the row', 'a,"Big 5" pipe, long"'],
    ['a cell too few', 'a,"Big 5" pipe'],
  ])('fail the row if several readings are possible: %s', async (_name, row) => {
    const { table } = await fileOf(`handle,title,vendor\nx,y,z\n${row}\nb,c,d\n`)
    expect(table.rows.map(({ errors }) => codesOf(errors))).toEqual([[], ['unclear_quotes'], []])
  })

  test('that are unclear fail every row of the product', async () => {
    const { table } = await fileOf('handle,title,variant_sku,variant_price\na,"b" "c",1,2\na,,2,3\nc,d,3,4\n')
    const { rows } = previewAgainst(emptyCatalog(), table)
    expect(rows.map(({ errors }) => codesOf(errors))).toEqual([['unclear_quotes'], ['product_invalid'], []])
  })

  test('do not change the numbers of the rows below, including blank ones and those with line breaks', async () => {
    const file = await fileOf('handle,title\n\na,5" x\n\n"b","1\r\n2"\r\n,\nc,d\n')
    expect(file.records.map(({ row }) => row)).toEqual([3, 5, 7])
  })

  test('are text in errors.csv, and are read without a warning then', async () => {
    const file = await fileOf('handle,title,vendor\na,"b" "c",x\n')
    const report = Buffer.concat([...errorsCsv(file, [{ row: 2, errors: [] }])])
    const again = await fileOf(report)
    expect(again.records).toMatchObject([{ cells: ['a', '"b" "c"', 'x', '', '', ''] }])
    expect(again.table.rows).toMatchObject([{ warnings: [], errors: [] }])
  })

  test('in every row take linear time', async () => {
    const row = `a,${'5" '.repeat(400)},"x" \n`
    const file = await fileOf(`handle,title,vendor\n${row.repeat(4_000)}`)
    expect(file.records).toHaveLength(4_000)
  })

  test('of a regular file are read as csv-parse reads them', () => {
    const cell = fc.oneof(
      fc.stringMatching(/^[a ]?[a= é;']{0,3}$/),
      fc.stringMatching(/^[a,;\t\r\n é]{0,5}$/).map((text) => `"${text}"`),
      fc.constantFrom('""""', '"a""b"', '""'),
    )
    const rows = fc.array(
      fc.tuple(fc.array(cell, { minLength: 1, maxLength: 4 }), fc.constantFrom('\n', '\r\n', '\r')),
    )
    fc.assert(
      fc.property(rows, (parts) => {
        const text = parts.map(([cells, end]) => cells.join(',') + end).join('')
        const expected = parse(text, {
          record_delimiter: ['\r\n', '\n', '\r'],
          relax_column_count: true,
          skip_empty_lines: true,
        })
        const read = [...lenientRows(text, ',')].filter(({ cells }) => cells.length > 0)
        expect(read.map(({ cells }) => cells)).toEqual(expected)
        expect(read.flatMap(({ stray, doubtful }) => stray.concat(doubtful))).toEqual([])
      }),
      { numRuns: 1_000 },
    )
  })
})

describe('lines above the header', () => {
  test('are skipped with a warning that names the row of the header', async () => {
    const file = await fileOf('My shop\n\n"Products, 2026",,\n\nhandle;title;tags\na;b;"c, d"\n')
    expect([file.delimiter, file.dialect]).toEqual([';', 'canonical'])
    expect(file.records).toMatchObject([{ row: 6, cells: ['a', 'b', 'c, d'] }])
    expect(file.warnings).toMatchObject([
      {
        code: 'lines_above_header',
        row: 5,
        message: expect.stringMatching(/in row 5/),
      },
    ])
  })

  test('may be five, and no more', async () => {
    const header = 'handle,title\na,b\n'
    expect((await fileOf(`${'x\n'.repeat(5)}${header}`)).records).toMatchObject([{ row: 7 }])
    await expect(fileOf(`${'x\n'.repeat(6)}${header}`)).rejects.toMatchObject({
      code: 'unrecognized_columns',
    })
  })

  test('are not looked for if the first row is a header', async () => {
    const file = await fileOf('handle,title\nhandle,variant_sku\n')
    expect(file.records).toMatchObject([{ row: 2, cells: ['handle', 'variant_sku'] }])
    expect(file.warnings).toEqual([])
  })

  test('without a header below them are refused as if they were the header', async () => {
    await expect(fileOf('Sort,Fee\nhandle\na,b\n')).rejects.toMatchObject({
      code: 'unrecognized_columns',
      message: expect.stringContaining('“Sort”, “Fee”'),
    })
  })

  test('leave errors.csv a file of its own', async () => {
    const file = await fileOf('My shop\nhandle,title\na,b\nc,d\n')
    const report = Buffer.concat([...errorsCsv(file, [{ row: 4, errors: [] }])])
    expect((await fileOf(report)).records).toMatchObject([{ row: 2, cells: ['c', 'd', '', '', ''] }])
  })
})

describe('a cell', () => {
  test.each(['="00123"', '"=""00123"""', ' ="00123" '])('%s is the text 00123', async (cell) => {
    const { table } = await fileOf(`handle,variant_sku,tags\na,${cell},x\n`)
    expect(table.rows).toMatchObject([{ cells: ['a', '00123', 'x'], warnings: [], errors: [] }])
  })

  test('of a canonical export with such a text keeps it', async () => {
    const { table } = await fileOf('handle,variant_sku\na,"\'=""00123"""\n')
    expect(table.rows).toMatchObject([{ cells: ['a', '\'="00123"'] }])
  })

  test.each(['\u0001', '\u0007', '\u001f', '\u007f', '\u0080', '\u009f'])(
    'loses the control character %j, with a warning',
    async (character) => {
      const { table } = await fileOf(`handle,title,tags\na,b${character}c${character},"x\ty"\nb,c,d\n`)
      expect(table.rows).toMatchObject([
        {
          cells: ['a', 'bc', 'x\ty'],
          errors: [],
          warnings: [{ code: 'control_character_removed', column: 'title', value: 'bc' }],
        },
        { warnings: [] },
      ])
    },
  )

  test('of a header loses them too', async () => {
    expect((await fileOf('handle,ti\u0001tle\na,b\n')).header).toEqual(['handle', 'title'])
  })
})

describe('the column product_type', () => {
  test('makes a file one of Magento if its cells are Magento’s words', async () => {
    expect((await typesOf('simple', 'Configurable', '', 'gift')).dialect).toBe('magento2')
  })

  test('does not if they are a shop’s own, and then no system is guessed', async () => {
    const refused = typesOf('Shirts', 'Mugs', 'simple')
    await expect(refused).rejects.toMatchObject({
      code: 'unrecognized_columns',
      message: expect.stringContaining('template'),
    })
    await expect(refused).rejects.not.toMatchObject({ message: expect.stringContaining('magento') })
  })

  test('counts in an error report with any cells', async () => {
    const report = await fileOf('sku,name,product_type,price,error_code\na,N,gift card,1,x\n')
    expect(report.dialect).toBe('magento2')
  })
})

test('an export of another system with an added handle is not taken for canonical', async () => {
  const header = 'Type,SKU,Name,Published,Is featured?,Regular price,Sale price,Tags,Images,Handle'
  const file = await fileOf(`${header}\nsimple,a,b,1,0,1,,c,,d\n`)
  expect(file.table.rows[0]?.cells[0]).toBe('b')
  expect(file).toMatchObject({ dialect: 'woocommerce' })
})

/** A file with these types of products. */
function typesOf(...types: string[]) {
  return fileOf(
    `sku,name,product_type,price\n${types.map((type, index) => `s${index},N,${type},1\n`).join('')}`,
  )
}
