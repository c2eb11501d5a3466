import { nearestHeader } from '../nearest-name.ts'
import { OffSale } from '../off-sale.ts'
import names from './columns.json' with { type: 'json' }

/** What the shop does not sell. */
export const offSale = new OffSale('magento2')

/** The columns of Magento's export that are read; the catalog has no fields for the others. */
export const readColumns = [...names, ...offSale.columns]

/** Magento's columns that are not read, so that they are not taken for misspellings. */
const foreignColumns =
  /^(?:attribute_set_code|categories|product_websites|short_description|product_has_weight|meta_keywords|(?:small|thumbnail|swatch)_image(?:_label)?|(?:created|updated)_at|new_(?:from|to)_date|(?:map|msrp)_.*|gift_.*|custom_.*|display_product_options_in|page_layout|product_options_container|country_of_manufacture|out_of_stock_qty|use_config_(?!manage_stock$).*|is_(?:qty_decimal|decimal_divided)|allow_backorders|(?:min|max)_cart_qty|notify_on_stock_below|qty_increments|enable_qty_increments|website_id|(?:related|crosssell|upsell|associated)_(?:skus|position)|hide_from_product_page|bundle_.*|downloadable_.*|configurable_variation_prices)$/

const known = new Set<string>(readColumns)

export function isKnown(header: string): boolean {
  return known.has(header)
}

export function nearestColumn(header: string): string | null {
  return foreignColumns.test(header) ? null : nearestHeader(header, readColumns)
}
