import type { Product, Variant } from '@catalog/catalog'
import type { DraftRow } from '@catalog/contracts'

/** A product as a file without any further cell makes it. */
export function product(fields: Partial<Product> & { handle: string; title: string }): Product {
  return {
    descriptionHtml: '',
    vendor: '',
    productType: '',
    tags: [],
    status: 'active',
    seoTitle: '',
    seoDescription: '',
    metadata: {},
    optionNames: [],
    variants: [],
    images: [],
    ...fields,
  }
}

export function variant(fields: Partial<Variant> & { sku: string; price: string }): Variant {
  return {
    barcode: '',
    compareAtPrice: null,
    inventoryQuantity: null,
    weightGrams: null,
    requiresShipping: true,
    taxable: true,
    optionValues: [],
    imageUrl: null,
    ...fields,
  }
}

export function image(url: string, alt = ''): { url: string; alt: string } {
  return { url, alt }
}

/** Each row as `2 add shirt SHIRT-M product+variant`, with the codes of its errors and warnings. */
export function rowLines(rows: DraftRow[]): string[] {
  return rows.map(({ row, kind, handle, sku, entities, errors, warnings }) =>
    [
      row,
      kind,
      handle ?? '-',
      sku ?? '-',
      [...entities].sort().join('+') || '-',
      ...errors.map(({ code }) => code),
      ...warnings.map(({ code }) => code),
    ].join(' '),
  )
}
