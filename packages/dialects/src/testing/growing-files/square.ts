import { columns, csv, longCells, times } from './growing-file.ts'
import type { GrowingFiles } from './growing-file.ts'

export const square: GrowingFiles = {
  ...longCells('square', {
    row: {},
    columns: [
      'Item Name',
      'Variation Name',
      'SKU',
      'Description',
      'Permalink',
      'Option Name 1',
      'Option Value 1',
      'Price',
      'Current Quantity Main',
      'New Quantity Main',
      'Weight (kg)',
    ],
  }),
  'square: locations': {
    size: 100,
    make: (size) =>
      csv(
        times(50, (i) => ({
          'Item Name': `n${i}`,
          'Variation Name': 'Regular',
          Price: '1',
          ...columns(size, (j) => [`Current Quantity ${j}`, '1']),
        })),
      ),
  },
}
