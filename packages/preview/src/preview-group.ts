import { brief, normalizeImageUrl, variantColumns } from '@catalog/catalog'
import type { StoredVariant } from '@catalog/catalog'
import { addIssue } from '@catalog/dialects'
import type { ImportPlan } from './plan.ts'
import { withoutBlankOptions } from './blank-options.ts'
import { replaceBroken } from './broken-images.ts'
import { keepOfImages, keepOfProduct, setAside } from './choice.ts'
import { fail, isShifted, isValid, issue, isVariantRow, rowParameters } from './file-row.ts'
import type { FileRow } from './file-row.ts'
import type { Group, PreviewContext } from './group.ts'
import { isNoOption, matchVariants, unmatched } from './match-variants.ts'
import type { VariantMatch } from './match-variants.ts'
import { nameImages } from './place-images.ts'
import type { NamedImage } from './place-images.ts'
import { planGroup } from './plan-group.ts'
import { refuseLarge } from './product-limits.ts'
import { gatherProductCells, optionNameCandidates } from './product-cells.ts'
import type { ProductCells } from './product-cells.ts'

/**
 * Compares the rows of one product with the stored one: adds errors and changes to the rows, and what to write to the
 * plan. Returns the product's title after the import.
 */
export function previewGroup(group: Group, file: PreviewContext, plan: ImportPlan): string | undefined {
  const named = isWithTwins(group, file) ? { ...file, imageKey: spelling } : file
  const { optionNames } = named
  const whole = optionNames ? { ...named, optionNames: withoutBlankOptions(group, optionNames) } : named
  readEmptied(group, whole)
  const kept = group.existing ? whole.kept : undefined
  const context = kept ? keepOfProduct(group, whole, kept) : whole
  const cells = gatherProductCells(group, context)
  const title = cells.fields.title ?? group.existing?.title
  refuseIdleRows(group, cells, context)
  const images = nameImages(group, context)
  if (kept) keepOfImages(images, kept)
  replaceBroken(group, images, context)
  refuseUnknownImages(group, images, context)
  if (kept) context.setAside = setAside(group, kept)
  if (failProduct(group)) return title

  const match = chooseMatch(group, cells, context)
  for (const [row, errors] of match.errors) row.errors.push(...errors)
  for (const { part, stored, warnings } of match.variants) {
    part.row.warnings.push(...warnings)
    // A stored variant keeps its stock, and another location may have one.
    if (stored || part.variant.inventoryQuantity !== undefined)
      part.row.warnings = part.row.warnings.filter(({ code }) => code !== 'quantity_missing')
  }
  refuseUncovered(group, cells, match)
  refuseLarge(group, { cells, match, images }, context)
  if (failProduct(group) || failWithoutVariant(group)) return title

  planGroup(group, { cells, match, images }, context, plan)
  return title
}

/** Earlier releases stored several spellings of one image's URL as images of their own, which they remain. */
function isWithTwins({ existing }: Group, { imageKey }: PreviewContext): boolean {
  const images = existing?.images ?? []
  return images.length > 1 && new Set(images.map(({ url }) => imageKey(url))).size < images.length
}

function spelling(url: string): string {
  return normalizeImageUrl(url) ?? url
}

const clearable = variantColumns.filter((column) => column.clearable)

/**
 * A handle alone, in a file that has columns of variants, empties them: for the product's only variant (csv-format.md
 * §3.3). Which of several is meant cannot be told.
 */
function readEmptied({ existing, parts }: Group, { blankClears, columns }: PreviewContext): void {
  const emptied = clearable.find(({ field }) => columns.variant.has(field))
  const [first] = parts
  if (!blankClears || !emptied || !first || !existing || parts.some(({ isVariant }) => isVariant)) return
  if (first.product || first.metadata || first.isImage || !isValid(first.row)) return
  const [only, ...others] = existing.variants
  if (!only) return
  if (others.length > 0) {
    const parameters = { case: 'no_variant' } as const
    addIssue(first.row.warnings, issue(emptied.name, 'ignored_value', null, parameters))
    return
  }
  const [option1Value, option2Value, option3Value] = only.optionValues
  Object.assign(first, {
    isVariant: true,
    variant: { ...first.variant, option1Value, option2Value, option3Value },
  })
}

/** Only the first row of a group may be neither a variant nor an image (csv-format.md §3.3). */
function refuseIdleRows(group: Group, cells: ProductCells, { emptied }: PreviewContext): void {
  const sources = new Set(cells.sources.values())
  group.rows.forEach((row, index) => {
    if (index === 0 || sources.has(row) || emptied?.has(row) || row.productErrors.length > 0) return
    if (isVariantRow(row) || row.parts.some((part) => part.isImage)) return
    fail(row, null, 'row_adds_nothing')
  })
}

/** Fails all rows if one has an error that applies to the whole product. Returns whether it did. */
function failProduct(group: Group): boolean {
  const culprits = group.rows.filter((row) => row.productErrors.length > 0)
  if (culprits.length === 0) return false
  for (const row of culprits) row.errors.unshift(...row.productErrors)
  failBecauseOf(
    culprits,
    group.rows.filter((row) => row.productErrors.length === 0),
  )
  return true
}

/**
 * Fails all rows of a new product without a valid variant, which is not created (csv-format.md §3): it would have no
 * price. Returns whether it did.
 */
function failWithoutVariant(group: Group): boolean {
  const { existing, handle, rows } = group
  const variants = rows.filter(isVariantRow)
  if (existing || variants.some(isValid)) return false
  const [first] = variants.length === 0 ? rows.filter(isValid) : []
  if (first) fail(first, 'variant_price', 'no_variant', null, { case: 'product', handle: brief(handle) })
  failBecauseOf(first ? [first] : variants, rows.filter(isValid))
  return true
}

function failBecauseOf(culprits: FileRow[], rows: FileRow[]): void {
  const parameters = { case: 'rows', ...rowParameters(culprits) } as const
  for (const row of rows) {
    fail(row, null, 'product_invalid', null, parameters)
  }
}

/**
 * The match whose option names are valid for most of the group; blank names clear the stored ones only if all rows
 * agree.
 */
function chooseMatch(group: Group, cells: ProductCells, context: PreviewContext): VariantMatch {
  const matches = optionNameCandidates(cells.fields, group, context).map((optionNames) =>
    matchVariants(group, optionNames, context),
  )
  const [first, second] = matches
  if (!first) throw new Error('a product without product errors has option names without gaps')
  if (!second) return first
  return uncovered(group, first).length === 0 && first.errors.size <= second.errors.size ? first : second
}

/** A variant's image must be stored, or named by a row of the product. */
function refuseUnknownImages(group: Group, images: NamedImage[], { imageKey }: PreviewContext): void {
  const asking = group.parts.filter((part) => part.isVariant && part.variant.imageUrl)
  // A row whose cells are not used may name it.
  if (asking.length === 0 || group.rows.some(isShifted)) return
  const known = new Set([
    ...images.map(({ key }) => key),
    ...(group.existing?.images.map(({ url }) => imageKey(url)) ?? []),
  ])
  for (const { row, variant } of asking) {
    const url = variant.imageUrl ?? ''
    if (!known.has(imageKey(url))) addIssue(row.errors, imageUnknown(url))
  }
}

function imageUnknown(url: string) {
  return issue('variant_image_url', 'variant_image_unknown', url)
}

/** A stored variant that would not fit the new options. */
function uncovered(group: Group, match: VariantMatch): StoredVariant[] {
  const { existing } = group
  if (!existing) return []
  const left = unmatched(match, existing)
  if (match.optionNames.length !== existing.optionNames.length) return left
  // A renaming to `Title` that would turn a variant outside the file into one without options.
  const isRenamed = match.optionNames[0] !== existing.optionNames[0]
  return isRenamed && left.length === existing.variants.length && isNoOption(match.optionNames, left)
    ? left
    : []
}

function refuseUncovered(group: Group, { sources }: ProductCells, match: VariantMatch): void {
  const left = uncovered(group, match)
  if (left.length === 0) return
  const failed = group.rows.filter((row) => isVariantRow(row) && !isValid(row))
  const found = match.variants.filter(({ stored }) => stored)
  const isNamed = new Set(found.map(({ stored }) => stored))
  const foundRows = new Set(found.map(({ part }) => part.row))
  const variants = left.filter((variant) => !isNamed.has(variant))
  // Rows with errors may be those of the variants: the product waits for them.
  if (variants.length <= failed.filter((row) => !foundRows.has(row)).length) {
    failBecauseOf(failed, group.rows.filter(isValid))
    return
  }
  const names = variants.slice(0, 3).map(({ sku, optionValues }) => brief(optionValues.join(' / ') || sku))
  const more = variants.length - names.length
  const column = ['option3_name', 'option2_name', 'option1_name'].find((name) => sources.has(name)) ?? null
  const row = (column === null ? undefined : sources.get(column)) ?? group.rows[0]
  row?.productErrors.push(
    issue(column, 'uncovered_variants', null, {
      case: 'variants',
      variants: names.join(', '),
      ...(more > 0 && { more }),
    }),
  )
}
