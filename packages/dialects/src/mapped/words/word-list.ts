/**
 * A language's names for columns, by canonical column, the clearest first. If two columns of a file could be the same
 * one, the clearer name wins. In lower case, without accents.
 */
export type WordList = Partial<Record<Target, string[]>>

/** A canonical column, a value of an option without a number, or something that the catalog has no column for. */
export type Target =
  | 'handle'
  | 'title'
  | 'description_html'
  | 'vendor'
  | 'product_type'
  | 'tags'
  | 'status'
  | 'seo_title'
  | 'seo_description'
  | 'option'
  | `option${1 | 2 | 3}_${'name' | 'value'}`
  | 'variant_sku'
  | 'variant_barcode'
  | 'variant_price'
  | 'variant_compare_at_price'
  | 'variant_inventory_quantity'
  | 'variant_weight_grams'
  | 'variant_requires_shipping'
  | 'variant_taxable'
  | 'variant_image_url'
  | 'image_url'
  | 'image_position'
  | 'image_alt'
  | 'none'
