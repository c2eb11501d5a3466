import { describe, expect, test } from '@jest/globals'
import { describeColumns } from './describe-columns.ts'

/** The suggestions for a file, and the identity. */
function suggested(...lines: string[]): [(string | null)[], string | null] {
  const rows = lines.map((line) => line.split(';'))
  const { columns, identity_suggestion: identity } = describeColumns(rows.slice(0, 1), rows)
  return [columns.map(({ suggestion }) => suggestion), identity]
}

describe('a column without a cell', () => {
  test.each([
    ['Preis;Verkaufspreis;Artikelnr', ';9,90;A', [null, 'variant_price', 'variant_sku']],
    ['Artikelnummer;Bestellnummer;Name', ';A;Hemd', [null, 'variant_sku', 'title']],
    ['Artikelnummer;Name', ';Hemd', ['variant_sku', 'title']],
  ])('is not suggested beside one with cells: %s, %s', (header, row, expected) => {
    expect(suggested(header, row)[0]).toEqual(expected)
  })
})

describe('what identifies a row', () => {
  test.each([
    ['a SKU', ['SKU;Name', 'A;Hemd', 'B;Hemd'], 'variant_sku'],
    ['no SKU that repeats', ['SKU;Name', 'A;Hemd', 'A;Hose'], 'title'],
    ['no SKU that is blank', ['SKU;Name', 'A;Hemd', ';Hose'], 'title'],
    ['no title that repeats', ['Name;Preis', 'Hemd;9', 'Hemd;8'], null],
    ['a title that repeats with options', ['Name;Größe', 'Hemd;S', 'Hemd;M'], 'title'],
    ['no handle that is blank', ['Handle;SKU', 'hemd;A', ';B'], 'variant_sku'],
    [
      'a barcode, if there is nothing else',
      ['EAN;Bestand', '4006381333931;1', '4006381333948;2'],
      'variant_barcode',
    ],
    ['a handle', ['Handle;SKU;Name', 'hemd;A;Hemd', 'hose;B;Hose'], 'handle'],
  ])('is %s', (_what, lines, identity) => {
    expect(suggested(...lines)[1]).toBe(identity)
  })
})
