import { plainText } from '@catalog/catalog'
import type { StoredProduct, StoredVariant } from '@catalog/catalog'
import { Alike } from './alike.ts'

/** Shopify's way of writing a product without options, which is read as no options (csv-format.md §3.4). */
export const noOptionName = 'Title'
export const noOptionValue = 'Default Title'

/** The variants of a stored product, under the option names that a file gives it and in the file's order. */
export class StoredVariants {
  readonly #bySku = new Map<string, StoredVariant>()
  readonly #bySkuAlike: Alike<StoredVariant>
  readonly #byValuesAlike: Alike<StoredVariant>
  readonly #byValues = new Map<string, StoredVariant>()
  readonly #isWithoutOption: boolean
  /** For each option of the file, its position in the catalog; undefined if the order is the same. */
  readonly #places: number[] | undefined
  readonly #spellings: Map<string, string | undefined>[] = []

  constructor(existing: StoredProduct | undefined, optionNames: string[]) {
    // Under the file's option names, a stored variant without options is `Default Title`.
    this.#isWithoutOption =
      existing?.optionNames.length === 0 && optionNames.length === 1 && optionNames[0] === noOptionName
    this.#places = existing && placesOf(optionNames, existing.optionNames)
    const comparable = this.#isWithoutOption || existing?.optionNames.length === optionNames.length
    for (const variant of existing?.variants ?? []) {
      if (variant.sku !== '') this.#bySku.set(variant.sku, variant)
      if (comparable) this.#byValues.set(keyOf(this.valuesOf(variant)), variant)
    }
    this.#bySkuAlike = new Alike(this.#bySku)
    this.#byValuesAlike = new Alike(this.#byValues)
  }

  withSku(sku: string): StoredVariant | undefined {
    return this.#bySku.get(sku) ?? this.#bySkuAlike.get(sku)
  }

  /** Its option values in the file's order. */
  valuesOf(variant: StoredVariant): string[] {
    if (this.#isWithoutOption) return [noOptionValue]
    return this.#places?.map((place) => variant.optionValues[place] ?? '') ?? variant.optionValues
  }

  withValues(optionValues: string[]): StoredVariant | undefined {
    return this.#byValues.get(keyOf(optionValues))
  }

  /** Texts in the file's order of options, reordered as in the catalog. */
  inStoredOrder(texts: string[]): string[] {
    if (!this.#places) return texts
    const ordered = [...texts]
    this.#places.forEach((place, index) => (ordered[place] = texts[index] ?? ''))
    return ordered
  }

  /**
   * The values with the catalog's spelling: those of the variant that looks the same; otherwise of each value that the
   * catalog has in exactly one spelling that differs only in case.
   */
  asSpelled(optionValues: string[]): string[] {
    const alike = this.#byValuesAlike.get(keyOf(optionValues))
    if (alike) return this.valuesOf(alike)
    return optionValues.map((value, index) => this.#spellingsOf(index).get(folded(value)) ?? value)
  }

  #spellingsOf(index: number): Map<string, string | undefined> {
    let spellings = this.#spellings[index]
    if (!spellings) {
      spellings = new Map()
      for (const variant of this.#byValues.values()) {
        const value = this.valuesOf(variant)[index] ?? ''
        const key = folded(value)
        spellings.set(key, !spellings.has(key) || spellings.get(key) === value ? value : undefined)
      }
      this.#spellings[index] = spellings
    }
    return spellings
  }
}

/** The positions if the file has all stored options in another order; otherwise undefined. */
function placesOf(names: string[], stored: string[]): number[] | undefined {
  if (names.length !== stored.length || names.length < 2) return undefined
  const keys = stored.map(folded)
  const places = names.map((name) => keys.indexOf(folded(name)))
  const isOrder = new Set(places).size === names.length && !places.includes(-1)
  return isOrder && places.some((place, index) => place !== index) ? places : undefined
}

function folded(text: string): string {
  return plainText(text).trim().toLowerCase()
}

/**
 * A key that is equal for equal option values. Values cannot contain NUL; only lists of the same length are compared.
 */
export function keyOf(optionValues: string[]): string {
  return optionValues.length === 1 ? (optionValues[0] ?? '') : optionValues.join('\0')
}
