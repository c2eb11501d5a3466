import type { CanonicalRow } from './dialect.ts'
import { slug } from './slug.ts'

/** A product of a file whose format has no handles. */
export interface NamedProduct {
  row: CanonicalRow
  /** Texts to make the handle of: the name, then longer ones for products that share it. */
  names: string[]
}

/**
 * The handle of each product: the slug of its name or, if an earlier product has that, of a longer text. Undefined if
 * none is free. `taken` are handles of products that do not get theirs from a name.
 */
export function productHandles<Product extends NamedProduct>(
  products: Product[],
  taken = new Map<string, CanonicalRow>(),
): Map<Product, string> {
  const handles = new Map<Product, string>()
  const take = (product: Product, names: string[]) => {
    for (const handle of names.map(slug)) {
      if (handle === '') continue
      const owner = taken.get(handle)
      if (!owner) {
        taken.set(handle, product.row)
        handles.set(product, handle)
        return
      }
      // In a report without that row, this one would be taken for that product.
      product.row.needs = [...(product.row.needs ?? []), owner.row]
    }
  }
  for (const product of products) take(product, product.names.slice(0, 1))
  for (const product of products) if (!handles.has(product)) take(product, product.names.slice(1))
  return handles
}
