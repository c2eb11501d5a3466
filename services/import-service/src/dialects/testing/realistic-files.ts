import type { Product } from '@catalog/catalog'
import { bigcommerceV2Products } from './bigcommerce-v2-products.ts'
import { bigcommerceV3Products } from './bigcommerce-v3-products.ts'
import { canonicalProducts } from './canonical-products.ts'
import { etsyProducts } from './etsy-products.ts'
import { lightspeedProducts } from './lightspeed-products.ts'
import { magento2Products } from './magento2-products.ts'
import { medusaProducts } from './medusa-products.ts'
import { shopifyProducts } from './shopify-products.ts'
import { wixProducts } from './wix-products.ts'
import { woocommerceProducts } from './woocommerce-products.ts'

/** For each dialect, a realistic file in `fixtures/` and the products that it becomes, by handle. */
export const realisticFiles: { dialect: string; path: string; products: Product[] }[] = [
  { dialect: 'canonical', path: 'canonical/realistic.csv', products: canonicalProducts },
  { dialect: 'shopify_legacy', path: 'shopify_legacy/realistic.csv', products: shopifyProducts() },
  { dialect: 'shopify', path: 'shopify/realistic.csv', products: shopifyProducts() },
  { dialect: 'woocommerce', path: 'woocommerce/store.csv', products: woocommerceProducts },
  { dialect: 'medusa', path: 'medusa/realistic.csv', products: medusaProducts },
  { dialect: 'bigcommerce_v2', path: 'bigcommerce_v2/realistic.csv', products: bigcommerceV2Products },
  { dialect: 'bigcommerce_v3', path: 'bigcommerce_v3/realistic.csv', products: bigcommerceV3Products },
  { dialect: 'magento2', path: 'magento2/realistic.csv', products: magento2Products },
  { dialect: 'wix', path: 'wix/realistic.csv', products: wixProducts },
  { dialect: 'etsy', path: 'etsy/realistic.csv', products: etsyProducts },
  { dialect: 'lightspeed', path: 'lightspeed/realistic.csv', products: lightspeedProducts },
]
