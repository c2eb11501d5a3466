import { imageUrl, rows } from './growing-file.ts'
import type { GrowingFiles } from './growing-file.ts'

export const squarespace: GrowingFiles = {
  'squarespace: variants of one product': rows(1_000, (i) => ({
    'Product URL': i === 0 ? 'p' : '',
    Title: i === 0 ? 'P' : '',
    'Hosted Image URLs': imageUrl(i),
    'Option Name 1': 'Size',
    'Option Value 1': String(i),
    Price: '1',
  })),
}
