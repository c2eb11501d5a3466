import {
  cleanText,
  imageColumns,
  metadataFormat,
  plainCell,
  productColumns,
  productFields,
  variantColumns,
  variantFields,
} from '@catalog/catalog'
import type { Column, TextKind } from '@catalog/catalog'
import type { CatalogSlice } from './types.ts'

/**
 * Which texts the catalog has although they would be stored otherwise today: old ones, with format characters or
 * decomposed letters. A cell that has exactly such a text keeps it, so that an export comes back unchanged (INV-12).
 */
export class StoredTexts {
  readonly #catalog: Pick<CatalogSlice, 'products' | 'skuOwners'>
  /** By column; most files have no text for which it is needed. */
  #unclean: Map<string, Set<string>> | undefined

  constructor(catalog: Pick<CatalogSlice, 'products' | 'skuOwners'>) {
    this.#catalog = catalog
  }

  /** The text of a column's cell as it is stored. */
  spell(column: string, text: string, kind: TextKind): string {
    const cleaned = cleanText(text, kind)
    if (cleaned === text) return text
    this.#unclean ??= uncleanTexts(this.#catalog)
    return this.#unclean.get(column)?.has(text) ? text : cleaned
  }
}

function uncleanTexts({
  products,
  skuOwners,
}: Pick<CatalogSlice, 'products' | 'skuOwners'>): Map<string, Set<string>> {
  const unclean = new Map<string, Set<string>>()
  const add = (column: string, text: string, kind: TextKind) => {
    if (cleanText(text, kind) === text) return
    const texts = unclean.get(column)
    if (texts) texts.add(text)
    else unclean.set(column, new Set([text]))
  }
  const addAll = <Fields>(columns: Column<Fields>[], fields: Fields) => {
    for (const column of columns) add(column.name, plainCell(column, fields), column.format.kind)
  }
  for (const product of products.values()) {
    addAll(productColumns, productFields(product))
    for (const [key, value] of Object.entries(product.metadata))
      add(`metadata.${key}`, value, metadataFormat.kind)
    for (const variant of product.variants) addAll(variantColumns, variantFields(variant))
    for (const [index, image] of product.images.entries())
      addAll(imageColumns, { ...image, position: index + 1 })
  }
  for (const sku of skuOwners.keys()) add('variant_sku', sku, 'code')
  return unclean
}
