import type { Dialect } from '../dialect.ts'
import { OffSale } from '../off-sale.ts'
import { shopifyFormat } from './shopify-format.ts'

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
    columns: {
      'URL handle': 'handle',
      Handle: 'handle',
      Title: 'title',
      Description: 'description_html',
      Vendor: 'vendor',
      Type: 'product_type',
      Tags: 'tags',
      Status: 'status',
      'SEO title': 'seo_title',
      'SEO description': 'seo_description',
      'Option1 name': 'option1_name',
      'Option1 value': 'option1_value',
      'Option2 name': 'option2_name',
      'Option2 value': 'option2_value',
      'Option3 name': 'option3_name',
      'Option3 value': 'option3_value',
      SKU: 'variant_sku',
      Barcode: 'variant_barcode',
      Barcodes: 'variant_barcode',
      'Variant Barcodes': 'variant_barcode',
      Price: 'variant_price',
      'Compare-at price': 'variant_compare_at_price',
      'Inventory quantity': 'variant_inventory_quantity',
      'Weight value (grams)': 'variant_weight_grams',
      'Requires shipping': 'variant_requires_shipping',
      'Charge tax': 'variant_taxable',
      'Variant image URL': 'variant_image_url',
      'Product image URL': 'image_url',
      'Image position': 'image_position',
      'Image alt text': 'image_alt',
    },
    others: [
      'Product category',
      'Continue selling when out of stock',
      'Fulfillment service',
      'Weight unit for display',
      'Tax code',
      'Cost per item',
      'Gift card',
    ],
    published: 'Published on online store',
    offSale: new OffSale('shopify'),
    tracker: 'Inventory tracker',
    slugsTitles: true,
  }),
}
