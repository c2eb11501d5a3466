import { columns, file, times } from './growing-file.ts'
import type { GrowingFiles } from './growing-file.ts'

export const square: GrowingFiles = {
  'square: locations': file(100, (size) =>
    times(50, (i) => ({
      'Item Name': `n${i}`,
      'Variation Name': 'Regular',
      Price: '1',
      ...columns(size, (j) => [`Current Quantity ${j}`, '1']),
    })),
  ),
}
