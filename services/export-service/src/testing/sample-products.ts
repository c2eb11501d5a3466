import type { Product } from '@catalog/catalog'

/** As little as a product can have. */
export const plain: Product = {
  handle: 'plain',
  title: '=Plain',
  descriptionHtml: '',
  vendor: '',
  productType: '',
  tags: [],
  status: 'draft',
  seoTitle: '',
  seoDescription: '',
  optionNames: [],
  metadata: {},
  variants: [
    {
      optionValues: [],
      sku: '',
      barcode: '',
      price: '3.00',
      compareAtPrice: null,
      inventoryQuantity: null,
      weightGrams: null,
      requiresShipping: true,
      taxable: true,
      imageUrl: null,
    },
  ],
  images: [],
}

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
    {
      optionValues: ['S', 'Red'],
      sku: '01',
      barcode: '+49',
      price: '25.00',
      compareAtPrice: '30.125',
      inventoryQuantity: 0,
      weightGrams: '1.5',
      requiresShipping: false,
      taxable: true,
      imageUrl: 'https://x.example/2.jpg',
    },
    {
      optionValues: ['L', 'Red'],
      sku: '02',
      barcode: '',
      price: '10.99',
      compareAtPrice: null,
      inventoryQuantity: -3,
      weightGrams: null,
      requiresShipping: true,
      taxable: false,
      imageUrl: null,
    },
  ],
  images: [
    { url: 'https://x.example/1.jpg', alt: 'front' },
    { url: 'https://x.example/2.jpg', alt: '' },
    { url: 'https://x.example/3.jpg', alt: '' },
  ],
}
