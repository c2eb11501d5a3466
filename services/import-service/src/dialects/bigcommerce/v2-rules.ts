import { quoted, shortened } from '@catalog/catalog'
import type { CanonicalRow } from '../dialect.ts'
import { fetchable } from '../image-links.ts'
import { type NamedCells, namedRows } from '../named-cells.ts'
import { maxOptions, type OptionPair } from '../option-names.ts'
import { readTaggedOptions } from './options.ts'
import { adjustPrices, type FilePrices } from './prices.ts'
import type { V2Columns } from './v2-columns.ts'
import { isYes } from './words.ts'

/** A variant as its SKU row gives it, and as the rules leave it. */
export interface RuledVariant {
  sku: string
  options: OptionPair[]
  /** The `optionKey` of each, to find the variants of a rule by. */
  optionKeys: Set<string>
  prices: FilePrices
  imageUrl: string
  /** A rule has said that no further one applies. */
  isSettled: boolean
}

/**
 * Applies a Rule row to the variants of its product: the one with its SKU, or, where it has none, all with its options.
 * What the row comes to itself is its image, or nothing.
 */
export function applyRule(
  columns: V2Columns,
  row: CanonicalRow,
  handle: string,
  variants: RuledVariant[],
): CanonicalRow[] {
  const named = variantsOf(columns, row, variants)
  const price = columns.cell(row, 'price')
  const [image] = named.length > 0 ? fetchable(columns.images(row).slice(0, 1), row) : []
  const isLast = isYes(columns.cell(row, 'stop processing rules'))
  // Most variants have the same prices: they are computed once.
  const adjusted = new Map<FilePrices, FilePrices>()
  for (const variant of named) {
    if (price !== '') {
      const prices = adjusted.get(variant.prices) ?? adjustPrices(variant.prices, price)
      adjusted.set(variant.prices, prices)
      variant.prices = prices
    }
    if (image) variant.imageUrl = image.url
    variant.isSettled = isLast
  }
  if (price !== '' && named.length > 0) {
    const [first] = named
    const where = named.length > 1 ? `${named.length} variants` : `the variant ${quoted(first?.sku ?? '')}`
    row.warnings.push({
      column: 'variant_price',
      code: 'rule_merged',
      message: `The rule’s price ${quoted(price)} went to ${where} of its product.`,
      value: shortened(price, 200),
    })
  } else if (named.length > 0 && row.warnings.length === 0 && !image) {
    row.warnings.push({
      column: null,
      code: 'row_not_imported',
      message:
        'The rule changes neither the price nor the image of a variant, so there is nothing to import.',
      value: null,
    })
  }
  const imageCells: NamedCells = image ? { image_url: image.url, image_alt: image.alt } : {}
  const [result] = namedRows(row, [[{ handle }, imageCells]])
  if (!result) return []
  return image || row.errors.length > 0 ? [result] : [{ ...result, skipped: true }]
}

/** The variants that a Rule row names, but for those that an earlier rule has settled; where there is none, it is warned. */
function variantsOf(columns: V2Columns, row: CanonicalRow, variants: RuledVariant[]): RuledVariant[] {
  const sku = columns.sku(row)
  const name = columns.cell(row, 'product name')
  const keys = [...new Set((readTaggedOptions(name) ?? []).map(optionKey))]
  // One with more options can only mean variants that fail for having them.
  const hasKeys = keys.length > 0 && keys.length <= maxOptions
  const named = variants.filter(({ sku: own, optionKeys }) =>
    sku === '' ? hasKeys && keys.every((key) => optionKeys.has(key)) : own === sku,
  )
  const open = named.filter(({ isSettled }) => !isSettled)
  if (open.length > 0) return open
  const asked = sku || name
  const reason =
    named.length > 0
      ? 'an earlier rule of its product says that no further one applies'
      : `no SKU row of its product has ${asked === '' ? 'what it applies to' : quoted(asked)}`
  row.warnings.push({
    column: sku === '' ? 'Product Name' : 'variant_sku',
    code: 'ignored_value',
    message: `The rule was ignored: ${reason}.`,
    value: shortened(asked, 200) || null,
  })
  return []
}

export function optionKey({ name, value }: OptionPair): string {
  return `${name}=${value}`
}
