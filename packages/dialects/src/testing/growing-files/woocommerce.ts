import { readColumns } from '../../woocommerce/columns.ts'
import { variant } from './canonical.ts'
import { columns, file, imageUrl, longCells, rows, times } from './growing-file.ts'
import type { GrowingFiles, Row } from './growing-file.ts'

export const woocommerce: GrowingFiles = {
  ...longCells('woocommerce, product', {
    row: { Type: 'simple' },
    columns: [...readColumns, 'Weight (lbs)', 'Attribute 1 name', 'Attribute 1 value(s)'],
  }),
  ...longCells('woocommerce, variation', {
    row: { Type: 'variation' },
    columns: [...readColumns, 'Weight (kg)', 'Attribute 1 name', 'Attribute 1 value(s)'],
  }),
  'woocommerce: stored products, renamed': rows(
    1_000,
    (i) => ({ ...woo('simple', i), Name: `P${i + 1}` }),
    (i) => woo('simple', i),
  ),
  'woocommerce: products with the names of stored ones': rows(
    500,
    (i) => ({ ...woo('simple', i), SKU: `other ${i}` }),
    (i) => woo('simple', i),
  ),
  'woocommerce: images in a cell': file(5_000, (size) => [
    { ...woo('simple', 0), Images: times(size, imageUrl).join(', ') },
  ]),
  'woocommerce: files and no addresses among the images': file(40_000, (size) => [
    { ...woo('simple', 0), Images: times(size, (i) => `${i}`).join() },
  ]),
  'woocommerce: tags with commas': file(20_000, (size) => [
    { ...woo('simple', 0), Tags: times(size, (i) => `${i}\\,`).join() },
  ]),
  'woocommerce: attributes of variations, all alike': file(100, (size) => [
    { ...woo('variable', 0), ...columns(size, (j) => [`Attribute ${j} name`, `a${j}`]) },
    ...times(100, (i) => ({
      ...woo('variation', i + 1),
      ...columns(size, (j) => [`Attribute ${j} name`, `a${j}`]),
      ...columns(size, (j) => [`Attribute ${j} value(s)`, `v${i}`]),
    })),
  ]),
  'woocommerce: attributes of variations, each other ones': file(250, (size) => [
    woo('variable', 0),
    ...times(size, (i) => ({
      ...woo('variation', i + 1),
      ...columns(20, (j) => [`Attribute ${j} name`, `a${i}-${j}`]),
    })),
  ]),
  'woocommerce: variations for any value of a long list': file(1_600, (size) => [
    {
      ...woo('variable', 0),
      'Attribute 1 name': 'Size',
      'Attribute 1 value(s)': times(size, String).join(),
      'Attribute 2 name': 'Colour',
      'Attribute 2 value(s)': 'x',
    },
    ...times(size, (i) => ({
      ...woo('variation', i + 1),
      'Attribute 1 name': 'Size',
      'Attribute 2 name': 'Colour',
      'Attribute 2 value(s)': `${i}`,
    })),
  ]),
  'woocommerce: variations and the length of the cells of their product': file(1_000, (size) => [
    {
      ...woo('variable', 0),
      Published: `1${'0'.repeat(40 * size)}`,
      'Tax status': `x${' '.repeat(40 * size)}x`,
      'Weight (kg)': '1'.repeat(40 * size),
    },
    ...times(size, (i) => ({ ...woo('variation', i + 1), Published: '-1' })),
  ]),
  'woocommerce: products of the same name': rows(1_000, (i) => ({
    ...woo('simple', i),
    Name: 'same',
    SKU: `s${i % 7}`,
  })),
  'woocommerce: variations whose parents have one SKU': rows(1_000, (i) =>
    i % 2 === 0 ? { ...woo('variable', i), SKU: 'one' } : { ...woo('variation', i), Parent: 'one' },
  ),
  'woocommerce: variations of a stored product': rows(
    1_000,
    (i) => ({ ...woo('variation', i), Parent: `s${i}` }),
    variant,
  ),
  'woocommerce: custom fields': file(400, (size) =>
    times(20, (i) => ({ ...woo('simple', i), ...columns(size, (j) => [`Meta: f${j}`, 'x']) })),
  ),
  'woocommerce: dashes in the names of variations': rows(100, (i) => ({
    ...woo('variation', i),
    Parent: '',
    Name: ' - '.repeat(300),
  })),
  'woocommerce: white space in the name of a column': file(20_000, (size) => [
    { ...woo('simple', 0), [`Meta:${' '.repeat(size)}x\nx`]: 'x' },
  ]),
}

function woo(type: string, index: number): Row {
  return {
    Type: type,
    SKU: `w${index}`,
    Name: `P${index}`,
    'Regular price': '1',
    Parent: type === 'variation' ? 'w0' : '',
  }
}
