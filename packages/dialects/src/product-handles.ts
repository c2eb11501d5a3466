import { handleColumn, normalizeHandle } from '@catalog/catalog'
import type { CanonicalRow, CanonicalTable, HandlesFromNames, MadeHandle } from './dialect.ts'
import { slug } from './slug.ts'

/** A product of a file whose format has no handles. */
export interface NamedProduct {
  row: Pick<CanonicalRow, 'row' | 'needs'>
  /** Texts to make the handle of: the name, then longer ones for products that share it. */
  names: string[]
  /** `''` if it has none. */
  sku: string
  /** The product's id in its shop system; `''` if the file has none. */
  id?: string
}

/** The name, and longer ones with each of the suffixes that has a letter or a digit. */
export function namesWith(name: string, suffixes: string[]): string[] {
  const usable = suffixes.filter((suffix) => /[\p{L}\p{Nd}]/u.test(suffix))
  return [name, ...usable.map((suffix) => `${name} ${suffix}`)]
}

interface Options {
  /** Handles of products that do not get theirs from these names; the ones that are made are added. */
  taken?: Map<string, NamedProduct['row']>
  /** To which the handles are added, for the table. */
  made: Map<string, MadeHandle>
  /** The shop system whose ids the products have. */
  system?: string
}

/**
 * The handle of each product: the slug of its name or, if an older product has that, of a longer text; none if all are
 * taken. The order of the file does not matter.
 */
export function productHandles<Product extends NamedProduct>(
  products: Product[],
  { taken = new Map<string, NamedProduct['row']>(), made, system = '' }: Options,
): Map<Product, string> {
  const handles = new Map<Product, string>()
  const take = (product: Product, names: string[]) => {
    for (const name of names) {
      const handle = slug(name)
      if (handle === '') continue
      const owner = taken.get(handle)
      if (!owner) {
        taken.set(handle, product.row)
        handles.set(product, handle)
        const { names: all, sku, id = '' } = product
        made.set(handle, { names: all, sku, sourceId: id === '' ? undefined : `${system}:${id}` })
        return
      }
      // In a report without that row, this one would be taken for that product.
      product.row.needs = [...(product.row.needs ?? []), owner.row]
    }
  }
  const ordered = products.toSorted(byAge)
  for (const product of ordered) take(product, product.names.slice(0, 1))
  for (const product of ordered) if (!handles.has(product)) take(product, product.names.slice(1))
  return handles
}

/** For a table with handles of its own whose products SKUs find first. */
export function handlesBehindSkus({
  columns,
  rows,
}: Pick<CanonicalTable, 'columns' | 'rows'>): HandlesFromNames {
  const position = columns.indexOf(handleColumn.name)
  const own: MadeHandle = { names: [], sku: '', sourceId: undefined }
  return {
    made: new Map(rows.map(({ cells }) => [normalizeHandle(cells[position] ?? ''), own])),
    hasSkus: true,
  }
}

/** By id where shop systems count them, so that an additional product changes no handle. */
function byAge(a: NamedProduct, b: NamedProduct): number {
  return age(a) - age(b) || compare(a.sku, b.sku) || compare(a.id ?? '', b.id ?? '') || a.row.row - b.row.row
}

function age({ id = '' }: NamedProduct): number {
  return id !== '' && /^\d{1,15}$/.test(id) ? Number(id) : Number.MAX_SAFE_INTEGER
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
