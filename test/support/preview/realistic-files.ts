import { readFile } from 'node:fs/promises'
import type { Product } from '@catalog/catalog'
import { importFixture } from './import-fixture.ts'

/**
 * For each dialect, a realistic file in `fixtures/` and the catalog that it becomes, as a canonical file in `catalogs/`
 * (`fixtures/canonical/` has the reading of those).
 */
export const realisticFiles = [
  { dialect: 'canonical', path: 'canonical/realistic.csv', catalog: 'canonical.csv' },
  { dialect: 'shopify_legacy', path: 'shopify_legacy/realistic.csv', catalog: 'shopify.csv' },
  { dialect: 'shopify', path: 'shopify/realistic.csv', catalog: 'shopify.csv' },
  { dialect: 'woocommerce', path: 'woocommerce/store.csv', catalog: 'woocommerce.csv' },
  { dialect: 'medusa', path: 'medusa/realistic.csv', catalog: 'medusa.csv' },
  { dialect: 'bigcommerce_v2', path: 'bigcommerce_v2/realistic.csv', catalog: 'bigcommerce_v2.csv' },
  { dialect: 'bigcommerce_v3', path: 'bigcommerce_v3/realistic.csv', catalog: 'bigcommerce_v3.csv' },
  { dialect: 'magento2', path: 'magento2/realistic.csv', catalog: 'magento2.csv' },
  { dialect: 'wix', path: 'wix/realistic.csv', catalog: 'wix.csv' },
  { dialect: 'etsy', path: 'etsy/realistic.csv', catalog: 'etsy.csv' },
  { dialect: 'lightspeed', path: 'lightspeed/realistic.csv', catalog: 'lightspeed.csv' },
]

/**
 * The products of a catalog in `catalogs/`, by handle; `canonical-afterwards.csv` is what `blank-or-absent.csv` then makes
 * of `canonical.csv`.
 */
export async function productsOf(catalog: string): Promise<Product[]> {
  const { products } = await importFixture(await readFile(new URL(`catalogs/${catalog}`, import.meta.url)))
  return products
}
