import { canonicalColumnNames } from '@catalog/catalog'
import type { ColumnChoice } from '../../mapped/column-choice.ts'
import { imageUrl, longCells, rows } from './growing-file.ts'
import type { GrowingFiles, Row } from './growing-file.ts'

const names = canonicalColumnNames.map((target) => `Spalte ${target}`)

/** Maps each column to the field at the end of its name. */
function choiceOf(header: string[], identity: ColumnChoice['identity']): ColumnChoice {
  return { columns: header.map((name) => [name, name.slice('Spalte '.length)]), identity }
}

const few = ['Spalte variant_sku', 'Spalte title', 'Spalte variant_price', 'Spalte option1_value']

export const mapped: GrowingFiles = {
  ...longCells('mapped', {
    row: { 'Spalte variant_price': '1' },
    columns: names,
    choice: choiceOf(names, 'handle'),
  }),
  'mapped: products of one title, by the SKU': {
    ...rows(2_000, (i) => row(i, 'P')),
    choice: choiceOf(few.slice(0, 3), 'variant_sku'),
  },
  'mapped: variants of one title, by the SKU': {
    ...rows(2_000, (i) => ({ ...row(i, 'P'), 'Spalte option1_value': `${i}` })),
    choice: choiceOf(few, 'variant_sku'),
  },
  'mapped: blank options and images of one product': {
    ...rows(2_000, (i) => ({
      ...row(i, 'P'),
      'Spalte handle': 'p',
      'Spalte option1_value': '',
      'Spalte option2_value': `${i}`,
      'Spalte image_url': `${imageUrl(0)}${' |, '.repeat(10)}${imageUrl(1)}`,
    })),
    choice: choiceOf(
      [...few.slice(1), 'Spalte handle', 'Spalte option2_value', 'Spalte image_url'],
      'handle',
    ),
  },
  'mapped: variants by their barcodes': {
    ...rows(
      2_000,
      (i) => ({
        'Spalte variant_barcode': `0${i}`,
        'Spalte variant_inventory_quantity': '5',
      }),
      (i) => ({
        handle: `p${i % 9}`,
        title: `P${i % 9}`,
        option1_name: 'No',
        option1_value: `${i}`,
        variant_price: '1',
        variant_barcode: `${i % 900}`,
      }),
    ),
    choice: choiceOf(['Spalte variant_barcode', 'Spalte variant_inventory_quantity'], 'variant_barcode'),
  },
}

function row(index: number, title: string): Row {
  return { 'Spalte variant_sku': `s${index}`, 'Spalte title': title, 'Spalte variant_price': '1,50' }
}
