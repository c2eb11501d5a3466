import { readColumns } from '../../lightspeed/columns.ts'
import { columns, file, longCells, rows, times } from './growing-file.ts'
import type { GrowingFiles } from './growing-file.ts'

export const lightspeed: GrowingFiles = {
  ...longCells('lightspeed', {
    row: { retail_price: '1', supply_price: '1' },
    columns: [...readColumns, 'inventory_Main'],
  }),
  'lightspeed: outlets': file(100, (size) =>
    times(50, (i) => ({ ...product(i), ...columns(size, (j) => [`inventory_${j}`, '1.5']) })),
  ),
  'lightspeed: handles that lose characters': rows(1_000, (i) => ({
    ...product(i),
    handle: `p™${i % 100}®`,
  })),
}

function product(index: number) {
  return { handle: `p${index}`, name: 'P', sku: `s${index}`, retail_price: '1', supply_price: '1' }
}
