import type { Product, Variant } from '@catalog/catalog'
import { makeProduct, makeVariant } from '@catalog/catalog/testing'

/** What no spreadsheet changes, however the file is opened. */
export function carriedProducts(): Product[] {
  return [
    product('linen-shirt', {
      title: 'Shirt, "washed"; 100 % linen',
      descriptionHtml: '  <p>Soft,\n"washed" linen;</p>\n\n<ul>\n\t<li>€ 5 – ½ “off”</li></ul> ',
      vendor: '=SUM(A1:A9)',
      productType: "'quoted'",
      tags: ['+new', '-50% off', 'été'],
      status: 'active',
      seoTitle: '@home | -5 °C',
      seoDescription: "'=1+1",
      optionNames: ['Größe', 'Color'],
      metadata: { note: ' padded ', formula: '  =cmd|x', care: "''-x" },
      variants: [
        variant(['S', '-white'], {
          sku: 'LS-S-W',
          barcode: '4006381333931',
          price: '25.00',
          compareAtPrice: '29.10',
          inventoryQuantity: -3,
          weightGrams: '283.495231',
          taxable: false,
          imageUrl: 'https://a.example/1.jpg?a=1&b=2#top',
        }),
        variant(['M', 'a, b'], { sku: '-7', price: '0.1234', inventoryQuantity: 0, requiresShipping: false }),
        variant(['L', 'TRUE'], { sku: '4711', price: '9999999999.00', weightGrams: '0.5' }),
      ],
      images: [
        { url: 'https://a.example/1.jpg?a=1&b=2#top', alt: 'Front;\nfolded' },
        { url: 'https://a.example/ü%20b.jpg', alt: '=alt' },
      ],
    }),
    product('mug', { title: "O'Neill’s mug", variants: [variant([], { price: '5.50' })] }),
    product('truth', { title: 'TRUE' }),
  ]
}

export const beyondWindows1252 = 'Čapek 中文 👩‍👩‍👧 עברית'

export function product(handle: string, fields: Partial<Product>): Product {
  return makeProduct({ handle, variants: [variant([], {})], ...fields })
}

export function variant(optionValues: string[], fields: Partial<Variant>): Variant {
  return makeVariant({ optionValues, ...fields })
}
