import { exportFile } from './export-file.ts'

const v2Header =
  'Item Type,Product ID,Product Name,Product Type,Product Code/SKU,Bin Picking Number,Brand Name,Option Set,Option Set Align,Product Description,Price,Cost Price,Retail Price,Sale Price,Fixed Shipping Cost,Free Shipping,Product Warranty,Product Weight,Product Width,Product Height,Product Depth,Allow Purchases?,Product Visible?,Product Availability,Track Inventory,Current Stock Level,Low Stock Level,Category,Product Image ID - 1,Product Image File - 1,Product Image URL - 1,Product Image Description - 1,Product Image Is Thumbnail - 1,Product Image Sort - 1,Product Image ID - 2,Product Image File - 2,Product Image URL - 2,Product Image Description - 2,Product Image Is Thumbnail - 2,Product Image Sort - 2,Product Image ID - 3,Product Image File - 3,Product Image URL - 3,Product Image Description - 3,Product Image Is Thumbnail - 3,Product Image Sort - 3,Search Keywords,Page Title,Meta Keywords,Meta Description,Product Condition,Show Product Condition?,Sort Order,Product Tax Class,Product UPC/EAN,Stop Processing Rules,Product URL,Redirect Old URL?,GPS Global Trade Item Number,GPS Category,Product Custom Fields'

/** A Product row, four SKU rows, and a Rule row that raises the price of one of them. */
export function bigcommerceV2File(): Buffer {
  return exportFile(v2Header.split(','), { variants: 4, rowsEach: 6 }, (product) => {
    const images = product.images.flatMap((url, k) => [
      [`Product Image ID - ${k + 1}`, String(product.number * 10 + k)],
      [`Product Image File - ${k + 1}`, `f/${product.number}/picture-${k}.jpg`],
      [`Product Image URL - ${k + 1}`, url],
      [`Product Image Description - ${k + 1}`, `Picture ${k + 1}`],
      [`Product Image Is Thumbnail - ${k + 1}`, k === 0 ? 'Y' : 'N'],
      [`Product Image Sort - ${k + 1}`, String(k)],
    ])
    const own = {
      'Item Type': 'Product',
      'Product ID': String(product.number),
      'Product Name': product.name,
      'Product Type': 'P',
      'Product Code/SKU': `P-${product.number}`,
      'Brand Name': product.brand,
      'Option Set': product.name,
      'Option Set Align': 'Right',
      'Product Description': product.description,
      Price: product.variants[0]?.price ?? '',
      'Cost Price': '12.00',
      'Retail Price': '499.00',
      'Sale Price': '0.00',
      'Fixed Shipping Cost': '0.00',
      'Free Shipping': 'N',
      'Product Weight': '0.2500',
      'Allow Purchases?': 'Y',
      'Product Visible?': 'Y',
      'Track Inventory': 'by option',
      'Current Stock Level': '0',
      'Low Stock Level': '0',
      Category: 'Shop/Outdoor;Shop/New',
      ...Object.fromEntries(images),
      'Page Title': product.name,
      'Meta Description': `All about ${product.name}, and more`,
      'Product Condition': 'New',
      'Show Product Condition?': 'N',
      'Sort Order': '0',
      'Product Tax Class': 'Default Tax Class',
      'Stop Processing Rules': 'N',
      'Product URL': `/${product.handle}/`,
    }
    const skus = product.variants.map((variant, k) => ({
      'Item Type': '  SKU',
      'Product ID': String(product.number * 10 + k),
      'Product Name': `[RT]Size=${variant.size},[CS]Color=${variant.color}:#1A2B3C`,
      'Product Code/SKU': variant.sku,
      'Current Stock Level': variant.stock,
      'Low Stock Level': '0',
      'Product UPC/EAN': variant.barcode,
    }))
    const rule = {
      'Item Type': '  Rule',
      'Product ID': String(product.number),
      'Product Code/SKU': `SKU-${product.number}-3`,
      Price: '[ADD]4',
      'Allow Purchases?': 'Y',
      'Product Visible?': 'Y',
      'Stop Processing Rules': 'N',
    }
    return [own, ...skus, rule]
  })
}

const v3Header =
  'Item,ID,Name,Type,SKU,Options,Inventory Tracking,Current Stock,Low Stock,Price,Cost Price,Retail Price,Sale Price,Brand ID,Channels,Categories,Description,Custom Fields,Page Title,Product URL,Meta Description,Search Keywords,Meta Keywords,Bin Picking Number,UPC/EAN,Global Trade Number,Manufacturer Part Number,Free Shipping,Fixed Shipping Cost,Weight,Width,Height,Depth,Is Visible,Is Featured,Warranty,Tax Class,Product Condition,Show Product Condition,Sort Order,Variant Image URL,Internal Image URL (Export),Image URL (Import),Image Description,Image is Thumbnail,Image Sort Order,YouTube ID,Video Title,Video Description,Video Sort Order'

/** A Product row, four Variant rows and three Image rows. */
export function bigcommerceV3File(): Buffer {
  return exportFile(v3Header.split(','), { variants: 4, rowsEach: 8 }, (product) => {
    const own = {
      Item: 'Product',
      ID: String(product.number),
      Name: product.name,
      Type: 'physical',
      SKU: `P-${product.number}`,
      'Inventory Tracking': 'variant',
      'Current Stock': '0',
      'Low Stock': '0',
      Price: product.variants[0]?.price ?? '',
      'Cost Price': '12',
      'Retail Price': '499',
      'Sale Price': '0',
      'Brand ID': '3',
      Channels: '1',
      Categories: '23;24',
      Description: product.description,
      'Page Title': product.name,
      'Product URL': `/${product.handle}/`,
      'Meta Description': `All about ${product.name}, and more`,
      'Free Shipping': 'FALSE',
      'Fixed Shipping Cost': '0',
      Weight: '0.25',
      Width: '0',
      Height: '0',
      Depth: '0',
      'Is Visible': 'TRUE',
      'Is Featured': 'FALSE',
      'Tax Class': '0',
      'Product Condition': 'New',
      'Show Product Condition': 'FALSE',
      'Sort Order': '0',
    }
    const variants = product.variants.map((variant, k) => ({
      Item: 'Variant',
      ID: String(product.number * 10 + k),
      SKU: variant.sku,
      Options: `Type=Rectangle|Name=Size|Value=${variant.size}Type=Swatch|Name=Color|Value=${variant.color}[#1A2B3C]`,
      'Current Stock': variant.stock,
      'Low Stock': '0',
      Price: k === 3 ? variant.price : '',
      'UPC/EAN': variant.barcode,
      Weight: '0.25',
      'Variant Image URL': product.images[0] ?? '',
    }))
    const images = product.images.map((url, k) => ({
      Item: 'Image',
      ID: String(product.number * 10 + k),
      'Internal Image URL (Export)': url,
      'Image Description': `Picture ${k + 1}`,
      'Image is Thumbnail': k === 0 ? 'TRUE' : 'FALSE',
      'Image Sort Order': String(k),
    }))
    return [own, ...variants, ...images]
  })
}
