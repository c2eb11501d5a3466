import { expect, test } from '@jest/globals'
import { exportParts } from './export-parts.ts'

const summary = (products: number, variants: number, images: number, active = products) => ({
  storefront_id: 'north',
  catalog_version: 1,
  product_count: products,
  products_by_status: { active, draft: products - active, archived: 0 },
  variant_count: variants,
  image_count: images,
})

test('an export has as many files as its variants, images or products fill', () => {
  expect(exportParts(summary(100, 5_000, 900), 'all')).toBe(1)
  expect(exportParts(summary(100, 5_001, 900), 'all')).toBe(2)
  expect(exportParts(summary(100, 5_001, 30_214), 'all')).toBe(7)
  expect(exportParts(summary(10_001, 0, 0), 'all')).toBe(3)
})

test('products of one status have their share of the rows', () => {
  expect(exportParts(summary(1_000, 20_000, 0, 500), 'active')).toBe(2)
  expect(exportParts(summary(1_000, 20_000, 0, 500), 'archived')).toBe(0)
  expect(exportParts(summary(0, 0, 0), 'all')).toBe(0)
})
