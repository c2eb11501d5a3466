import { normalizeHandle, normalizeImageUrl } from '@catalog/catalog'
import type { MemoryCatalog } from '../support/preview/apply-plan.ts'

/**
 * Checks what the tables (migrations/001) and the format's columns require, in addition to what `applyPlan` refuses.
 */
export function checkCatalog({ products, variants, images }: MemoryCatalog): void {
  const optionCounts = new Map<string, number>()
  for (const product of products.values()) {
    const names = [product.option1Name, product.option2Name, product.option3Name]
    optionCounts.set(product.productId, countFilled(names))
    text('handle', product.handle, 1, 255)
    hold(product.handle === normalizeHandle(product.handle), 'a handle that is not normalised')
    text('title', product.title, 1, 255)
    text('description_html', product.descriptionHtml, 0, 65_536)
    for (const value of [product.vendor, product.productType, product.seoTitle]) text('a text', value, 0, 255)
    text('seo_description', product.seoDescription, 0, 1_000)
    for (const name of names) if (name !== null) text('an option name', name, 1, 255)
    hold(product.tags.length <= 250 && new Set(product.tags).size === product.tags.length, 'tags')
    for (const tag of product.tags) text('a tag', tag, 1, 255)
    hold(['active', 'draft', 'archived'].includes(product.status), 'a status')
    for (const [key, value] of Object.entries(product.metadata)) {
      hold(/^[a-z0-9_-]{1,64}$/.test(key), 'a metadata key')
      text('a metadata value', value, 0, 2_000)
    }
  }
  const tuples = new Set<string>()
  for (const variant of variants.values()) {
    const values = [variant.option1Value, variant.option2Value, variant.option3Value]
    hold(countFilled(values) === optionCounts.get(variant.productId), 'as many option values as names')
    for (const value of values) if (value !== null) text('an option value', value, 1, 255)
    const tuple = JSON.stringify([variant.productId, values])
    hold(!tuples.has(tuple), 'option values twice')
    tuples.add(tuple)
    text('a SKU', variant.sku, 0, 255)
    text('a barcode', variant.barcode, 0, 64)
    hold(/^\d{1,10}(\.\d{1,4})?$/.test(variant.price), 'a price')
    if (variant.compareAtPrice !== null)
      hold(/^\d{1,10}(\.\d{1,4})?$/.test(variant.compareAtPrice), 'a compare-at price')
    if (variant.weightGrams !== null) hold(/^\d{1,14}(\.\d{1,6})?$/.test(variant.weightGrams), 'a weight')
    const { inventoryQuantity: quantity, position } = variant
    if (quantity !== null)
      hold(Number.isInteger(quantity) && quantity >= -(2 ** 31) && quantity < 2 ** 31, 'a quantity')
    hold(Number.isInteger(position) && position >= 1 && position < 2 ** 31, 'a variant’s position')
    hold(typeof variant.taxable === 'boolean' && typeof variant.requiresShipping === 'boolean', 'a boolean')
  }
  for (const { productId, url, normalizedUrl, position, alt } of images.values()) {
    hold(products.has(productId), 'an image’s product')
    text('an image’s address', url, 1, 2_048)
    hold(normalizeImageUrl(url) === normalizedUrl, 'a normalised address')
    hold(Number.isInteger(position) && position >= 1 && position < 2 ** 31, 'an image’s position')
    text('an alt text', alt, 0, 512)
  }
}

/** Filled values come first: a product has no option 2 without an option 1. */
function countFilled(values: (string | null)[]): number {
  const count = values.findIndex((value) => value === null)
  if (count === -1) return values.length
  hold(
    values.slice(count).every((value) => value === null),
    'options without gaps',
  )
  return count
}

/** Lengths are in characters, as PostgreSQL counts. NUL and unpaired surrogates cannot be stored. */
function text(what: string, value: string, least: number, most: number): void {
  const length = Array.from(value).length
  hold(length >= least && length <= most, `${what} of ${length} characters`)
  hold(!value.includes('\0') && value.isWellFormed(), `${what} that cannot be stored`)
}

function hold(condition: boolean, what: string): void {
  if (!condition) throw new Error(`the catalog does not hold: ${what}`)
}
