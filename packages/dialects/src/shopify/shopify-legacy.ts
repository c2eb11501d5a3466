import type { Dialect } from '../dialect.ts'
import { OffSale } from '../off-sale.ts'
import { shopifyFormat } from './shopify-format.ts'
import names from './columns.json' with { type: 'json' }

/**
 * Shopify's product CSV with the column names up to 2025, which many tools still write (csv-format.md §9). Every row
 * has its handle. Weights are in grams, whatever `Variant Weight Unit` says: that is only how Shopify displays them.
 */
export const shopifyLegacy: Dialect = {
  name: 'shopify_legacy',
  mustHave: { all: ['handle'], any: ['body (html)', 'variant price', 'variant sku', 'image src'] },
  never: ['attribute_set_code', 'item type'],
  common: ['body (html)', 'published', 'image src', 'image alt text'],
  ...shopifyFormat({
    ...names.shopify_legacy,
    published: 'Published',
    offSale: new OffSale('shopify_legacy'),
    tracker: 'Variant Inventory Tracker',
    slugsTitles: false,
  }),
}
