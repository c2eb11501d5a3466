import { exportFile } from './export-file.ts'

const legacyHeader =
  'Handle,Title,Body (HTML),Vendor,Product Category,Type,Tags,Published,Option1 Name,Option1 Value,Option1 Linked To,Option2 Name,Option2 Value,Option2 Linked To,Option3 Name,Option3 Value,Option3 Linked To,Variant SKU,Variant Grams,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Fulfillment Service,Variant Price,Variant Compare At Price,Variant Requires Shipping,Variant Taxable,Variant Barcode,Image Src,Image Position,Image Alt Text,Gift Card,SEO Title,SEO Description,Google Shopping / Google Product Category,Google Shopping / Gender,Google Shopping / Custom Label 0,Fabric (product.metafields.custom.fabric),Variant Image,Variant Weight Unit,Variant Tax Code,Cost per item,Included / Switzerland,Price / Switzerland,Compare At Price / Switzerland,Status'

const header =
  'Title,URL handle,Description,Vendor,Product category,Type,Tags,Published on online store,Status,SKU,Barcode,Option1 name,Option1 value,Option1 Linked To,Option2 name,Option2 value,Option2 Linked To,Option3 name,Option3 value,Option3 Linked To,Price,Price / Switzerland,Compare-at price,Compare-at price / Switzerland,Cost per item,Charge tax,Tax code,Unit price total measure,Unit price total measure unit,Inventory tracker,Inventory quantity,Continue selling when out of stock,Weight value (grams),Weight unit for display,Requires shipping,Fulfillment service,Product image URL,Image position,Image alt text,Variant image URL,Gift card,SEO title,SEO description,Fabric (product.metafields.custom.fabric),Google Shopping / Gender'

/** The three images are beside the variants. */
const variantsEach = 4

export function shopifyLegacyFile(): Buffer {
  return exportFile(legacyHeader.split(','), { variants: variantsEach, rowsEach: variantsEach }, (product) =>
    product.variants.map((variant, k) => ({
      Handle: product.handle,
      ...(k === 0 && {
        Title: product.name,
        'Body (HTML)': product.description,
        Vendor: product.brand,
        'Product Category': 'Apparel & Accessories > Clothing',
        Type: 'Outdoor',
        Tags: `summer, new, tag-${product.number % 30}`,
        Published: 'true',
        'Option1 Name': 'Size',
        'Option2 Name': 'Color',
        'Gift Card': 'false',
        'SEO Title': product.name,
        'SEO Description': `All about ${product.name}, and more`,
        Status: 'active',
      }),
      'Option1 Value': variant.size,
      'Option2 Value': variant.color,
      'Variant SKU': variant.sku,
      'Variant Grams': '226.796185',
      'Variant Inventory Tracker': 'shopify',
      'Variant Inventory Qty': variant.stock,
      'Variant Inventory Policy': 'deny',
      'Variant Fulfillment Service': 'manual',
      'Variant Price': variant.price,
      'Variant Requires Shipping': 'true',
      'Variant Taxable': 'true',
      'Variant Barcode': `'${variant.barcode}`,
      'Image Src': product.images[k] ?? '',
      'Image Position': k < 3 ? String(k + 1) : '',
      'Image Alt Text': k < 3 ? `Picture ${k + 1}` : '',
      'Variant Image': product.images[0] ?? '',
      'Variant Weight Unit': 'lb',
      'Cost per item': '12.00',
      'Included / Switzerland': 'true',
    })),
  )
}

export function shopifyFile(): Buffer {
  return exportFile(header.split(','), { variants: variantsEach, rowsEach: variantsEach }, (product) =>
    product.variants.map((variant, k) => ({
      'URL handle': product.handle,
      ...(k === 0 && {
        Title: product.name,
        Description: product.description,
        Vendor: product.brand,
        'Product category': 'Apparel & Accessories > Clothing',
        Type: 'Outdoor',
        Tags: `summer, new, tag-${product.number % 30}`,
        'Published on online store': 'true',
        Status: 'Active',
        'Option1 name': 'Size',
        'Option2 name': 'Color',
        'Gift card': 'false',
        'SEO title': product.name,
        'SEO description': `All about ${product.name}, and more`,
      }),
      SKU: variant.sku,
      Barcode: `'${variant.barcode}`,
      'Option1 value': variant.size,
      'Option2 value': variant.color,
      Price: variant.price,
      'Charge tax': 'true',
      'Inventory tracker': 'shopify',
      'Inventory quantity': variant.stock,
      'Continue selling when out of stock': 'deny',
      'Weight value (grams)': '226.796185',
      'Weight unit for display': 'lb',
      'Requires shipping': 'true',
      'Fulfillment service': 'manual',
      'Product image URL': product.images[k] ?? '',
      'Image position': k < 3 ? String(k + 1) : '',
      'Image alt text': k < 3 ? `Picture ${k + 1}` : '',
      'Variant image URL': product.images[0] ?? '',
    })),
  )
}
