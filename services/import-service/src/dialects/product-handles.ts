import type { CanonicalRow } from './dialect.ts'
import { slug } from './slug.ts'

/** A product of a file whose format has no handles. */
export interface NamedProduct {
  row: CanonicalRow
  /** Texts that the handle may be made of: the name, and longer ones, for products that share it. */
  names: string[]
}

/**
 * The handle of each product: the slug of its name and, where an earlier one has that, of a longer one. Undefined where
 * none is free. `taken` are handles that products without names of their own have.
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
      // Without that one, the row would be taken for its product.
      product.row.needs = [...(product.row.needs ?? []), owner.row]
    }
  }
  for (const product of products) take(product, product.names.slice(0, 1))
  for (const product of products) if (!handles.has(product)) take(product, product.names.slice(1))
  return handles
}
