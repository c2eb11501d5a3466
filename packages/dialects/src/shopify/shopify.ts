import type { Dialect } from '../dialect.ts'
import { OffSale } from '../off-sale.ts'
import { shopifyFormat } from './shopify-format.ts'
import names from './columns.json' with { type: 'json' }

/**
 * Shopify's product CSV with the current column names, in any order (csv-format.md §9). A new product needs no handle:
 * it gets the slug of its title, which all its rows must then have.
 */
export const shopify: Dialect = {
  name: 'shopify',
  // `URL handle`, or `Title` with `Published on online store`.
  mustHave: {
    all: [
      ['url handle', 'title'],
      ['url handle', 'published on online store'],
    ],
    any: [],
  },
  never: ['body (html)'],
  ...shopifyFormat({
    ...names.shopify,
    published: 'Published on online store',
    offSale: new OffSale('shopify'),
    tracker: 'Inventory tracker',
    slugsTitles: true,
  }),
}
