import type { Dialect } from '@catalog/contracts'
import { canonicalFile, makeProducts } from '../make-products.ts'
import { bigcommerceV2File, bigcommerceV3File } from './bigcommerce.ts'
import { etsyFile } from './etsy.ts'
import { lightspeedFile } from './lightspeed.ts'
import { magentoFile } from './magento.ts'
import { medusaFile } from './medusa.ts'
import { shopifyFile, shopifyLegacyFile } from './shopify.ts'
import { wixFile } from './wix.ts'
import { woocommerceFile } from './woocommerce.ts'

/** Makes a file in each dialect, at both limits or just below. */
export const exportFiles: Record<Exclude<Dialect, 'mapped'>, () => Buffer> = {
  canonical: () => canonicalFile(makeProducts({ from: 1, count: 1_000, descriptionLength: 8_800 })),
  shopify_legacy: shopifyLegacyFile,
  shopify: shopifyFile,
  woocommerce: woocommerceFile,
  medusa: medusaFile,
  bigcommerce_v2: bigcommerceV2File,
  bigcommerce_v3: bigcommerceV3File,
  magento2: magentoFile,
  wix: wixFile,
  etsy: etsyFile,
  lightspeed: lightspeedFile,
}
