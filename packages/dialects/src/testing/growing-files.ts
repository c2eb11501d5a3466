import { bigcommerce } from './growing-files/bigcommerce.ts'
import { canonical } from './growing-files/canonical.ts'
import { etsy } from './growing-files/etsy.ts'
import { headerAndText } from './growing-files/header-and-text.ts'
import { lightspeed } from './growing-files/lightspeed.ts'
import { magento2 } from './growing-files/magento2.ts'
import { mapped } from './growing-files/mapped.ts'
import { medusa } from './growing-files/medusa.ts'
import { shopify } from './growing-files/shopify.ts'
import { wix } from './growing-files/wix.ts'
import { woocommerce } from './growing-files/woocommerce.ts'
import type { GrowingFiles } from './growing-files/growing-file.ts'

export const growingFiles: GrowingFiles = {
  ...headerAndText,
  ...canonical,
  ...shopify,
  ...woocommerce,
  ...medusa,
  ...bigcommerce,
  ...magento2,
  ...wix,
  ...etsy,
  ...lightspeed,
  ...mapped,
}
