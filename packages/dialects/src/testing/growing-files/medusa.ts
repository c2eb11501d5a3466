import { plainColumns } from '../../medusa/medusa.ts'
import { columns, file, imageUrl, longCells, rows, times } from './growing-file.ts'
import type { GrowingFiles } from './growing-file.ts'

export const medusa: GrowingFiles = {
  ...longCells('medusa', {
    row: { 'Variant Price EUR': '1' },
    columns: [
      ...plainColumns,
      'Product Tag 1',
      'Product Image 1',
      'Variant Option 1 Name',
      'Variant Option 1 Value',
      'Variant Price USD',
    ],
  }),
  'medusa: prices, options, tags and images of a row': file(80, (size) =>
    times(30, (i) => ({
      'Product Handle': 'p',
      'Product Title': 'P',
      'Variant Price EUR': '1',
      ...columns(size, (j) => [`Price r${j} [EUR]`, '1']),
      ...columns(size, (j) => [`Option ${j} Name`, `o${i}-${j}`]),
      ...columns(size, (j) => [`Option ${j} Value`, `v${i}`]),
      ...columns(size, (j) => [`Product Tag ${j}`, `t${j}`]),
      ...columns(size, (j) => [`Image ${j}`, j % 2 === 0 ? imageUrl(j) : `${i}.jpg`]),
    })),
  ),
  'medusa: rows that have their handle from another, and its length': rows(3_000, (i, size) => ({
    'Product Id': 'x',
    'Product Handle': i === 0 ? `${' '.repeat(40 * size)}${'p'.repeat(40 * size)}` : '',
    'Variant Price EUR': '1',
  })),
  'medusa: rows that have their handle from another': rows(1_000, (i) => ({
    'Product Id': 'x',
    'Product Handle': i === 0 ? 'p' : '',
    'Product Title': 'P',
    'Variant Price EUR': '1',
    'Option 1 Name': 'Size',
    'Option 1 Value': `${i}`,
  })),
}
