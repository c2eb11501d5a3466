import { canonicalColumnNames, writeCsv } from '@catalog/catalog'
import { arbitraryText } from '@catalog/catalog/testing'
import * as fc from 'fast-check'

/**
 * Few values for each column, so that rows often share products, variants, SKUs and images, and contradict each other.
 */
const few: Record<string, string[]> = {
  handle: ['a', 'b', 'B', 'c', 'd'],
  title: ['One', 'One', 'One', ''],
  status: ['', 'active', 'ACTIVE'],
  tags: ['', 'b, a', 'a,b'],
  variant_sku: ['', '', '', '', '', ...Array.from({ length: 15 }, (_, index) => String(index))],
  variant_barcode: ['', '', '007', '7'],
  variant_price: ['1', '1', '1', '2.5', '2.50', ''],
  variant_compare_at_price: ['', '3'],
  variant_inventory_quantity: ['', '0', '-1'],
  variant_weight_grams: ['', '1.50'],
  variant_requires_shipping: ['', 'no', 'TRUE'],
  variant_taxable: ['', 'y', '0'],
  variant_image_url: ['', '', '', 'http://a.example/1', 'http://a.example/2'],
  image_url: [
    '',
    'http://a.example/1',
    'HTTP://A.example:80/1#x',
    'http://a.example/2',
    'http://a.example/3',
  ],
  image_position: ['', '', '1', '2', '9'],
  image_alt: ['', '', 'x'],
}

/** Occasional other contents of a cell. */
const odd = ['', '-1', 'Two', '-c', 'Title', 'Default Title', 'x', '1']

const optionSets = [
  [],
  [],
  ['Size'],
  ['Title'],
  ['Size', 'Color'],
  ['Color', 'Size'],
  ['Color', 'Size', 'Fit'],
]
const optionValues = ['S', 's', 'M', 'L', 'XL', 'XS', 'Default Title', '']

/** A small canonical file, occasionally with errors. */
export const arbitraryFile: fc.Arbitrary<string> = fc
  .record({
    chosen: fc.subarray([...canonicalColumnNames, 'metadata.care']),
    options: fc.constantFrom(...optionSets),
    hasOptionColumns: fc.boolean(),
  })
  .chain(({ chosen, options, hasOptionColumns }) => {
    const columns = canonicalColumnNames
      .filter((name) =>
        name.startsWith('option') ? hasOptionColumns : needed.has(name) || chosen.includes(name),
      )
      .concat(chosen.includes('metadata.care') ? ['metadata.care'] : [])
    return fc
      .array(fc.tuple(...columns.map((column) => cellOf(column, options))), { minLength: 1, maxLength: 7 })
      .filter((rows) => rows.some((row) => row.some((cell) => cell.trim() !== '')))
      .map((rows) => writeCsv([columns, ...rows]))
  })

const needed = new Set(['handle', 'title', 'variant_price'])

function cellOf(column: string, options: string[]): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 150, arbitrary: usualCell(column, options) },
    { weight: 1, arbitrary: fc.oneof(fc.constantFrom(...odd), arbitraryText) },
  )
}

function usualCell(column: string, options: string[]): fc.Arbitrary<string> {
  const option = /^option(\d)_(name|value)$/.exec(column)
  if (option) {
    const name = options[Number(option[1]) - 1]
    if (name === undefined) return fc.constant('')
    return option[2] === 'name' ? fc.constantFrom(name, name, '') : fc.constantFrom(...optionValues)
  }
  return fc.constantFrom(...(few[column] ?? ['', "'=x "]))
}
