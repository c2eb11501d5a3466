import type { Product, Variant } from '@catalog/catalog'
import { makeProduct, makeVariant } from '@catalog/catalog/testing'
import type { DraftRow } from '@catalog/contracts'

/** A product as a file without further cells creates it: active. */
export function product(fields: Pick<Product, 'handle' | 'title'> & Partial<Product>): Product {
  return makeProduct({ status: 'active', ...fields })
}

export function variant(fields: Pick<Variant, 'price'> & Partial<Variant>): Variant {
  return makeVariant(fields)
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
