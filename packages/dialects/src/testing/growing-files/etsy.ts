import { readColumns } from '../../etsy/columns.ts'
import { csv, longCells, times } from './growing-file.ts'
import type { GrowingFiles } from './growing-file.ts'

export const etsy: GrowingFiles = {
  ...longCells('etsy', { row: { CURRENCY_CODE: 'EUR' }, columns: readColumns }),
  'etsy: listings of one title': {
    size: 1_000,
    make: (size) => csv(times(size, (i) => ({ ...listing, SKU: `s${i % 7}` }))),
  },
  'etsy: listings with variations': {
    size: 120,
    make: (size) =>
      csv(
        times(size, (i) => ({
          ...listing,
          TITLE: `T${i}`,
          'VARIATION 1 NAME': 'Size',
          'VARIATION 1 VALUES': times(10, String).join(),
          'VARIATION 2 NAME': 'Colour',
          'VARIATION 2 VALUES': times(10, String).join(),
        })),
      ),
  },
}

const listing = { TITLE: 'T', PRICE: '1', CURRENCY_CODE: 'EUR', QUANTITY: '1' }
