import type { StoredProduct, StoredVariant } from '@catalog/catalog'
import type { ComparedVersion } from './compare-versions.ts'
import type { PlannedVariant } from './plan.ts'
import { relativeChange } from './product-list.ts'
import type { PriceRange, ProductColumns, ProductList, ProductOutcome } from './product-list.ts'
import type { TalliedRow } from './tally.ts'
import type { ProductPart } from './undo/product-parts.ts'

/** What the list needs to know of a product. */
export interface ProductFacts {
  handle: string
  /** Its title in the file, if it has one there. */
  title: string | undefined
  stored: StoredProduct | undefined
  /** What is written to it. */
  part: Omit<ProductPart, 'productId'> | undefined
  rows: Pick<TalliedRow, 'number' | 'sku' | 'errors' | 'warnings'>[]
  compared: ComparedVersion
}

export class ProductListBuilder {
  readonly #outcomes = new Map<string, { outcome: ProductOutcome; index: number }>()
  readonly #columns: Required<ProductColumns> = {
    outcome: [],
    handle: [],
    titleBefore: [],
    titleAfter: [],
    imageUrl: [],
    imageId: [],
    hasImage: [],
    rows: [],
    variants: [],
    changedVariants: [],
    newVariants: [],
    pricesBefore: [],
    pricesAfter: [],
    priceChange: [],
    stockBefore: [],
    stockAfter: [],
    errors: [],
    warnings: [],
    searched: [],
    version: [],
    formerVersion: [],
  }

  add(facts: ProductFacts, outcome: Omit<ProductOutcome, 'status'>): void {
    const { handle, title, stored, part, rows, compared } = facts
    const columns = this.#columns
    const written = part?.added ?? part?.updated
    columns.outcome.push(this.#indexOf(outcome, stored, written ?? stored))
    columns.handle.push(handle)
    columns.titleBefore.push(stored?.title ?? null)
    columns.titleAfter.push(written?.title ?? stored?.title ?? title ?? null)
    const image = firstImage(stored, part?.images ?? none)
    columns.imageUrl.push(image?.url ?? null)
    columns.imageId.push(image?.imageId ?? null)
    columns.hasImage.push(image?.isStored ?? false)
    columns.rows.push(rows.map(({ number }) => number))
    const before = stored?.variants ?? []
    const { added, updated } = part?.variants ?? none
    const after = part ? variantsAfter(before, part.variants) : before
    columns.variants.push(after.length)
    columns.changedVariants.push(updated.length)
    columns.newVariants.push(added.length)
    columns.pricesBefore.push(pricesOf(before))
    columns.pricesAfter.push(pricesOf(after))
    columns.priceChange.push(largestPriceChange(updated))
    columns.stockBefore.push(stockOf(before))
    columns.stockAfter.push(stockOf(after))
    columns.errors.push(sumOf(rows, ({ errors }) => errors.length))
    columns.warnings.push(sumOf(rows, ({ warnings }) => warnings.length))
    columns.searched.push(searchedTexts(facts))
    columns.version.push(compared.version)
    columns.formerVersion.push(compared.former)
  }

  toList(): ProductList {
    return { outcomes: [...this.#outcomes.values()].map(({ outcome }) => outcome), columns: this.#columns }
  }

  #indexOf(
    { kind, changes, risks, causes }: Omit<ProductOutcome, 'status'>,
    before: { status: string } | undefined,
    after: { status: string } | undefined,
  ): number {
    const shown = changes.map(({ group, fields }) => `${group} ${fields.join(' ')}`).join(';')
    const key = `${kind}|${before?.status}|${after?.status}|${risks.join(' ')}|${causes.join(' ')}|${shown}`
    let known = this.#outcomes.get(key)
    if (!known) {
      const status = after ? { before: before?.status ?? null, after: after.status } : null
      known = { outcome: { kind, status, changes, risks, causes }, index: this.#outcomes.size }
      this.#outcomes.set(key, known)
    }
    return known.index
  }
}

type VariantFacts = Pick<PlannedVariant, 'sku' | 'barcode' | 'price' | 'inventoryQuantity'>

const none = { added: [], updated: [] }

/** In any order. */
function variantsAfter(stored: StoredVariant[], { added, updated }: ProductPart['variants']): VariantFacts[] {
  const written = updated.length === 0 ? added : [...updated, ...added]
  if (updated.length === stored.length) return written
  const ids = new Set(updated.map(({ variantId }) => variantId))
  return [...written, ...stored.filter(({ variantId }) => !ids.has(variantId))]
}

function firstImage(stored: StoredProduct | undefined, { added, updated }: ProductPart['images']) {
  let first: { url: string; imageId: string; position: number } | undefined
  let isStored = false
  const changed = updated.length === 0 ? undefined : new Map(updated.map((image) => [image.imageId, image]))
  for (const image of stored?.images ?? []) {
    const after = changed?.get(image.imageId) ?? image
    if (first && first.position <= after.position) continue
    first = after
    isStored = after.url === image.url
  }
  for (const image of added) {
    if (first && first.position <= image.position) continue
    first = image
    isStored = false
  }
  return first && { url: first.url, imageId: first.imageId, isStored }
}

function pricesOf(variants: VariantFacts[]): PriceRange | null {
  let [min, max] = [variants[0]?.price, variants[0]?.price]
  for (const { price } of variants) {
    if (price === min || price === max) continue
    if (Number(price) < Number(min)) min = price
    else if (Number(price) > Number(max)) max = price
  }
  return min === undefined || max === undefined ? null : min === max ? min : [min, max]
}

function stockOf(variants: VariantFacts[]): number | null {
  let sum: number | null = null
  for (const { inventoryQuantity } of variants) {
    if (inventoryQuantity !== null) sum = (sum ?? 0) + inventoryQuantity
  }
  return sum
}

function largestPriceChange(updated: PlannedVariant[]): number {
  let largest = 0
  for (const { before, price } of updated) {
    if (before?.price !== undefined)
      largest = Math.max(largest, relativeChange(Number(before.price), Number(price)))
  }
  return largest
}

function searchedTexts({ stored, part, rows }: ProductFacts): string {
  const texts = [stored?.vendor, (part?.added ?? part?.updated)?.vendor]
  for (const { sku, barcode } of stored?.variants ?? []) texts.push(sku, barcode)
  for (const { sku, barcode } of part?.variants.added ?? []) texts.push(sku, barcode)
  for (const { sku, barcode, before } of part?.variants.updated ?? [])
    if (before?.sku !== undefined || before?.barcode !== undefined) texts.push(sku, barcode)
  // Of a row that fails or is left out, nothing is written.
  for (const { sku } of rows) if (sku !== null) texts.push(sku)
  return texts.join('\n')
}

function sumOf<Item>(items: Item[], valueOf: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + valueOf(item), 0)
}
