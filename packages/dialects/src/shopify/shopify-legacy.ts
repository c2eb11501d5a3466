import type { Dialect } from '../dialect.ts'
import { OffSale } from '../off-sale.ts'
import { shopifyFormat } from './shopify-format.ts'

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
    columns: {
      Handle: 'handle',
      Title: 'title',
      'Body (HTML)': 'description_html',
      Vendor: 'vendor',
      Type: 'product_type',
      Tags: 'tags',
      Status: 'status',
      'SEO Title': 'seo_title',
      'SEO Description': 'seo_description',
      'Option1 Name': 'option1_name',
      'Option1 Value': 'option1_value',
      'Option2 Name': 'option2_name',
      'Option2 Value': 'option2_value',
      'Option3 Name': 'option3_name',
      'Option3 Value': 'option3_value',
      'Variant SKU': 'variant_sku',
      'Variant Barcode': 'variant_barcode',
      'Variant Price': 'variant_price',
      'Variant Compare At Price': 'variant_compare_at_price',
      'Variant Inventory Qty': 'variant_inventory_quantity',
      'Variant Grams': 'variant_weight_grams',
      'Variant Requires Shipping': 'variant_requires_shipping',
      'Variant Taxable': 'variant_taxable',
      'Variant Image': 'variant_image_url',
      'Image Src': 'image_url',
      'Image Position': 'image_position',
      'Image Alt Text': 'image_alt',
    },
    others: [
      'Product Category',
      'Variant Inventory Policy',
      'Variant Fulfillment Service',
      'Variant Weight Unit',
      'Variant Tax Code',
      'Cost per item',
      'Gift Card',
    ],
    published: 'Published',
    offSale: new OffSale('shopify_legacy'),
    tracker: 'Variant Inventory Tracker',
    slugsTitles: false,
  }),
}
