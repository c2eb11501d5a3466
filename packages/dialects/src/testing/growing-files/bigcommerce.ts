import { columns, file, imageUrl, times } from './growing-file.ts'
import type { GrowingFiles, Row } from './growing-file.ts'

export const bigcommerce: GrowingFiles = {
  'bigcommerce_v2: rules of the options of all variants': file(1_000, (size) => [
    v2('Product', 'P'),
    ...skus(size),
    ...times(size, (i) => v2('Rule', `[S]Color=Red`, `[ADD]${i}`)),
  ]),
  'bigcommerce_v2: rules of the options of no variant': file(2_400, (size) => [
    v2('Product', 'P'),
    ...times(size, (i) =>
      v2('Sku', `[S]Color=${i % 2 === 0 ? 'Red' : 'Blue'},[S]Size=${i % 2 === 0 ? 'S' : 'M'}`),
    ),
    ...times(size, (i) => v2('Rule', `[S]Color=Red,[S]Size=M`, `[ADD]${i}`)),
  ]),
  'bigcommerce_v2: rules of a SKU that all variants have': file(1_000, (size) => [
    v2('Product', 'P'),
    ...skus(size, () => 'one'),
    ...times(size, (i) => ({ ...v2('Rule', '', `[ADD]${i}`), 'Product Code/SKU': 'one' })),
  ]),
  'bigcommerce_v2: variants and the length of the cells of their product': file(3_000, (size) => [
    {
      ...v2('Product', 'P'),
      'Track Inventory': `x${'a'.repeat(40 * size)}`,
      'Product Type': `x${'a'.repeat(40 * size)}`,
      'Sale Price': '0'.repeat(40 * size),
    },
    ...skus(size),
  ]),
  'bigcommerce_v2: images of a row': file(100, (size) =>
    times(50, (i) => ({
      ...v2('Product', `P${i}`),
      ...columns(size, (j) => [`Product Image URL - ${j}`, imageUrl(j)]),
    })),
  ),
  'bigcommerce_v3: variants and the length of the cells of their product': file(3_000, (size) => [
    {
      ...v3('Product', 0),
      'Inventory Tracking': `x${'a'.repeat(40 * size)}`,
      Type: `x${'a'.repeat(40 * size)}`,
      'Sale Price': '0'.repeat(40 * size),
    },
    ...times(size, (i) => v3('Variant', i)),
  ]),
  'bigcommerce_v3: images of a product': file(1_000, (size) => [
    v3('Product', 0),
    ...times(size, (i) => ({ ...v3('Image', i), 'Image URL (Import)': imageUrl(i) })),
  ]),
  'bigcommerce_v3: white space in the options of a row': file(1_900, (size) => [
    v3('Product', 0),
    ...times(20, (i) => ({
      ...v3('Variant', i),
      Options: `Type=R|Name=Size|Value=${' '.repeat(size)}x${' '.repeat(size)}${i}`,
    })),
  ]),
}

function v2(type: string, name: string, price = '1.00'): Row {
  return { 'Item Type': type, 'Product Name': name, Price: price }
}

function skus(count: number, sku = (index: number) => `b${index}`): Row[] {
  return times(count, (i) => ({ ...v2('SKU', `[S]Color=Red,[S]Size=${i}`), 'Product Code/SKU': sku(i) }))
}

function v3(item: string, index: number): Row {
  return {
    Item: item,
    ID: `${index}`,
    Name: item === 'Product' ? 'P' : '',
    Options: item === 'Variant' ? `Type=R|Name=Size|Value=${index}` : '',
    Price: item === 'Product' ? '1.00' : '',
  }
}
