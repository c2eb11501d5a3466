import { readColumns } from '../../magento2/columns.ts'
import { csv, imageUrl, longCells, times } from './growing-file.ts'
import type { GrowingFiles, Row } from './growing-file.ts'

export const magento2: GrowingFiles = {
  ...longCells('magento2, product', {
    row: { product_type: 'simple' },
    columns: readColumns,
  }),
  ...longCells('magento2, configurable', {
    row: { product_type: 'configurable', sku: 'c', name: 'C' },
    columns: ['configurable_variations', 'configurable_variation_labels', 'store_view_code'],
  }),
  ...longCells('magento2, type', {
    row: { sku: 'c', name: 'C' },
    columns: ['product_type', 'url_key', 'qty'],
  }),
  'magento2: length of a quoted attribute': {
    size: 200_000,
    make: (size) => csv([{ ...magento(0), additional_attributes: `a="${'""x'.repeat(size / 4)}"` }]),
  },
  'magento2: choices of an attribute, quoted': {
    size: 40_000,
    make: (size) => csv([{ ...magento(0), additional_attributes: `a=${'"x"|'.repeat(size)}"y"` }]),
  },
  'magento2: attributes of a product': {
    size: 10_000,
    make: (size) => csv([{ ...magento(0), additional_attributes: times(size, (i) => `a${i}="x"`).join() }]),
  },
  'magento2: attributes whose quotation marks are never closed': {
    size: 20_000,
    make: (size) => csv([{ ...magento(0), additional_attributes: times(size, (i) => `a${i}="`).join() }]),
  },
  'magento2: variations of a product': {
    size: 1_000,
    make: (size) =>
      csv([
        {
          ...magento(0),
          product_type: 'configurable',
          configurable_variations: times(size, (i) => `sku=m${i + 1},size=${i}`).join('|'),
        },
        ...times(size, (i) => magento(i + 1)),
      ]),
  },
  'magento2: variations that name no variant': {
    size: 20_000,
    make: (size) =>
      csv([{ ...magento(0), product_type: 'configurable', configurable_variations: ',sku=|'.repeat(size) }]),
  },
  'magento2: a variation of many products, in many rows': {
    size: 2_400,
    make: (size) =>
      csv([
        ...times(size, (i) => ({
          ...magento(i + 1),
          product_type: 'configurable',
          configurable_variations: 'sku=m0,size=S',
        })),
        ...times(size, () => magento(0)),
      ]),
  },
  'magento2: images, quoted, with labels': {
    size: 10_000,
    make: (size) =>
      csv([
        {
          ...magento(0),
          additional_images: times(size, (i) => `"${imageUrl(i)}"`).join(),
          additional_image_labels: times(size, (i) => `"l${i}"`).join(),
        },
      ]),
  },
  'magento2: variants whose images have other labels': {
    size: 100,
    make: (size) =>
      csv([
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
  },
}

function magento(index: number): Row {
  return { sku: `m${index}`, product_type: 'simple', name: `M${index}`, price: '1' }
}
