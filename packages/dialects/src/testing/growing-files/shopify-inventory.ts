import { columns, file, longCells, rows, times } from './growing-file.ts'
import type { GrowingFiles } from './growing-file.ts'

const one = { Handle: 'a', SKU: 's', 'HS Code': '', COO: '' }

export const shopifyInventory: GrowingFiles = {
  ...longCells('shopify_inventory', {
    row: {},
    columns: [...Object.keys(one), 'Location', 'Option1 Name', 'Option1 Value', 'Available', 'On hand (new)'],
  }),
  'shopify_inventory: locations of one variant': rows(1_000, (i) => ({
    ...one,
    Location: `l${i}`,
    'On hand': '1.5',
  })),
  'shopify_inventory: columns of locations': file(100, (size) =>
    times(50, (i) => ({ ...one, SKU: `s${i}`, ...columns(size, (j) => [`Place ${j}`, '1']) })),
  ),
}
