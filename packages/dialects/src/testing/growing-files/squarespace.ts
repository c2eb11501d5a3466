import { csv, imageUrl, longCells, times } from './growing-file.ts'
import type { GrowingFiles } from './growing-file.ts'

export const squarespace: GrowingFiles = {
  ...longCells('squarespace', {
    row: {},
    columns: [
      'Title',
      'Product URL',
      'Description',
      'Tags',
      'SKU',
      'Option Name 1',
      'Option Value 1',
      'Price',
      'On Sale',
      'Stock',
      'Hosted Image URLs',
    ],
  }),
  'squarespace: variants of one product': {
    size: 1_000,
    make: (size) =>
      csv(
        times(size, (i) => ({
          'Product URL': i === 0 ? 'p' : '',
          Title: i === 0 ? 'P' : '',
          'Hosted Image URLs': imageUrl(i),
          'Option Name 1': 'Size',
          'Option Value 1': String(i),
          Price: '1',
        })),
      ),
  },
}
