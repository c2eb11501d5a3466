/** A file that grows with its size. */
export interface GrowingFile {
  /** Files of this size and of an eighth of it are compared. */
  size: number
  make: (size: number) => string | Buffer
  /** What the catalog holds already: a file that was imported before. */
  stored?: (size: number) => string
}

type Row = Record<string, string>

/** Texts that may be hard to read where they are long, and how often they stand in a cell of size 1. */
const textures: [text: string, times: number][] = [
  ['0', 1],
  [' ', 1],
  ['a,', 1],
  ['""', 1],
  ['a=|', 1],
  ['\u0300\u0316', 2],
]

/** By what grows in them. */
export const growingFiles: Record<string, GrowingFile> = {
  ...longCells('canonical', {
    row: { handle: 'p' },
    columns: [
      'title',
      'description_html',
      'vendor',
      'tags',
      'status',
      'seo_description',
      'option1_name',
      'option1_value',
      'variant_sku',
      'variant_price',
      'variant_inventory_quantity',
      'variant_weight_grams',
      'variant_taxable',
      'variant_image_url',
      'image_url',
      'image_position',
      'image_alt',
      'metadata.k',
      'note',
    ],
  }),
  ...longCells('canonical, handle', { row: { title: 'P' }, columns: ['handle', 'note'] }),
  ...longCells('shopify', {
    row: { Status: 'active' },
    columns: [
      'URL handle',
      'Title',
      'Description',
      'Tags',
      'Option1 name',
      'Option1 value',
      'SKU',
      'Barcode',
      'Price',
      'Inventory quantity',
      'Inventory tracker',
      'Weight value (grams)',
      'Published on online store',
      'Requires shipping',
      'Product image URL',
      'Image position',
      'Variant image URL',
    ],
  }),
  ...longCells('shopify, handle of the title', {
    row: { 'URL handle': '', Price: '1' },
    columns: ['Title', 'Inventory tracker', 'Published on online store'],
  }),
  ...longCells('shopify_legacy', {
    row: { Vendor: 'v' },
    columns: [
      'Handle',
      'Title',
      'Body (HTML)',
      'Variant SKU',
      'Variant Price',
      'Variant Grams',
      'Image Src',
      'Variant Image',
      'Published',
    ],
  }),
  ...longCells('woocommerce, product', {
    row: { Type: 'simple' },
    columns: [
      'ID',
      'SKU',
      'GTIN, UPC, EAN, or ISBN',
      'Name',
      'Published',
      'Description',
      'Tax status',
      'Stock',
      'Sale price',
      'Regular price',
      'Weight (lbs)',
      'Tags',
      'Brands',
      'Images',
      'Attribute 1 name',
      'Attribute 1 value(s)',
    ],
  }),
  ...longCells('woocommerce, variation', {
    row: { Type: 'variation' },
    columns: [
      'SKU',
      'Name',
      'Parent',
      'Published',
      'Stock',
      'Regular price',
      'Weight (kg)',
      'Attribute 1 name',
      'Attribute 1 value(s)',
    ],
  }),
  ...longCells('woocommerce, type', { row: { 'Regular price': '1' }, columns: ['Type', 'Name', 'ID'] }),
  ...longCells('medusa', {
    row: { 'Variant Price EUR': '1' },
    columns: [
      'Product Id',
      'Product Handle',
      'Product Title',
      'Product Description',
      'Product Status',
      'Product Thumbnail',
      'Product Tags',
      'Product Tag 1',
      'Product Image 1',
      'Product Weight',
      'Variant SKU',
      'Variant Barcode',
      'Variant Inventory Quantity',
      'Variant Manage Inventory',
      'Variant Weight',
      'Variant Option 1 Name',
      'Variant Option 1 Value',
      'Variant Price USD',
    ],
  }),
  ...longCells('bigcommerce_v2, product', {
    row: { 'Item Type': 'Product' },
    columns: [
      'Product Name',
      'Product Type',
      'Product Code/SKU',
      'Product Description',
      'Price',
      'Sale Price',
      'Retail Price',
      'Product Weight',
      'Product Visible?',
      'Track Inventory',
      'Current Stock Level',
      'Product UPC/EAN',
      'Product Image URL - 1',
      'Product Image Is Thumbnail - 1',
      'Product Image Sort - 1',
    ],
  }),
  ...longCells('bigcommerce_v2, type', {
    row: { 'Product Name': 'P' },
    columns: ['Item Type', 'Price', 'Product Type'],
  }),
  ...longCells('bigcommerce_v3, product', {
    row: { Item: 'Product', ID: '1' },
    columns: [
      'Name',
      'Type',
      'SKU',
      'Inventory Tracking',
      'Current Stock',
      'Price',
      'Retail Price',
      'Sale Price',
      'Weight',
      'Is Visible',
      'Variant Image URL',
    ],
  }),
  ...longCells('magento2, product', {
    row: { product_type: 'simple' },
    columns: [
      'sku',
      'name',
      'description',
      'weight',
      'product_online',
      'tax_class_name',
      'visibility',
      'price',
      'special_price',
      'special_price_from_date',
      'url_key',
      'base_image',
      'additional_images',
      'additional_image_labels',
      'additional_attributes',
      'qty',
      'manage_stock',
      'configurable_variations',
    ],
  }),
  ...longCells('magento2, configurable', {
    row: { product_type: 'configurable', sku: 'c', name: 'C' },
    columns: ['configurable_variations', 'configurable_variation_labels', 'store_view_code'],
  }),
  ...longCells('magento2, type', {
    row: { sku: 'c', name: 'C' },
    columns: ['product_type', 'url_key', 'qty'],
  }),

  'header: columns of no known format': {
    size: 900,
    make: (size) => `${times(size, (i) => `Sort ${i}`).join()}\n`,
  },
  'header: columns that are near to known ones': {
    size: 450,
    make: (size) => `handle,title,${times(size, (i) => `variant_prise_${i}`).join()}\na,A\n`,
  },
  'text: UTF-8 with lost characters, broken at its end': {
    size: 50_000,
    make: (size) =>
      Buffer.concat([
        Buffer.from(`\ufeffhandle,title\n${'a,\ufffd\n'.repeat(size / 100)}a,${'\ufffd'.repeat(size)}`),
        Buffer.from([0xc3]),
      ]),
  },
  'text: UTF-16 with lost characters, broken at its end': {
    size: 200_000,
    make: (size) =>
      Buffer.concat([
        Buffer.from(`\ufeffhandle,title\na,${'\ufffd'.repeat(size)}`, 'utf16le'),
        Buffer.from([0xc3]),
      ]),
  },
  'text: Windows-1252, broken at its end': {
    size: 200_000,
    make: (size) =>
      Buffer.concat([Buffer.from(`handle,title\na,${'\u00e9'.repeat(size)}`, 'latin1'), Buffer.from([0x81])]),
  },
  'text: a quotation mark that is never closed': {
    size: 200_000,
    make: (size) => `handle,title\na,"${'""\n,'.repeat(size / 4)}`,
  },

  'canonical: products': {
    size: 1_000,
    make: (size) => csv(times(size, product)),
  },
  'canonical: stored products, changed': {
    size: 500,
    make: (size) => csv(times(size, (i) => ({ ...product(i), title: `Other ${i}`, variant_price: '9.00' }))),
    stored: (size) => csv(times(size, product)),
  },
  'canonical: variants of one product': {
    size: 1_000,
    make: (size) => csv(times(size, variant)),
  },
  'canonical: new variants beside stored ones': {
    size: 500,
    make: (size) => csv(times(size, (i) => variant(i + size))),
    stored: (size) => csv(times(size, variant)),
  },
  'canonical: new variants that stored ones may have been': {
    size: 500,
    make: (size) =>
      csv(times(size, (i) => ({ ...variant(i + size), option1_value: `${'?'.repeat(200)}${i}` }))),
    stored: (size) => csv(times(size, (i) => ({ ...variant(i), option1_value: `${'Č'.repeat(200)}?${i}` }))),
  },
  'canonical: products whose rows alternate': {
    size: 1_000,
    make: (size) => csv(times(size, (i) => ({ ...variant(i), title: 'P', handle: `p${i % 50}` }))),
  },
  'canonical: metadata columns': {
    size: 400,
    make: (size) =>
      csv(times(60, (i) => ({ ...product(i), ...columns(size, (j) => [`metadata.k${j}`, `v${j}`]) }))),
  },
  'canonical: metadata columns that are stored and emptied': {
    size: 400,
    make: (size) =>
      csv(times(60, (i) => ({ ...product(i), ...columns(size, (j) => [`metadata.k${j}`, '']) }))),
    stored: (size) =>
      csv(times(60, (i) => ({ ...product(i), ...columns(size, (j) => [`metadata.k${j}`, `v${j}`]) }))),
  },
  'canonical: columns and rows': {
    size: 200,
    make: (size) =>
      csv(times(100, (i) => ({ ...product(i), ...columns(size, (j) => [`colour ${j}`, 'x']) }))),
  },
  'canonical: wrong cells of a row': {
    size: 400,
    make: (size) =>
      csv(times(60, (i) => ({ ...product(i), ...columns(size, (j) => [`metadata.k${j}`, '\u0007']) }))),
  },
  'canonical: cells beyond the header': {
    size: 400,
    make: (size) =>
      `handle,title,variant_price\n${times(60, (i) => `p${i},P,1${',x'.repeat(size)}\n`).join('')}`,
  },
  'canonical: empty cells beyond the header': {
    size: 200_000,
    make: (size) => `handle,title,variant_price\na,A,1${','.repeat(size)}\n`,
  },
  'canonical: empty rows': {
    size: 400_000,
    make: (size) => `handle,title,variant_price${'\n'.repeat(size)}a,A,1\n`,
  },
  'canonical: equal SKUs': {
    size: 2_000,
    make: (size) => csv(times(size, (i) => ({ ...product(i), variant_sku: 'one' }))),
  },
  'canonical: SKUs that stand on two rows each': {
    size: 1_000,
    make: (size) => csv(times(size, (i) => ({ ...product(i), variant_sku: `s${i >> 1}` }))),
  },
  'canonical: equal options': {
    size: 1_000,
    make: (size) => csv(times(size, (i) => ({ ...variant(i), option1_value: 'one' }))),
  },
  'canonical: option names that contradict each other': {
    size: 1_000,
    make: (size) => csv(times(size, (i) => ({ ...variant(i), option1_name: `Size ${i}` }))),
  },
  'canonical: rows of a product of which half are at fault': {
    size: 4_000,
    make: (size) => csv(times(size, (i) => ({ ...variant(i), vendor: i % 2 === 0 ? '' : `v${i}` }))),
  },
  'canonical: rows with other tags than the first, and their length': {
    size: 300,
    make: (size) =>
      csv(
        times(10 * size, (i) => ({
          ...variant(i),
          tags: i === 0 ? times(size, (j) => `${'t'.repeat(200)}${j}`).join() : `x${i}`,
        })),
      ),
  },
  'canonical: rows that repeat a long description': {
    size: 20,
    make: (size) => csv(times(size, (i) => ({ ...variant(i), description_html: 'd'.repeat(60_000) }))),
  },
  'canonical: handles with as many marks as are read': {
    size: 200,
    make: (size) => csv(times(size, (i) => ({ ...product(i), handle: `${marks(1_000)}${i}` }))),
  },
  'canonical: handles of digits': {
    size: 1_000,
    make: (size) => csv(times(size, (i) => ({ ...product(i), handle: String(i + 1) }))),
  },
  'canonical: tags': {
    size: 40_000,
    make: (size) => csv([{ ...product(0), tags: times(size, (i) => `t${i}`).join() }]),
  },
  'canonical: images of a product': {
    size: 1_000,
    make: (size) => csv(times(size, image)),
  },
  'canonical: stored images, in another order': {
    size: 1_000,
    make: (size) => csv(times(size, (i) => ({ ...image(i), image_position: String(size - i) }))),
    stored: (size) => csv(times(size, image)),
  },
  'canonical: images that ask for the same position': {
    size: 1_000,
    make: (size) => csv(times(size, (i) => ({ ...image(i), image_position: '1' }))),
  },
  'canonical: images that ask for high positions': {
    size: 1_000,
    make: (size) => csv(times(size, (i) => ({ ...image(i), image_position: String(2_000_000_000 - i) }))),
  },
  'canonical: rows that contradict each other about an image': {
    size: 1_000,
    make: (size) => csv(times(size, (i) => ({ ...image(0), image_alt: `alt ${i}` }))),
  },
  'canonical: variants whose images are those of rows that fail in turn': {
    size: 1_000,
    make: (size) =>
      csv(
        times(size, (i) => ({
          ...variant(i),
          image_url: imageUrl(i),
          variant_image_url: imageUrl(i + 1),
        })),
      ),
  },
  'canonical: variants whose image is none of the product': {
    size: 1_000,
    make: (size) => csv(times(size, (i) => ({ ...variant(i), variant_image_url: imageUrl(1) }))),
  },
  'canonical: marks in the host of an address': {
    size: 4_000,
    make: (size) =>
      csv(times(50, (i) => ({ ...product(i), image_url: `https://${marks(size)}${i}.example/` }))),
  },
  'canonical: white space in the name of a column': {
    size: 20_000,
    make: (size) => csv([{ ...product(0), [`metadata.${' '.repeat(size)}x\nx`]: 'x' }]),
  },
  'canonical: length of the name of a column': {
    size: 100_000,
    make: (size) => csv([{ ...product(0), [`a${' _'.repeat(size)}`]: 'x' }]),
  },

  'shopify: images of variants': {
    size: 1_000,
    make: (size) =>
      csv(
        times(size, (i) => ({
          'URL handle': 'p',
          Title: i === 0 ? 'P' : '',
          'Option1 name': 'Size',
          'Option1 value': `${i}`,
          Price: '1',
          'Variant image URL': imageUrl(i),
        })),
      ),
  },
  'shopify: short rows below a wide header': {
    size: 150,
    make: (size) =>
      `URL handle,Title,Price${times(size, (i) => `,Colour ${i}`).join('')}\n${times(5 * size, (i) => `p${i},P,1\n`).join('')}`,
  },
  'shopify: marks in handles, titles and addresses': {
    size: 100,
    make: (size) =>
      csv(
        times(size, (i) => ({
          'URL handle': i % 2 === 0 ? `${marks(2_000)}${i}` : '',
          Title: `${marks(2_000)}${i}`,
          'Product image URL': `https://${marks(2_000)}.example/`,
          'Variant image URL': `https://${marks(2_000)}.example/`,
          Price: '1',
        })),
      ),
  },

  'woocommerce: images in a cell': {
    size: 5_000,
    make: (size) => csv([{ ...woo('simple', 0), Images: times(size, imageUrl).join(', ') }]),
  },
  'woocommerce: files and no addresses among the images': {
    size: 40_000,
    make: (size) => csv([{ ...woo('simple', 0), Images: times(size, (i) => `${i}`).join() }]),
  },
  'woocommerce: tags with commas': {
    size: 20_000,
    make: (size) => csv([{ ...woo('simple', 0), Tags: times(size, (i) => `${i}\\,`).join() }]),
  },
  'woocommerce: attributes of variations, all alike': {
    size: 100,
    make: (size) =>
      csv([
        { ...woo('variable', 0), ...columns(size, (j) => [`Attribute ${j} name`, `a${j}`]) },
        ...times(100, (i) => ({
          ...woo('variation', i + 1),
          ...columns(size, (j) => [`Attribute ${j} name`, `a${j}`]),
          ...columns(size, (j) => [`Attribute ${j} value(s)`, `v${i}`]),
        })),
      ]),
  },
  'woocommerce: attributes of variations, each other ones': {
    size: 250,
    make: (size) =>
      csv([
        woo('variable', 0),
        ...times(size, (i) => ({
          ...woo('variation', i + 1),
          ...columns(20, (j) => [`Attribute ${j} name`, `a${i}-${j}`]),
        })),
      ]),
  },
  'woocommerce: variations and the length of the cells of their product': {
    size: 1_000,
    make: (size) =>
      csv([
        {
          ...woo('variable', 0),
          Published: `1${'0'.repeat(40 * size)}`,
          'Tax status': `x${' '.repeat(40 * size)}x`,
          'Weight (kg)': '1'.repeat(40 * size),
        },
        ...times(size, (i) => ({ ...woo('variation', i + 1), Published: '-1' })),
      ]),
  },
  'woocommerce: products of the same name': {
    size: 1_000,
    make: (size) => csv(times(size, (i) => ({ ...woo('simple', i), Name: 'same', SKU: `s${i % 7}` }))),
  },
  'woocommerce: variations whose parents have one SKU': {
    size: 1_000,
    make: (size) =>
      csv(
        times(size, (i) =>
          i % 2 === 0 ? { ...woo('variable', i), SKU: 'one' } : { ...woo('variation', i), Parent: 'one' },
        ),
      ),
  },
  'woocommerce: variations of a stored product': {
    size: 1_000,
    make: (size) => csv(times(size, (i) => ({ ...woo('variation', i), Parent: `s${i}` }))),
    stored: (size) => csv(times(size, variant)),
  },
  'woocommerce: dashes in the names of variations': {
    size: 100,
    make: (size) =>
      csv(times(size, (i) => ({ ...woo('variation', i), Parent: '', Name: ' - '.repeat(300) }))),
  },
  'woocommerce: white space in the name of a column': {
    size: 20_000,
    make: (size) => csv([{ ...woo('simple', 0), [`Meta:${' '.repeat(size)}x\nx`]: 'x' }]),
  },

  'medusa: prices, options, tags and images of a row': {
    size: 80,
    make: (size) =>
      csv(
        times(30, (i) => ({
          'Product Handle': 'p',
          'Product Title': 'P',
          'Variant Price EUR': '1',
          ...columns(size, (j) => [`Price r${j} [EUR]`, '1']),
          ...columns(size, (j) => [`Option ${j} Name`, `o${i}-${j}`]),
          ...columns(size, (j) => [`Option ${j} Value`, `v${i}`]),
          ...columns(size, (j) => [`Product Tag ${j}`, `t${j}`]),
          ...columns(size, (j) => [`Image ${j}`, j % 2 === 0 ? imageUrl(j) : `${i}.jpg`]),
        })),
      ),
  },
  'medusa: rows that have their handle from another, and its length': {
    size: 3_000,
    make: (size) =>
      csv(
        times(size, (i) => ({
          'Product Id': 'x',
          'Product Handle': i === 0 ? `${' '.repeat(40 * size)}${'p'.repeat(40 * size)}` : '',
          'Variant Price EUR': '1',
        })),
      ),
  },
  'medusa: rows that have their handle from another': {
    size: 1_000,
    make: (size) =>
      csv(
        times(size, (i) => ({
          'Product Id': 'x',
          'Product Handle': i === 0 ? 'p' : '',
          'Product Title': 'P',
          'Variant Price EUR': '1',
          'Option 1 Name': 'Size',
          'Option 1 Value': `${i}`,
        })),
      ),
  },

  'bigcommerce_v2: rules of the options of all variants': {
    size: 1_000,
    make: (size) =>
      csv([
        v2('Product', 'P'),
        ...skus(size),
        ...times(size, (i) => v2('Rule', `[S]Color=Red`, `[ADD]${i}`)),
      ]),
  },
  'bigcommerce_v2: rules of the options of no variant': {
    size: 2_400,
    make: (size) =>
      csv([
        v2('Product', 'P'),
        ...times(size, (i) =>
          v2('Sku', `[S]Color=${i % 2 === 0 ? 'Red' : 'Blue'},[S]Size=${i % 2 === 0 ? 'S' : 'M'}`),
        ),
        ...times(size, (i) => v2('Rule', `[S]Color=Red,[S]Size=M`, `[ADD]${i}`)),
      ]),
  },
  'bigcommerce_v2: rules of a SKU that all variants have': {
    size: 1_000,
    make: (size) =>
      csv([
        v2('Product', 'P'),
        ...skus(size, () => 'one'),
        ...times(size, (i) => ({ ...v2('Rule', '', `[ADD]${i}`), 'Product Code/SKU': 'one' })),
      ]),
  },
  'bigcommerce_v2: variants and the length of the cells of their product': {
    size: 3_000,
    make: (size) =>
      csv([
        {
          ...v2('Product', 'P'),
          'Track Inventory': `x${'a'.repeat(40 * size)}`,
          'Product Type': `x${'a'.repeat(40 * size)}`,
          'Sale Price': '0'.repeat(40 * size),
        },
        ...skus(size),
      ]),
  },
  'bigcommerce_v2: images of a row': {
    size: 100,
    make: (size) =>
      csv(
        times(50, (i) => ({
          ...v2('Product', `P${i}`),
          ...columns(size, (j) => [`Product Image URL - ${j}`, imageUrl(j)]),
        })),
      ),
  },

  'bigcommerce_v3: variants and the length of the cells of their product': {
    size: 3_000,
    make: (size) =>
      csv([
        {
          ...v3('Product', 0),
          'Inventory Tracking': `x${'a'.repeat(40 * size)}`,
          Type: `x${'a'.repeat(40 * size)}`,
          'Sale Price': '0'.repeat(40 * size),
        },
        ...times(size, (i) => v3('Variant', i)),
      ]),
  },
  'bigcommerce_v3: images of a product': {
    size: 1_000,
    make: (size) =>
      csv([
        v3('Product', 0),
        ...times(size, (i) => ({ ...v3('Image', i), 'Image URL (Import)': imageUrl(i) })),
      ]),
  },
  'bigcommerce_v3: white space in the options of a row': {
    size: 1_900,
    make: (size) =>
      csv([
        v3('Product', 0),
        ...times(20, (i) => ({
          ...v3('Variant', i),
          Options: `Type=R|Name=Size|Value=${' '.repeat(size)}x${' '.repeat(size)}${i}`,
        })),
      ]),
  },

  'magento2: length of a quoted attribute': {
    size: 200_000,
    make: (size) => csv([{ ...magento(0), additional_attributes: `a="${'""x'.repeat(size / 4)}"` }]),
  },
  'magento2: choices of an attribute, quoted': {
    size: 40_000,
    make: (size) => csv([{ ...magento(0), additional_attributes: `a=${'"x"|'.repeat(size)}"y"` }]),
  },
  'magento2: attributes of a product': {
    size: 10_000,
    make: (size) => csv([{ ...magento(0), additional_attributes: times(size, (i) => `a${i}="x"`).join() }]),
  },
  'magento2: attributes whose quotation marks are never closed': {
    size: 20_000,
    make: (size) => csv([{ ...magento(0), additional_attributes: times(size, (i) => `a${i}="`).join() }]),
  },
  'magento2: variations of a product': {
    size: 1_000,
    make: (size) =>
      csv([
        {
          ...magento(0),
          product_type: 'configurable',
          configurable_variations: times(size, (i) => `sku=m${i + 1},size=${i}`).join('|'),
        },
        ...times(size, (i) => magento(i + 1)),
      ]),
  },
  'magento2: variations that name no variant': {
    size: 20_000,
    make: (size) =>
      csv([{ ...magento(0), product_type: 'configurable', configurable_variations: ',sku=|'.repeat(size) }]),
  },
  'magento2: a variation of many products, in many rows': {
    size: 2_400,
    make: (size) =>
      csv([
        ...times(size, (i) => ({
          ...magento(i + 1),
          product_type: 'configurable',
          configurable_variations: 'sku=m0,size=S',
        })),
        ...times(size, () => magento(0)),
      ]),
  },
  'magento2: images, quoted, with labels': {
    size: 10_000,
    make: (size) =>
      csv([
        {
          ...magento(0),
          additional_images: times(size, (i) => `"${imageUrl(i)}"`).join(),
          additional_image_labels: times(size, (i) => `"l${i}"`).join(),
        },
      ]),
  },
  'magento2: variants whose images have other labels': {
    size: 100,
    make: (size) =>
      csv([
        {
          ...magento(0),
          product_type: 'configurable',
          configurable_variations: times(size, (i) => `sku=m${i + 1},size=${i}`).join('|'),
        },
        ...times(size, (i) => ({
          ...magento(i + 1),
          additional_images: times(100, imageUrl).join(),
          additional_image_labels: times(100, () => `l${i}`).join(),
        })),
      ]),
  },
}

function times<Item>(count: number, make: (index: number) => Item): Item[] {
  return Array.from({ length: count }, (_, index) => make(index))
}

function columns(count: number, make: (index: number) => [string, string]): Row {
  return Object.fromEntries(times(count, make))
}

function marks(count: number): string {
  return `a${'\u0300\u0316'.repeat(count / 2)}`
}

function imageUrl(index: number): string {
  return `https://a.example/${index}.jpg`
}

function product(index: number): Row {
  return { handle: `p${index}`, title: `Product ${index}`, variant_price: '1.00', variant_sku: `s${index}` }
}

function variant(index: number): Row {
  return {
    handle: 'p',
    title: index === 0 ? 'Product' : '',
    option1_name: 'Size',
    option1_value: `${index}`,
    variant_price: '1.00',
    variant_sku: `s${index}`,
  }
}

function image(index: number): Row {
  return {
    handle: 'p',
    title: index === 0 ? 'Product' : '',
    image_url: imageUrl(index),
    variant_price: index === 0 ? '1.00' : '',
    image_alt: `alt ${index}`,
  }
}

function woo(type: string, index: number): Row {
  return {
    Type: type,
    SKU: `w${index}`,
    Name: `P${index}`,
    'Regular price': '1',
    Parent: type === 'variation' ? 'w0' : '',
  }
}

function v2(type: string, name: string, price = '1.00'): Row {
  return { 'Item Type': type, 'Product Name': name, Price: price }
}

function skus(count: number, sku = (index: number) => `b${index}`): Row[] {
  return times(count, (i) => ({ ...v2('SKU', `[S]Color=Red,[S]Size=${i}`), 'Product Code/SKU': sku(i) }))
}

function v3(item: string, index: number): Row {
  return {
    Item: item,
    ID: `${index}`,
    Name: item === 'Product' ? 'P' : '',
    Options: item === 'Variant' ? `Type=R|Name=Size|Value=${index}` : '',
    Price: item === 'Product' ? '1.00' : '',
  }
}

function magento(index: number): Row {
  return { sku: `m${index}`, product_type: 'simple', name: `M${index}`, price: '1' }
}

/** A row for each texture, whose cells are all long. */
function longCells(
  what: string,
  { row, columns: names }: { row: Row; columns: string[] },
): Record<string, GrowingFile> {
  return {
    [`${what}: length of each cell`]: {
      size: 5_000,
      make: (size) =>
        csv(
          textures.map(([text, often]) =>
            Object.assign(
              columns(names.length, (i) => [names[i] ?? '', `x${text.repeat(often * size)}x`]),
              row,
            ),
          ),
        ),
    },
  }
}

function csv(rows: Row[]): string {
  const header = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  return [header, ...rows.map((row) => header.map((name) => row[name] ?? ''))]
    .map((line) => `${line.map(written).join()}\r\n`)
    .join('')
}

function written(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
