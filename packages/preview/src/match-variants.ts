import type { StoredProduct, StoredVariant } from '@catalog/catalog'
import { brief, looksAlike } from '@catalog/catalog'
import type { RowErrorCode, RowWarningCode } from '@catalog/catalog'
import type { RowIssue } from '@catalog/dialects'
import { isValid, issue, rowParameters } from './file-row.ts'
import type { FileRow, IssueArguments, RowPart } from './file-row.ts'
import type { Group, PreviewContext } from './group.ts'
import { Repeats } from './repeats.ts'
import { keyOf, noOptionName, noOptionValue, StoredVariants } from './stored-variants.ts'

/** The variants of a group's rows, if the product has these option names. */
export interface VariantMatch {
  optionNames: string[]
  /** The parts of rows that identify a variant, with the option values that it gets. */
  variants: MatchedVariant[]
  /** Errors of single rows under these option names. */
  errors: Map<FileRow, RowIssue<RowErrorCode>[]>
}

export interface MatchedVariant {
  part: RowPart
  stored: StoredVariant | undefined
  /** In the order of the match's option names. */
  optionValues: string[]
  warnings: RowIssue<RowWarningCode>[]
}

const optionFields = [
  { name: 'option1Name', value: 'option1Value' },
  { name: 'option2Name', value: 'option2Value' },
  { name: 'option3Name', value: 'option3Value' },
] as const

/**
 * Finds the variant of each row: by SKU if the product owns it, otherwise by its option values. If the two disagree it
 * is an error, never a guess (csv-format.md §4).
 */
export function matchVariants(group: Group, optionNames: string[], context: PreviewContext): VariantMatch {
  const match: VariantMatch = { optionNames, variants: [], errors: new Map() }
  const stored = new StoredVariants(group.existing, optionNames)
  for (const part of group.parts) {
    if (part.isVariant) matchPart(part, match, stored, group, context)
  }
  refuseRepeats(match)
  match.optionNames = stored.inStoredOrder(match.optionNames)
  for (const variant of match.variants) variant.optionValues = stored.inStoredOrder(variant.optionValues)
  return match
}

/** The stored variants that no valid row identifies. */
export function unmatched(match: VariantMatch, existing: StoredProduct | undefined): StoredVariant[] {
  if (!existing) return []
  const matched = new Set<StoredVariant | undefined>()
  for (const { part, stored } of match.variants) {
    if (isValid(part.row) && !match.errors.has(part.row)) matched.add(stored)
  }
  return existing.variants.filter((variant) => !matched.has(variant))
}

/**
 * Whether the only variant has `Title` / `Default Title`, which means no options. `variants` are those after the
 * import.
 */
export function isNoOption(optionNames: string[], variants: { optionValues: string[] }[]): boolean {
  return (
    optionNames.length === 1 &&
    optionNames[0] === noOptionName &&
    variants.length === 1 &&
    variants[0]?.optionValues[0] === noOptionValue
  )
}

function matchPart(
  part: RowPart,
  match: VariantMatch,
  stored: StoredVariants,
  group: Group,
  { skuOwners, addsNothing, kept, setAside, titleOption }: PreviewContext,
): void {
  const { row } = part
  const { sku } = part.variant
  const owner = sku === undefined ? undefined : skuOwners.get(sku)
  if (sku !== undefined && owner && owner.productId !== group.existing?.productId) {
    addError(match, row, 'variant_sku', 'sku_taken', sku, { case: 'product', handle: owner.handle })
    return
  }
  const bySku = sku === undefined ? undefined : stored.withSku(sku)
  const written = readOptionValues(part, match, bySku && stored.valuesOf(bySku), { kept, titleOption })
  if (!written) return
  const made = titleOption === undefined ? -1 : match.optionNames.indexOf(titleOption)
  // A stored variant has the value that was made for this one.
  if (made !== -1 && sku !== undefined && !bySku && stored.withValues(written)) written[made] = sku
  const optionValues = stored.withValues(written) ? written : stored.asSpelled(written)
  const byValues = stored.withValues(optionValues)
  if (bySku && byValues && bySku !== byValues) {
    addError(match, row, 'variant_sku', 'sku_options_conflict', bySku.sku, {
      case: 'variants',
      sku: brief(bySku.sku),
      variant: nameOf(bySku),
      other: nameOf(byValues),
    })
    return
  }
  const warnings = warningsOfSpelling(written, optionValues)
  match.variants.push({ part, stored: bySku ?? byValues, optionValues, warnings })
  if (bySku ?? byValues) return
  const aside = setAside?.get(row)
  if (aside) {
    warnings.push(...aside.warnings)
    match.errors.set(row, [...(match.errors.get(row) ?? []), ...aside.errors])
  }
  if (part.variant.price === undefined && ![...row.errors, ...(aside?.errors ?? [])].some(isOfPrice)) {
    if (addsNothing) addError(match, row, 'variant_sku', 'missing_value', sku, { case: 'not_stored' })
    else addError(match, row, 'variant_price', 'missing_value', null, { case: 'price' })
  }
}

function warningsOfSpelling(written: string[], read: string[]): RowIssue<RowWarningCode>[] {
  return written.flatMap((value, index) => {
    const stored = read[index] ?? ''
    if (looksAlike(stored, value)) return []
    const parameters = { case: 'stored', before: brief(stored), after: brief(value) } as const
    const found = issue(`option${index + 1}_value`, 'option_value_spelling', value, parameters)
    return [{ ...found, suggestion: stored }]
  })
}

function isOfPrice({ column }: RowIssue<RowErrorCode>): boolean {
  return column === 'variant_price'
}

/**
 * A value for each option: the row's own or, for a variant found by its SKU, the stored one. Of an option made of titles
 * the stored one comes first, and it is a value of no other option.
 */
function readOptionValues(
  { row, product, variant }: RowPart,
  match: VariantMatch,
  storedValues: string[] | undefined,
  { kept, titleOption }: Pick<PreviewContext, 'kept' | 'titleOption'>,
): string[] | undefined {
  const values: string[] = []
  let complete = true
  for (let index = 0; index < optionFields.length; index++) {
    const fields = optionFields[index] ?? optionFields[0]
    const name = match.optionNames[index]
    const isMade = titleOption !== undefined && product?.[fields.name] === titleOption
    const filled = isMade && name !== titleOption ? undefined : variant[fields.value]
    const own = storedValues && kept?.has(`option${index + 1}_value`) ? undefined : filled
    const before = storedValues?.[index]
    const value =
      name === undefined
        ? undefined
        : name === titleOption
          ? (before ?? own ?? product?.title)
          : (own ?? before)
    if (value !== undefined) values.push(value)
    else if (name !== undefined || filled !== undefined) {
      complete = false
      refuseOptionValue(row, match, { column: `option${index + 1}_value`, name, filled })
    }
  }
  return complete ? values : undefined
}

function refuseOptionValue(
  row: FileRow,
  match: VariantMatch,
  { column, name, filled }: { column: string; name: string | undefined; filled: string | undefined },
): void {
  if (name === undefined) {
    const number = column.charAt('option'.length)
    addError(match, row, column, 'option_value_without_name', filled, { case: 'number', number })
    return
  }
  if (row.errors.some((error) => error.column === column)) return
  addError(match, row, column, 'missing_option_value', null, { case: 'option', option: brief(name) })
}

function refuseRepeats(match: VariantMatch): void {
  const byValues = new Repeats<string, RowPart>()
  const byStored = new Repeats<StoredVariant, RowPart>()
  for (const { part, stored, optionValues } of match.variants) {
    byValues.add(keyOf(optionValues), part)
    if (stored) byStored.add(stored, part)
  }
  for (const [, parts] of byValues.lists()) {
    const rows = parts.map(({ row }) => row)
    const parameters = {
      case: match.optionNames.length === 0 ? 'no_options' : 'rows',
      ...rowParameters(rows),
    } as const
    for (const { row, variant } of parts) {
      if (lacksOptions(row) || hasError(match, row, 'duplicate_options')) continue
      addError(
        match,
        row,
        match.optionNames.length === 0 ? null : 'option1_value',
        'duplicate_options',
        variant.option1Value,
        parameters,
      )
    }
  }
  for (const [stored, parts] of byStored.lists()) {
    const rows = parts.map(({ row }) => row)
    const parameters = { case: 'rows', variant: nameOf(stored), ...rowParameters(rows) } as const
    for (const { row, variant } of parts) {
      if (
        lacksOptions(row) ||
        hasError(match, row, 'duplicate_options') ||
        hasError(match, row, 'same_variant_twice')
      )
        continue
      addError(match, row, 'variant_sku', 'same_variant_twice', variant.sku, parameters)
    }
  }
}

/** Whether its dialect says that it could not read all that tells its variant apart. */
function lacksOptions({ errors }: FileRow): boolean {
  return errors.some(({ code }) => code === 'too_many_options' || code === 'product_invalid')
}

function hasError(match: VariantMatch, row: FileRow, code: RowErrorCode): boolean {
  return match.errors.get(row)?.some((error) => error.code === code) ?? false
}

function addError<Code extends RowErrorCode>(
  match: VariantMatch,
  row: FileRow,
  ...found: IssueArguments<Code>
): void {
  const errors = match.errors.get(row) ?? []
  errors.push(issue(...found))
  match.errors.set(row, errors)
}

/** The variant's option values, otherwise its SKU, otherwise nothing. */
function nameOf({ optionValues, sku }: StoredVariant): string {
  return brief(optionValues.join(' / ') || sku)
}
