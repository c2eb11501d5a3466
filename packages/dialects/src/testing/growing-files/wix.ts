import { readColumns } from '../../wix/columns.ts'
import { file, imageUrl, longCells, rows, times } from './growing-file.ts'
import type { GrowingFiles } from './growing-file.ts'

const option = ['productOptionName1', 'productOptionDescription1']

export const wix: GrowingFiles = {
  ...longCells('wix, product', { row: { fieldType: 'Product' }, columns: [...readColumns, ...option] }),
  ...longCells('wix, variant', {
    row: { fieldType: 'Variant', handleId: 'p' },
    columns: [...readColumns, ...option],
  }),
  'wix: images in a cell': file(5_000, (size) => [
    { ...product(0), productImageUrl: times(size, imageUrl).join(';') },
  ]),
  'wix: values of an option': file(20_000, (size) => [
    {
      ...product(0),
      productOptionName1: 'Size',
      productOptionDescription1: times(size, String).join(';'),
    },
  ]),
  'wix: variants made of options': file(10_000, (size) =>
    times(size / 1_000, (i) => ({
      ...product(i),
      productOptionName1: 'Size',
      productOptionDescription1: times(1_000, String).join(';'),
    })),
  ),
  'wix: variants of a product': file(1_000, (size) => [
    { ...product(0), productOptionName1: 'Size', productOptionDescription1: 'x' },
    ...times(size, (i) => ({ ...product(0), fieldType: 'Variant', productOptionDescription1: `${i}` })),
  ]),
  'wix: products of one name': rows(1_000, (i) => ({ ...product(i), handleId: '', sku: `s${i % 7}` })),
}

function product(index: number) {
  return { handleId: `p${index}`, fieldType: 'Product', name: 'P', price: '1' }
}
