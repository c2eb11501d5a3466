import type { DraftRow } from '@catalog/contracts'
import { describe, expect, test } from '@jest/globals'
import page from '../../messages/en/page.json' with { type: 'json' }
import { learnCodes } from '../../messages/known-codes.ts'
import { viewProduct } from './product-view.ts'
import { change, row as makeRow } from '../testing/make-row.ts'
import type { Cell } from './product-view.ts'

learnCodes(page)

const ofVariant = (field: string, before: string | null, after: string | null, variant?: number) => ({
  ...change(field, before, after, 'variant'),
  ...(variant !== undefined && { variant }),
})
const row = (number: number, fields: Partial<DraftRow> = {}) =>
  makeRow(number, { kind: 'update', handle: 'cup', title: 'Cup', ...fields })
const variant = (sku: string, ...values: string[]) => ({
  sku,
  options: values.map((value, index) => ({ name: ['Color', 'Size'][index] ?? '', value })),
})

describe('the table of variants', () => {
  test('has the columns with changes, in the order of the file', () => {
    const { columns, options, lines } = viewProduct([
      row(2, {
        variants: [variant('A', 'Red', 'M')],
        changes: [ofVariant('variant_inventory_quantity', '3', '4')],
      }),
      row(3, {
        variants: [variant('B', 'Red', 'L')],
        changes: [ofVariant('option2_value', 'XL', 'L'), ofVariant('variant_price', '1.00', '2.00')],
      }),
      row(4, { kind: 'unchanged', variants: [variant('C', 'Blue', 'L')] }),
    ])
    expect(columns).toEqual(['variant_price', 'variant_inventory_quantity'])
    expect(options).toEqual(['Color', 'Size'])
    expect(lines.map((line) => [line.row.row, textOf(line.sku), ...line.options.map(textOf)])).toEqual([
      [2, 'A', 'Red', 'M'],
      [3, 'B', 'Red', 'XL → L'],
      [4, 'C', 'Blue', 'L'],
    ])
    expect(lines[2]?.changes.size).toBe(0)
  })

  test('shows common values of all new variants once, except prices', () => {
    const added = (number: number, quantity: string) =>
      row(number, {
        kind: 'add',
        changes: [
          ofVariant('variant_price', null, '9.00'),
          ofVariant('variant_inventory_quantity', null, quantity),
          ofVariant('variant_taxable', null, 'TRUE'),
        ],
      })
    const { columns, common } = viewProduct([added(2, '1'), added(3, '2')])
    expect(columns).toEqual(['variant_price', 'variant_inventory_quantity'])
    expect(common).toEqual([ofVariant('variant_taxable', null, 'TRUE')])
    expect(viewProduct([added(2, '1'), row(3)]).common).toEqual([])
  })

  test('has a line for each variant that a single row changes', () => {
    const { lines } = viewProduct([
      row(2, {
        variants: [variant('A', 'Red'), variant('B', 'Blue'), variant('C', 'Green')],
        changes: [ofVariant('variant_price', '1.00', '2.00'), ofVariant('variant_price', '3.00', '2.00', 2)],
      }),
    ])
    expect(
      lines.map(({ isFirst, sku, changes }) => [isFirst, sku, changes.get('variant_price')?.before]),
    ).toEqual([
      [true, 'A', '1.00'],
      [false, 'C', '3.00'],
    ])
  })

  test('has a line for each variant of a row stored by an earlier release, without details', () => {
    const { lines } = viewProduct([
      row(2, {
        sku: 'A',
        changes: ['1.00', '2.00'].flatMap((price) => [
          ofVariant('option1_value', null, price),
          ofVariant('variant_price', null, price),
        ]),
      }),
    ])
    expect(lines.map(({ changes, options }) => [changes.get('variant_price')?.after, options])).toEqual([
      ['1.00', ['1.00']],
      ['2.00', ['2.00']],
    ])
  })

  test("takes the options' names from the file if the API does not have them", () => {
    const { options, lines, changes } = viewProduct([
      row(2, {
        kind: 'add',
        changes: [change('option1_name', null, 'Farbe'), ofVariant('option1_value', null, 'Rot')],
      }),
      row(3, { changes: [ofVariant('option2_value', null, 'M')] }),
    ])
    expect(options).toEqual(['Farbe', null])
    expect(changes).toEqual([])
    expect(lines.map((line) => line.options)).toEqual([['Rot'], ['', 'M']])
  })
})

const stored = (url: string) => ({ url, image_id: `id of ${url}`, renditions: ['thumb' as const] })

describe('the images', () => {
  test('contain the rows that are only about images', () => {
    const image = change('image_url', null, 'https://a.example/1', 'image')
    const { images, lines, changes } = viewProduct([
      row(2, { changes: [change('title', 'Cap', 'Cup'), image] }),
      row(3, { changes: [image] }),
      row(4, { variants: [variant('A', 'Red')], changes: [image] }),
    ])
    expect(images.map(({ row: { row: number }, isHome }) => [number, isHome])).toEqual([
      [2, false],
      [3, true],
      [4, false],
    ])
    expect(lines.map((line) => line.row.row)).toEqual([2, 4])
    expect(changes).toHaveLength(1)
  })

  test('have the picture of their previous URL, or of the one in the row', () => {
    const { images } = viewProduct([
      row(2, { changes: [change('image_url', 'old', 'new', 'image')], pictures: [stored('old')] }),
      row(3, {
        changes: [change('image_alt', '', 'Front', 'image'), ofVariant('variant_image_url', 'a', 'b')],
        pictures: [stored('a'), stored('b'), stored('c')],
      }),
      row(4, {
        changes: [change('image_url', null, '1', 'image'), change('image_url', null, '2', 'image')],
      }),
    ])
    expect(images.map(({ picture }) => picture?.url)).toEqual(['old', 'c', undefined, undefined])
  })
})

function textOf(cell: Cell): string {
  return typeof cell === 'string' ? cell : `${cell.before} → ${cell.after}`
}
