import { canonicalHeader, productToRows } from './canonical-csv.ts'
import { plainProductDefaults, plainVariantDefaults } from './columns.ts'
import { writeCsv } from './csv-writing.ts'
import type { Product } from './product.ts'

/** An example canonical CSV that imports without an error. */
export function templateCsv(): string {
  const metadataKeys = ['care']
  return writeCsv([
    canonicalHeader(metadataKeys),
    ...products.flatMap((product) => productToRows(product, metadataKeys)),
  ])
}

const shirt = {
  ...plainVariantDefaults,
  price: '49.00',
  compareAtPrice: '59.00',
  weightGrams: '210.5',
  imageUrl: 'https://images.example.com/linen-shirt-front.jpg',
}

const products: Product[] = [
  {
    ...plainProductDefaults,
    handle: 'example-gift-card',
    title: 'Gift card',
    descriptionHtml: '<p>A product with one variant needs no options.</p>',
    vendor: 'Example Goods',
    productType: 'Gift cards',
    optionNames: [],
    metadata: {},
    variants: [
      {
        ...plainVariantDefaults,
        optionValues: [],
        sku: 'EXAMPLE-GIFT-25',
        price: '25.00',
        requiresShipping: false,
        taxable: false,
        imageUrl: null,
      },
    ],
    images: [],
  },
  {
    ...plainProductDefaults,
    handle: 'example-linen-shirt',
    title: 'Linen shirt',
    descriptionHtml: '<p>Each further row with the same handle adds a variant, an image, or both.</p>',
    vendor: 'Example Goods',
    productType: 'Shirts',
    tags: ['linen', 'summer'],
    seoTitle: 'Linen shirt',
    seoDescription: 'A light shirt for warm days.',
    optionNames: ['Size', 'Color'],
    metadata: { care: 'Wash at 30 °C' },
    variants: [
      { ...shirt, optionValues: ['S', 'White'], sku: 'EXAMPLE-SHIRT-S', inventoryQuantity: 12 },
      { ...shirt, optionValues: ['M', 'White'], sku: 'EXAMPLE-SHIRT-M', inventoryQuantity: 8 },
      { ...shirt, optionValues: ['L', 'White'], sku: 'EXAMPLE-SHIRT-L', inventoryQuantity: 0 },
    ],
    images: [
      { url: 'https://images.example.com/linen-shirt-front.jpg', alt: 'Linen shirt, front' },
      { url: 'https://images.example.com/linen-shirt-back.jpg', alt: 'Linen shirt, back' },
    ],
  },
]
