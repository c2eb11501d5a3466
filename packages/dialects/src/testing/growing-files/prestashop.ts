import { csv, longCells, times } from './growing-file.ts'
import type { GrowingFiles } from './growing-file.ts'

export const prestashop: GrowingFiles = {
  ...longCells('prestashop', {
    row: {},
    columns: [
      'Name',
      'Active',
      'Reference',
      'Price tax excluded',
      'Discount amount',
      'Discount percent',
      'Discount from',
      'Tags',
      'Image URLs',
    ],
  }),
  'prestashop: products of one name': {
    size: 1_000,
    make: (size) =>
      csv(times(size, (i) => ({ Name: 'A', Active: '1', 'Price tax excluded': '1', Reference: `r${i}` }))),
  },
}
