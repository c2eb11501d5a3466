import type { Product } from '@catalog/catalog'
import { makeProduct, makeVariant } from '@catalog/catalog/testing'

/** A product with only the required fields. */
export const plain = makeProduct({
  handle: 'plain',
  title: '=Plain',
  variants: [makeVariant({ price: '3.00' })],
})

/** Options, two variants, three images, and text that needs quotes and guards. */
export const shirt: Product = {
  ...plain,
  handle: 'shirt',
  title: 'Shirt',
  descriptionHtml: '<p>a "b", c</p>',
  vendor: 'Maker',
  productType: 'Top',
  tags: ['a', 'b'],
  status: 'active',
  seoTitle: 'Seo',
  seoDescription: '-about',
  optionNames: ['Size', 'Colour'],
  metadata: { material: 'cotton' },
  variants: [
    makeVariant({
      optionValues: ['S', 'Red'],
      sku: '01',
      barcode: '+49',
      price: '25.00',
      compareAtPrice: '30.125',
      inventoryQuantity: 0,
      weightGrams: '1.5',
      requiresShipping: false,
      imageUrl: 'https://x.example/2.jpg',
    }),
    makeVariant({
      optionValues: ['L', 'Red'],
      sku: '02',
      price: '10.99',
      inventoryQuantity: -3,
      taxable: false,
    }),
  ],
  images: [
    { url: 'https://x.example/1.jpg', alt: 'front' },
    { url: 'https://x.example/2.jpg', alt: '' },
    { url: 'https://x.example/3.jpg', alt: '' },
  ],
}
