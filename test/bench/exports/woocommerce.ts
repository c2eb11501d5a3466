import { exportFile } from './export-file.ts'

const header =
  'ID;Type;SKU;GTIN, UPC, EAN, or ISBN;Name;Published;Is featured?;Visibility in catalog;Short description;Description;Date sale price starts;Date sale price ends;Tax status;Tax class;In stock?;Stock;Low stock amount;Backorders allowed?;Sold individually?;Weight (lbs);Length (cm);Width (cm);Height (cm);Allow customer reviews?;Purchase note;Sale price;Regular price;Categories;Tags;Shipping class;Images;Download limit;Download expiry days;Parent;Grouped products;Upsells;Cross-sells;External URL;Button text;Position;Brands;Attribute 1 name;Attribute 1 value(s);Attribute 1 visible;Attribute 1 global;Attribute 2 name;Attribute 2 value(s);Attribute 2 visible;Attribute 2 global;Attribute 3 name;Attribute 3 value(s);Attribute 3 visible;Attribute 3 global;Attribute 1 default;Attribute 2 default;Download 1 ID;Download 1 name;Download 1 URL;Meta: _wp_page_template;Meta: _yoast_wpseo_title'

/** A variable product, and its variations below it. */
export function woocommerceFile(): Buffer {
  return exportFile(header.split(';'), { variants: 4, rowsEach: 5 }, (product) => {
    const id = product.number * 10
    const both = {
      Published: '1',
      'Is featured?': '0',
      'Visibility in catalog': 'visible',
      'Tax status': 'taxable',
      'In stock?': '1',
      'Backorders allowed?': '0',
      'Sold individually?': '0',
      'Attribute 1 name': 'Size',
      'Attribute 1 global': '1',
      'Attribute 2 name': 'Color',
      'Attribute 2 global': '1',
    }
    const parent = {
      ...both,
      ID: String(id),
      Type: 'variable',
      SKU: `P-${product.number}`,
      Name: product.name,
      'Short description': `All about ${product.name}, and more`,
      Description: product.description.replaceAll('\n', '\\n'),
      'Allow customer reviews?': '1',
      Categories: 'Clothing, Clothing > Outdoor',
      Tags: `summer, new, tag-${product.number % 30}`,
      Images: product.images.join(', '),
      Position: '0',
      Brands: product.brand,
      'Attribute 1 value(s)': 'S, M, L, XL',
      'Attribute 1 visible': '1',
      'Attribute 2 value(s)': 'Black',
      'Attribute 2 visible': '1',
      'Attribute 3 name': 'Material',
      'Attribute 3 value(s)': 'Cotton\\, washed',
      'Attribute 3 visible': '1',
      'Attribute 3 global': '0',
      'Meta: _wp_page_template': 'default',
    }
    const variations = product.variants.map((variant, k) => ({
      ...both,
      ID: String(id + k + 1),
      Type: 'variation',
      SKU: variant.sku,
      'GTIN, UPC, EAN, or ISBN': variant.barcode,
      Name: `${product.name} - ${variant.size}, ${variant.color}`,
      'Tax class': 'parent',
      Stock: variant.stock,
      'Weight (lbs)': '.75',
      'Allow customer reviews?': '0',
      'Sale price': k === 0 ? variant.price : '',
      'Regular price': k === 0 ? '499' : variant.price,
      Images: product.images[k] ?? '',
      Parent: `P-${product.number}`,
      Position: String(k + 1),
      'Attribute 1 value(s)': variant.size,
      'Attribute 2 value(s)': variant.color,
    }))
    return [parent, ...variations]
  })
}
