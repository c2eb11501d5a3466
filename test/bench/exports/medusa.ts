import { writeCsv } from '@catalog/catalog'
import { exportFile } from './export-file.ts'
import { shopProduct } from './shop-products.ts'
import type { ShopProduct } from './shop-products.ts'

const header =
  'Product Id,Product Handle,Product Title,Product Status,Product Description,Product Subtitle,Product External Id,Product Thumbnail,Product Collection Id,Product Type Id,Product Category 1,Product Created At,Product Deleted At,Product Discountable,Product Height,Product Hs Code,Product Image 1,Product Image 2,Product Image 3,Product Is Giftcard,Product Length,Product Material,Product Mid Code,Product Origin Country,Product Sales Channel 1,Product Tag 1,Product Tag 2,Product Updated At,Product Weight,Product Width,Variant Id,Variant Title,Variant Sku,Variant Upc,Variant Ean,Variant Hs Code,Variant Mid Code,Variant Manage Inventory,Variant Allow Backorder,Variant Barcode,Variant Created At,Variant Deleted At,Variant Height,Variant Length,Variant Material,Variant Metadata,Variant Option 1 Name,Variant Option 1 Value,Variant Option 2 Name,Variant Option 2 Value,Variant Origin Country,Variant Price EUR,Variant Price USD,Variant Price nordics [EUR],Variant Product Id,Variant Updated At,Variant Variant Rank,Variant Weight,Variant Width'.split(
    ',',
  )

/** A file at both limits. */
export function medusaFile(): Buffer {
  return exportFile(header, { variants: 4, rowsEach: 4 }, rowsOf)
}

/** A file of `count` products with `variants` variants each, with descriptions of 400 characters. */
export function medusaProducts(count: number, variants: number): Buffer {
  const products = Array.from({ length: count }, (_, n) =>
    shopProduct(n + 1, { variants, descriptionLength: 400 }),
  )
  const rows = products.flatMap((product) =>
    rowsOf(product).map((row) => header.map((name) => row[name] ?? '')),
  )
  return Buffer.from(writeCsv([header, ...rows]))
}

/** A row for each variant, all with the product's cells. */
function rowsOf(product: ShopProduct): Record<string, string>[] {
  return product.variants.map((variant, k) => ({
    'Product Id': `prod_01JBZK5E${String(product.number).padStart(18, '0')}`,
    'Product Handle': product.handle,
    'Product Title': product.name,
    'Product Status': 'published',
    'Product Description': product.description,
    'Product Thumbnail': product.images[0] ?? '',
    'Product Created At': '2024-11-10T09:24:31.120Z',
    'Product Discountable': 'true',
    'Product Image 1': product.images[0] ?? '',
    'Product Image 2': product.images[1] ?? '',
    'Product Image 3': product.images[2] ?? '',
    'Product Is Giftcard': 'false',
    'Product Sales Channel 1': 'sc_01JBZK52W0GQ9ZJ2F1R7K3M4NP',
    'Product Tag 1': 'ptag_01JBZK53A9',
    'Product Tag 2': `tag-${product.number % 30}`,
    'Product Updated At': '2024-11-12T11:02:08.004Z',
    'Product Weight': '400',
    'Variant Id': `variant_01JBZK5F${String(product.number * 10 + k).padStart(18, '0')}`,
    'Variant Title': `${variant.size} / ${variant.color}`,
    'Variant Sku': variant.sku,
    'Variant Ean': variant.barcode,
    'Variant Manage Inventory': 'true',
    'Variant Allow Backorder': 'false',
    'Variant Created At': '2024-11-10T09:24:31.250Z',
    'Variant Option 1 Name': 'Size',
    'Variant Option 1 Value': variant.size,
    'Variant Option 2 Name': 'Color',
    'Variant Option 2 Value': variant.color,
    'Variant Price EUR': variant.price,
    'Variant Price USD': variant.price,
    'Variant Price nordics [EUR]': variant.price,
    'Variant Product Id': `prod_01JBZK5E${String(product.number).padStart(18, '0')}`,
    'Variant Updated At': '2024-11-10T09:24:31.250Z',
    'Variant Variant Rank': String(k),
  }))
}
