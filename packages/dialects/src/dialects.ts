import { bigcommerceV2 } from './bigcommerce/bigcommerce-v2.ts'
import { bigcommerceV3 } from './bigcommerce/bigcommerce-v3.ts'
import { canonical } from './canonical.ts'
import type { Dialect } from './dialect.ts'
import { magento2 } from './magento2/magento2.ts'
import { etsy } from './etsy/etsy.ts'
import { lightspeed } from './lightspeed/lightspeed.ts'
import { productFeed } from './product-feed/product-feed.ts'
import { matrixify } from './matrixify/matrixify.ts'
import { medusa } from './medusa/medusa.ts'
import { shopify } from './shopify/shopify.ts'
import { shopifyLegacy } from './shopify/shopify-legacy.ts'
import { shopifyInventory } from './shopify-inventory/shopify-inventory.ts'
import { prestashop } from './prestashop/prestashop.ts'
import { square } from './square/square.ts'
import { squarespace } from './squarespace/squarespace.ts'
import { wix } from './wix/wix.ts'
import { woocommerce } from './woocommerce/woocommerce.ts'

/** Every dialect. A new one is a new file and an entry here. */
export const dialects: Dialect[] = [
  canonical,
  magento2,
  shopifyLegacy,
  shopify,
  matrixify,
  shopifyInventory,
  medusa,
  bigcommerceV2,
  bigcommerceV3,
  woocommerce,
  wix,
  etsy,
  lightspeed,
  productFeed,
  squarespace,
  square,
  prestashop,
]
