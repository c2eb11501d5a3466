import { rows } from './growing-file.ts'
import type { GrowingFiles } from './growing-file.ts'

export const prestashop: GrowingFiles = {
  'prestashop: products of one name': rows(1_000, (i) => ({
    Name: 'A',
    Active: '1',
    'Price tax excluded': '1',
    Reference: `r${i}`,
  })),
}
