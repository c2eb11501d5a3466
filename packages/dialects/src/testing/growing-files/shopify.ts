import { variant } from './canonical.ts'
import { file, imageUrl, marks, rows, times } from './growing-file.ts'
import type { GrowingFiles } from './growing-file.ts'

export const shopify: GrowingFiles = {
  'shopify: one SKU for all variants of a stored product': rows(
    1_000,
    (i) => ({
      Handle: 'p',
      Title: i === 0 ? 'P' : '',
      'Option1 Name': 'Size',
      'Option1 Value': `${i}`,
      'Variant SKU': 's0',
      'Variant Price': '1',
    }),
    variant,
  ),
  'shopify: images of variants': rows(1_000, (i) => ({
    'URL handle': 'p',
    Title: i === 0 ? 'P' : '',
    'Option1 name': 'Size',
    'Option1 value': `${i}`,
    Price: '1',
    'Variant image URL': imageUrl(i),
  })),
  'shopify: short rows below a wide header': file(
    150,
    (size) =>
      `URL handle,Title,Price${times(size, (i) => `,Colour ${i}`).join('')}\n${times(5 * size, (i) => `p${i},P,1\n`).join('')}`,
  ),
  'shopify: marks in handles, titles and addresses': rows(100, (i) => ({
    'URL handle': i % 2 === 0 ? `${marks(2_000)}${i}` : '',
    Title: `${marks(2_000)}${i}`,
    'Product image URL': `https://${marks(2_000)}.example/`,
    'Variant image URL': `https://${marks(2_000)}.example/`,
    Price: '1',
  })),
}
