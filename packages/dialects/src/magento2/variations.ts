import type { RowErrorCode } from '@catalog/catalog'
import type { RowIssue } from '../dialect.ts'
import { addIssue, issueOf } from '../row-issues.ts'
import { keyValues } from './key-values.ts'

/** The variants of a configurable product, as listed in its row. */
export interface Variations {
  /** Codes of the attributes in which its variants differ; at most as many as a product can have options. */
  codes: string[]
  /** The shop's names for them; the code if the file has none. */
  optionNames: string[]
  /** By SKU in lower case, as Magento compares SKUs. */
  variants: Map<string, Variation>
  errors: RowIssue<RowErrorCode>[]
}

export interface Variation {
  sku: string
  /** By code. */
  values: Map<string, string>
}

const maxOptions = 3

/** Keys of a variation that are not options. */
const ownKeys = ['sku', 'display', 'default']

/** Reads `configurable_variations` (`sku=A,size=S|sku=B,size=M`) and `configurable_variation_labels` (`size=Size`). */
export function readVariations(text: string, labels: string): Variations {
  const result: Variations = { codes: [], optionNames: [], variants: new Map(), errors: [] }
  const codes = new Set<string>()
  for (const segment of segmentsOf(text)) {
    const { values } = keyValues(segment)
    const sku = values.get('sku')
    for (const key of ownKeys) values.delete(key)
    if (!sku) {
      addIssue(result.errors, invalid(segment))
      continue
    }
    for (const code of values.keys()) codes.add(code)
    addVariation(result, { sku, values }, segment)
  }
  result.codes = [...codes].slice(0, maxOptions)
  const names = keyValues(labels).values
  result.optionNames = result.codes.map((code) => names.get(code) || code)
  if (codes.size > maxOptions) {
    result.errors.push(
      issueOf('configurable_variations', 'too_many_options', [...codes].join(', '), {
        case: 'options',
        limit: maxOptions,
        count: codes.size,
      }),
    )
  }
  return result
}

function addVariation({ variants, errors }: Variations, variation: Variation, segment: string): void {
  const key = variation.sku.toLowerCase()
  const earlier = variants.get(key)
  if (earlier && !sameValues(earlier, variation)) {
    addIssue(errors, invalid(segment))
    return
  }
  variants.set(key, variation)
}

function sameValues(one: Variation, other: Variation): boolean {
  return (
    one.values.size === other.values.size &&
    [...one.values].every(([code, value]) => other.values.get(code) === value)
  )
}

/** The text between two `|`; a segment without a SKU continues the previous value. */
function segmentsOf(text: string): string[] {
  const segments: string[] = []
  let open: string[] = []
  for (const piece of text.split('|')) {
    if (open.length > 0 && /(?:^|,)\s*sku\s*=/i.test(piece)) {
      segments.push(open.join('|'))
      open = []
    }
    open.push(piece)
  }
  segments.push(open.join('|'))
  return segments.map((segment) => segment.trim()).filter((segment) => segment !== '')
}

function invalid(segment: string): RowIssue<RowErrorCode> {
  return issueOf('configurable_variations', 'invalid_variations', segment)
}
