import { readColumns } from '../../magento2/columns.ts'
import { file, imageUrl, longCells, times } from './growing-file.ts'
import type { GrowingFiles, Row } from './growing-file.ts'

export const magento2: GrowingFiles = {
  ...longCells('magento2, product', {
    row: { product_type: 'simple' },
    columns: readColumns,
  }),
  'magento2: length of a quoted attribute': file(200_000, (size) => [
    { ...magento(0), additional_attributes: `a="${'""x'.repeat(size / 4)}"` },
  ]),
  'magento2: choices of an attribute, quoted': file(40_000, (size) => [
    { ...magento(0), additional_attributes: `a=${'"x"|'.repeat(size)}"y"` },
  ]),
  'magento2: attributes of a product': file(10_000, (size) => [
    { ...magento(0), additional_attributes: times(size, (i) => `a${i}="x"`).join() },
  ]),
  'magento2: attributes whose quotation marks are never closed': file(20_000, (size) => [
    { ...magento(0), additional_attributes: times(size, (i) => `a${i}="`).join() },
  ]),
  'magento2: variations of a product': file(1_000, (size) => [
    {
      ...magento(0),
      product_type: 'configurable',
      configurable_variations: times(size, (i) => `sku=m${i + 1},size=${i}`).join('|'),
    },
    ...times(size, (i) => magento(i + 1)),
  ]),
  'magento2: variations that name no variant': file(20_000, (size) => [
    { ...magento(0), product_type: 'configurable', configurable_variations: ',sku=|'.repeat(size) },
  ]),
  'magento2: a variation of many products, in many rows': file(2_400, (size) => [
    ...times(size, (i) => ({
      ...magento(i + 1),
      product_type: 'configurable',
      configurable_variations: 'sku=m0,size=S',
    })),
    ...times(size, () => magento(0)),
  ]),
  'magento2: images, quoted, with labels': file(10_000, (size) => [
    {
      ...magento(0),
      additional_images: times(size, (i) => `"${imageUrl(i)}"`).join(),
      additional_image_labels: times(size, (i) => `"l${i}"`).join(),
    },
  ]),
  'magento2: variants whose images have other labels': file(100, (size) => [
    {
      ...magento(0),
      product_type: 'configurable',
      configurable_variations: times(size, (i) => `sku=m${i + 1},size=${i}`).join('|'),
    },
    ...times(size, (i) => ({
      ...magento(i + 1),
      additional_images: times(100, imageUrl).join(),
      additional_image_labels: times(100, () => `l${i}`).join(),
    })),
  ]),
}

function magento(index: number): Row {
  return { sku: `m${index}`, product_type: 'simple', name: `M${index}`, price: '1' }
}
