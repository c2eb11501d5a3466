import { describe, expect, test } from '@jest/globals'
import * as fc from 'fast-check'
import {
  canonicalColumnNames,
  canonicalHeader,
  metadataFormat,
  plainCell,
  productFields,
  productToRows,
  readCell,
  variantFields,
} from './canonical-csv.ts'
import { productColumns, variantColumns } from './columns.ts'
import type { Column } from './columns.ts'
import { guard } from './formula-guard.ts'
import { arbitraryCatalog } from './testing/arbitrary-catalog.ts'
import { makeProduct, makeVariant } from './testing/make-product.ts'

const source = { decimalMark: '.', guarded: true } as const

describe('a cell', () => {
  test('of any stored value reads as that value', () => {
    fc.assert(
      fc.property(arbitraryCatalog(), (products) => {
        for (const product of products) {
          expectRoundTrip(productColumns, productFields(product))
          for (const variant of product.variants) expectRoundTrip(variantColumns, variantFields(variant))
          for (const value of Object.values(product.metadata)) {
            expect(readCell(metadataFormat, guard(value), source)).toEqual({ value })
          }
        }
      }),
    )
  })

  test('of blanks is blank, guarded or not', () => {
    for (const cell of ['', '  ', '\u00a0', '\t', '\r\n', "'\t"]) {
      expect(readCell(metadataFormat, cell, source)).toBeUndefined()
    }
  })

  test('keeps the white space around it only in descriptions and metadata', () => {
    expect(readCell(metadataFormat, ' a\r\nb\rc ', source)).toEqual({ value: ' a\nb\nc ' })
    const title = productColumns.find(({ name }) => name === 'title')
    expect(title && readCell(title.format, ' \ufeffa\r\nb ', source)).toEqual({ value: 'a\nb' })
  })

  test('of a foreign file keeps its apostrophe', () => {
    expect(readCell(metadataFormat, "'=1", { ...source, guarded: false })).toEqual({ value: "'=1" })
  })
})

describe('an export', () => {
  test('has the columns of the format, and then the metadata, sorted', () => {
    expect(canonicalHeader(['b', 'a', 'b'])).toEqual([...canonicalColumnNames, 'metadata.a', 'metadata.b'])
  })

  test('has the product on its first row, and variants and images side by side', () => {
    const rows = productToRows(shirt, ['care']).map((row) =>
      Object.fromEntries(canonicalHeader(['care']).map((name, index) => [name, row[index]])),
    )
    expect(rows).toHaveLength(3)
    expect(
      rows.map((row) => [row['handle'], row['title'], row['metadata.care'], row['option1_name']]),
    ).toEqual([
      ['shirt', "'=Shirt", 'cold', 'Size'],
      ['shirt', '', '', ''],
      ['shirt', '', '', ''],
    ])
    expect(rows.map((row) => [row['option1_value'], row['variant_price'], row['variant_taxable']])).toEqual([
      ['S', '1.00', 'TRUE'],
      ['M', '2.00', 'FALSE'],
      ['', '', ''],
    ])
    expect(rows.map((row) => [row['image_url'], row['image_position'], row['image_alt']])).toEqual([
      ['http://a.example/1', '1', "'-"],
      ['http://a.example/2', '2', ''],
      ['http://a.example/3', '3', ''],
    ])
  })

  test('has one row for a product with neither', () => {
    const rows = productToRows({ ...shirt, variants: [], images: [] }, [])
    expect(rows).toHaveLength(1)
    expect(rows[0]).toHaveLength(canonicalColumnNames.length)
  })
})

function expectRoundTrip<Fields>(columns: Column<Fields>[], fields: Fields): void {
  for (const column of columns) {
    const plain = plainCell(column, fields)
    const cell = column.format.kind === 'number' ? plain : guard(plain)
    if (plain !== '') expect(readCell(column.format, cell, source)).toEqual({ value: fields[column.field] })
  }
}

const shirt = makeProduct({
  handle: 'shirt',
  title: '=Shirt',
  status: 'active',
  optionNames: ['Size'],
  metadata: { care: 'cold' },
  variants: [
    makeVariant({ optionValues: ['S'] }),
    makeVariant({ optionValues: ['M'], price: '2.00', taxable: false }),
  ],
  images: [
    { url: 'http://a.example/1', alt: '-' },
    { url: 'http://a.example/2', alt: '' },
    { url: 'http://a.example/3', alt: '' },
  ],
})
