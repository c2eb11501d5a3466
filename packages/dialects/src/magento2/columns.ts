import { nearestHeader } from '../nearest-name.ts'
import { OffSale } from '../off-sale.ts'

/** What the shop does not sell. */
export const offSale = new OffSale('magento2')

/** The columns of Magento's export that are read; the catalog has no fields for the others. */
export const readColumns = [
  'sku',
  'store_view_code',
  'product_type',
  'name',
  'description',
  'weight',
  'tax_class_name',
  'price',
  'special_price',
  'special_price_from_date',
  'special_price_to_date',
  'url_key',
  'meta_title',
  'meta_description',
  'base_image',
  'base_image_label',
  'additional_images',
  'additional_image_labels',
  'additional_attributes',
  'qty',
  'manage_stock',
  'use_config_manage_stock',
  'configurable_variations',
  'configurable_variation_labels',
  ...offSale.columns,
]

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
