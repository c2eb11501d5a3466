import type { StoredProduct } from '@catalog/catalog'
import { slug } from '@catalog/dialects'
import type { NamedProduct } from './named-products.ts'
import { isRewriting } from './warn-of-rewriting.ts'

/** The product's metadata that has the id of its shop system, as in `woocommerce:12`, if no SKU identifies it. */
export const sourceIdKey = 'source_id'

/** By handle. */
type StoredProducts = ReadonlyMap<string, StoredProduct>

/** As in `HandlesFromNames`. */
interface FileFacts {
  hasSkus: boolean
  namesTie: boolean
}

export interface ResolvedName {
  /** Undefined if another product has each of its handles. */
  handle: string | undefined
  /** For a new product, a stored one of its name; otherwise the stored one if it has SKUs and only its name says so. */
  namesake: StoredProduct | undefined
  /** The id to store with the product. */
  sourceId: string | undefined
}

/**
 * Which stored product each of these is, or the handle of a new one (csv-format.md §4): the one with its SKUs, else the
 * one with its name and its shop system's id, else the one with its name unless SKUs or ids tell them apart. The order
 * of the products does not matter. `claimed` are handles of stored products that other rows identify.
 */
export function resolveNames(
  products: NamedProduct[],
  stored: StoredProducts,
  { claimed, ...facts }: FileFacts & { claimed: Iterable<string> },
): Map<NamedProduct, ResolvedName> {
  const taken = new Set(claimed)
  const handles = new Map<NamedProduct, string>()
  const give = (product: NamedProduct, handle: string | undefined) => {
    if (handle === undefined) return
    handles.set(product, handle)
    taken.add(handle)
  }
  for (const [handle, product] of bySkus(products)) give(product, handle)
  const isFree = (product: NamedProduct, handle: string) => {
    const other = stored.get(handle)
    return !taken.has(handle) && (!other || isSame(product, other, facts))
  }
  const rest = () => products.filter((product) => !handles.has(product))
  for (const [product, handle] of byIds(rest(), stored)) if (!taken.has(handle)) give(product, handle)
  for (const product of rest()) if (isFree(product, product.made)) give(product, product.made)
  for (const product of rest().sort(byMade)) {
    give(
      product,
      otherHandles(product).find((handle) => isFree(product, handle)),
    )
  }
  return new Map(
    products.map((product) => [product, resolvedAs(product, handles.get(product), stored, facts)]),
  )
}

/** Handles that `resolveNames` may give to products whose names are stored: those of `stored` are not all that matter. */
export function handlesOfNamesakes(products: NamedProduct[], stored: StoredProducts): string[] {
  const found = new Set(bySkus(products).values())
  return products
    .filter((product) => stored.has(product.made) && !found.has(product))
    .flatMap((product) => otherHandles(product))
}

/** Handles that the product may get besides the one that was made: of longer names, and of its least SKU. */
function otherHandles({ made, from, skus }: NamedProduct): string[] {
  const named = from?.names.map(slug) ?? [made]
  const [sku] = skus.toSorted()
  const all = new Set(sku === undefined ? named : [...named, slug(`${named[0] ?? made} ${sku}`)])
  return [...all].filter((handle) => handle !== '' && handle !== made)
}

/** By handle, the stored products that SKUs identify: if all stored ones of a product are of one. */
function bySkus(products: NamedProduct[]): Map<string, NamedProduct> {
  const claims = new Map<string, NamedProduct>()
  for (const product of products) {
    const [only, ...others] = product.owners
    if (only === undefined || others.length > 0) continue
    const other = claims.get(only)
    // If several products claim a handle, the one that still has the name gets it.
    if (!other || product.made === only || (other.made !== only && byMade(product, other) < 0)) {
      claims.set(only, product)
    }
  }
  return claims
}

/** The stored products with a name and the id of these, first those that have the handle that was made too. */
function byIds(products: NamedProduct[], stored: StoredProducts): [NamedProduct, handle: string][] {
  const handles = new Map<string, string>()
  for (const { metadata, handle } of stored.values()) {
    const id = metadata[sourceIdKey]
    if (id !== undefined) handles.set(id, handle)
  }
  if (handles.size === 0) return []
  const own: [NamedProduct, string][] = []
  const others: [NamedProduct, string][] = []
  for (const product of products) {
    const id = product.from?.sourceId
    const handle = handles.get(id ?? '')
    if (id === undefined || handle === undefined) continue
    if (stored.get(product.made)?.metadata[sourceIdKey] === id) own.push([product, product.made])
    // An id without the name may be that of another shop.
    else if (otherHandles(product).includes(handle)) others.push([product, handle])
  }
  return [...own, ...others]
}

function byMade(a: NamedProduct, b: NamedProduct): number {
  return a.made < b.made ? -1 : 1
}

/** Whether a stored product that has the name of one of the file, and none of its SKUs, is that one. */
function isSame(product: NamedProduct, stored: StoredProduct, { hasSkus, namesTie }: FileFacts): boolean {
  if (product.owners.has(stored.handle)) return true
  if (product.sameName !== 'unclear') return product.sameName === 'same'
  const id = product.from?.sourceId
  const storedId = stored.metadata[sourceIdKey]
  if (id !== undefined && storedId !== undefined && systemOf(id) === systemOf(storedId))
    return id === storedId
  const storedSkus = skusOf(stored)
  if (storedSkus.length === 0 || storedSkus.includes(product.from?.sku ?? '')) return true
  if (namesTie && hasOtherOptions(product, stored)) return true
  if (product.hasSku) return isRewritten(storedSkus, product.skus)
  // A file without SKUs or ids, or without the product's variants, has nothing to tell products of one name apart.
  return id === undefined || !hasSkus || product.variants.length === 0
}

/** Whether its variants have options, none of them those of a stored variant. */
function hasOtherOptions({ variants }: NamedProduct, stored: StoredProduct): boolean {
  const known = new Set(stored.variants.map(({ optionValues }) => optionsKey(optionValues)))
  return variants.every((values) => values.length > 0 && !known.has(optionsKey(values)))
}

/** The file may have the options in another order. */
function optionsKey(values: string[]): string {
  return JSON.stringify(values.map((value) => value.toLowerCase()).toSorted())
}

function systemOf(id: string): string {
  return id.slice(0, id.indexOf(':'))
}

function skusOf({ variants }: StoredProduct): string[] {
  return variants.flatMap(({ sku }) => (sku === '' ? [] : [sku]))
}

/** SKUs of each product that are compared, at most. */
const maxCompared = 5

/** Whether the SKUs differ only in case, or as a spreadsheet changes them: all of them, then, and so the first ones. */
function isRewritten(stored: string[], skus: string[]): boolean {
  const first = skus.slice(0, maxCompared)
  return stored.slice(0, maxCompared).some((before) => first.some((after) => isOneSku(before, after)))
}

function isOneSku(before: string, after: string): boolean {
  return before.toLowerCase() === after.toLowerCase() || isRewriting(before, after)
}

function resolvedAs(
  product: NamedProduct,
  handle: string | undefined,
  stored: StoredProducts,
  { hasSkus, namesTie }: FileFacts,
): ResolvedName {
  const { made, from, hasSku, owners, variants, sameName } = product
  if (handle === undefined) return { handle, namesake: undefined, sourceId: undefined }
  const existing = stored.get(handle)
  if (!existing) {
    return { handle, namesake: stored.get(made), sourceId: hasSku ? undefined : from?.sourceId }
  }
  const id = existing.metadata[sourceIdKey]
  const hasStoredSkus = skusOf(existing).length > 0
  const isByNameAlone = !hasSku && variants.length > 0 && sameName === 'unclear' && !owners.has(handle)
  const isDoubtful =
    isByNameAlone && hasSkus && !namesTie && hasStoredSkus && (id === undefined || id !== from?.sourceId)
  return {
    handle,
    namesake: isDoubtful ? existing : undefined,
    sourceId: hasSku || hasStoredSkus || id !== undefined ? undefined : from?.sourceId,
  }
}
