import { readColumns } from '../../etsy/columns.ts'
import { longCells, rows, times } from './growing-file.ts'
import type { GrowingFiles } from './growing-file.ts'

export const etsy: GrowingFiles = {
  ...longCells('etsy', { row: { CURRENCY_CODE: 'EUR' }, columns: readColumns }),
  'etsy: listings of one title': rows(1_000, (i) => ({ ...listing, SKU: `s${i % 7}` })),
  'etsy: listings with variations': rows(120, (i) => ({
    ...listing,
    TITLE: `T${i}`,
    'VARIATION 1 NAME': 'Size',
    'VARIATION 1 VALUES': times(10, String).join(),
    'VARIATION 2 NAME': 'Colour',
    'VARIATION 2 VALUES': times(10, String).join(),
  })),
}

const listing = { TITLE: 'T', PRICE: '1', CURRENCY_CODE: 'EUR', QUANTITY: '1' }
