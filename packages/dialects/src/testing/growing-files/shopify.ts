import { variant } from './canonical.ts'
import { csv, imageUrl, longCells, marks, times } from './growing-file.ts'
import type { GrowingFiles } from './growing-file.ts'

export const shopify: GrowingFiles = {
  ...longCells('shopify', {
    row: { Status: 'active' },
    columns: [
      'URL handle',
      'Title',
      'Description',
      'Tags',
      'Option1 name',
      'Option1 value',
      'SKU',
      'Barcode',
      'Price',
      'Inventory quantity',
      'Inventory tracker',
      'Weight value (grams)',
      'Published on online store',
      'Requires shipping',
      'Product image URL',
      'Image position',
      'Variant image URL',
    ],
  }),
  ...longCells('shopify, handle of the title', {
    row: { 'URL handle': '', Price: '1' },
    columns: ['Title', 'Inventory tracker', 'Published on online store'],
  }),
  ...longCells('shopify_legacy', {
    row: { Vendor: 'v' },
    columns: [
      'Handle',
      'Title',
      'Body (HTML)',
      'Variant SKU',
      'Variant Price',
      'Variant Grams',
      'Image Src',
      'Variant Image',
      'Published',
    ],
  }),
  'shopify: one SKU for all variants of a stored product': {
    size: 1_000,
    make: (size) =>
      csv(
        times(size, (i) => ({
          Handle: 'p',
          Title: i === 0 ? 'P' : '',
          'Option1 Name': 'Size',
          'Option1 Value': `${i}`,
          'Variant SKU': 's0',
          'Variant Price': '1',
        })),
      ),
    stored: (size) => csv(times(size, variant)),
  },
  'shopify: images of variants': {
    size: 1_000,
    make: (size) =>
      csv(
        times(size, (i) => ({
          'URL handle': 'p',
          Title: i === 0 ? 'P' : '',
          'Option1 name': 'Size',
          'Option1 value': `${i}`,
          Price: '1',
          'Variant image URL': imageUrl(i),
        })),
      ),
  },
  'shopify: short rows below a wide header': {
    size: 150,
    make: (size) =>
      `URL handle,Title,Price${times(size, (i) => `,Colour ${i}`).join('')}\n${times(5 * size, (i) => `p${i},P,1\n`).join('')}`,
  },
  'shopify: marks in handles, titles and addresses': {
    size: 100,
    make: (size) =>
      csv(
        times(size, (i) => ({
          'URL handle': i % 2 === 0 ? `${marks(2_000)}${i}` : '',
          Title: `${marks(2_000)}${i}`,
          'Product image URL': `https://${marks(2_000)}.example/`,
          'Variant image URL': `https://${marks(2_000)}.example/`,
          Price: '1',
        })),
      ),
  },
}
