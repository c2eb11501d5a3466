import { describe, expect, test } from '@jest/globals'
import * as fc from 'fast-check'
import { canonicalHeader, productToRows } from './canonical-csv.ts'
import { allColumns, choosableColumns, chooseColumns } from './chosen-columns.ts'
import { arbitraryCatalog } from './testing/index.ts'

describe('chosen columns', () => {
  test.each([
    [['title'], ['handle', 'title']],
    [
      ['status', 'title', 'title'],
      ['handle', 'title', 'status'],
    ],
    [['image_alt'], ['handle', 'image_url', 'image_alt']],
    [['metadata.*'], ['handle', 'metadata.care', 'metadata.fit']],
    [
      ['variant_price'],
      'handle option1_name option2_name option3_name option1_value option2_value option3_value variant_sku variant_price'.split(
        ' ',
      ),
    ],
  ])('%j have those by which rows are found', (names, header) => {
    expect(chooseColumns(names)?.header(['fit', 'care'])).toEqual(header)
  })

  test.each([[[]], [['handle']]])('%j are none', (names) => {
    expect(chooseColumns(names)).toBeUndefined()
  })

  test('have the cells of a whole export in them, in rows that are not blank', () => {
    fc.assert(
      fc.property(arbitraryCatalog(), fc.subarray([...choosableColumns]), (products, names) => {
        const columns = chooseColumns(names)
        fc.pre(columns !== undefined)
        const keys = products.flatMap(({ metadata }) => Object.keys(metadata))
        const whole = canonicalHeader(keys)
        const places = columns.header(keys).map((name) => whole.indexOf(name))
        for (const product of products) {
          const rows = columns.rows(product, keys)
          const expected = productToRows(product, keys).map((row) => places.map((place) => row[place] ?? ''))
          expect(rows).toEqual(expected.slice(0, rows.length))
          expect(
            expected.slice(rows.length).filter(([, ...cells]) => cells.some((cell) => cell !== '')),
          ).toEqual([])
        }
      }),
    )
  })

  test('of all names are all', () => {
    expect(chooseColumns(choosableColumns)?.header(['fit'])).toEqual(allColumns.header(['fit']))
    expect(allColumns.header(['fit'])).toEqual(canonicalHeader(['fit']))
  })
})
