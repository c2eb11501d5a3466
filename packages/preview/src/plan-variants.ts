import { copyFields, shortened, variantColumns, variantDefaults, variantFields } from '@catalog/catalog'
import type { VariantFields } from '@catalog/catalog'
import { addIssue } from '@catalog/dialects'
import { toPlannedVariant } from './plan.ts'
import type { ImportPlan } from './plan.ts'
import { recordAdded, recordChanges } from './changes.ts'
import { isValid, issue } from './file-row.ts'
import type { FileRow, RowPart } from './file-row.ts'
import type { Group, PreviewContext } from './group.ts'
import { unmatched } from './match-variants.ts'
import type { VariantMatch } from './match-variants.ts'
import type { ImagesByUrl } from './plan-images.ts'
import { asStored, resolveFields } from './resolve-fields.ts'
import { spellingsOf, warnOfRewrittenOptions } from './warn-of-rewriting.ts'

/** Plans the variants of the valid rows. Returns whether there is anything to write. */
export function planVariants(
  group: Group,
  match: VariantMatch,
  images: ImagesByUrl,
  { productId, context, plan }: { productId: string; context: PreviewContext; plan: ImportPlan },
): boolean {
  let position = group.existing?.variants.at(-1)?.position ?? 0
  let isChanged = false
  let unnamed: ReturnType<typeof spellingsOf> | undefined
  for (const { part, stored, optionValues } of match.variants) {
    const { row } = part
    const index = row.variants.length
    row.variants.push({
      sku: part.variant.sku ?? (stored?.sku || null),
      options: optionValues.map((value, at) => ({ name: match.optionNames[at] ?? '', value })),
    })
    if (!isValid(row)) continue
    const before = stored && withImage(variantFields(stored), images, context)
    const after = fieldsAfter(part, before, optionValues, images, context)
    if (before) warnOfNoStock(row, after)
    // What another shop counts must not be for sale without limit.
    else if (row.warnings.some(({ code }) => code === 'quantity_missing')) after.inventoryQuantity ??= 0
    const place = stored
      ? { variantId: stored.variantId, productId, position: stored.position }
      : { variantId: context.newId(), productId, position: ++position }
    const imageId = imageIdOf(after, images, context)
    const planned = toPlannedVariant({ ...place, row: row.number }, after, imageId)
    row.storedSku ??= stored?.sku
    if (!stored || !before) {
      row.adds = true
      withIndex(index, row, () => recordAdded('variant', variantColumns, after, row))
      recordImages(row, [after], images, context)
      if (group.existing)
        warnOfRewrittenOptions(row, optionValues, (unnamed ??= spellingsOf(unmatched(match, group.existing))))
      plan.variants.adds.push(planned)
      isChanged = true
      continue
    }
    const changed = withIndex(index, row, () =>
      recordChanges('variant', variantColumns, before, after, () => row),
    )
    if (!changed) continue
    if ('imageUrl' in changed) recordImages(row, [before, after], images, context)
    plan.variants.updates.push({ ...planned, before: changed })
    isChanged = true
  }
  return isChanged
}

/** Sets the variant's index on what `record` adds. A row's first variant needs none: usually it is the only one. */
function withIndex<Recorded>(index: number, { changes }: FileRow, record: () => Recorded): Recorded {
  const first = changes.length
  const recorded = record()
  if (index > 0)
    for (let at = first; at < changes.length; at++) Object.assign(changes[at] ?? {}, { variant: index })
  return recorded
}

/** Adds the images that the variant shows, before and after. */
function recordImages(
  row: FileRow,
  shown: VariantFields[],
  images: ImagesByUrl,
  { imageKey }: PreviewContext,
): void {
  for (const { imageUrl } of shown) {
    const stored = imageUrl === null ? undefined : images.get(imageKey(imageUrl))?.stored
    if (stored) row.images.add(stored)
  }
}

/** The fields with the image's current URL: if that is replaced, the variant does not change. */
function withImage(fields: VariantFields, images: ImagesByUrl, { imageKey }: PreviewContext): VariantFields {
  if (fields.imageUrl !== null)
    fields.imageUrl = images.get(imageKey(fields.imageUrl))?.url ?? fields.imageUrl
  return fields
}

const nothing = new Set<keyof VariantFields>()
const compareAtPrice = new Set<keyof VariantFields>(['compareAtPrice'])

function fieldsAfter(
  { row, variant }: RowPart,
  before: VariantFields | undefined,
  optionValues: string[],
  images: ImagesByUrl,
  context: PreviewContext,
): VariantFields {
  const fields = resolveFields(variantColumns, variant, before, {
    defaults: variantDefaults,
    cleared: clearedBy(variant, context),
  })
  fields.option1Value = asStored(before?.option1Value, optionValues[0] ?? '')
  fields.option2Value = asStored(before?.option2Value, optionValues[1] ?? '')
  fields.option3Value = asStored(before?.option3Value, optionValues[2] ?? '')
  if (fields.imageUrl !== null) {
    const image = images.get(context.imageKey(fields.imageUrl))
    if (!image) warnOfLostImage(row, fields.imageUrl)
    fields.imageUrl = image ? image.url : (before?.imageUrl ?? null)
  }
  if (before && context.kept) copyFields(context.kept.variant, before, fields)
  return fields
}

/** A blank quantity changes nothing: what the catalog has sold out stays so. */
function warnOfNoStock({ inStock, warnings }: FileRow, { inventoryQuantity: quantity }: VariantFields): void {
  if (inStock === undefined || quantity === null || quantity > 0) return
  const parameters = { case: 'stays' as const, cell: inStock }
  const column = 'variant_inventory_quantity'
  addIssue(warnings, issue(column, 'off_sale', String(quantity), parameters))
}

function warnOfLostImage(row: FileRow, url: string): void {
  addIssue(
    row.warnings,
    issue('variant_image_url', 'ignored_value', shortened(url, 200), { case: 'failed_row' }),
  )
}

/** The fields that a blank cell of the row clears. */
function clearedBy(
  { price }: RowPart['variant'],
  { columns, blankClears, compareAtFollowsPrice, kept }: PreviewContext,
): Set<keyof VariantFields> {
  if (blankClears) return columns.variant
  const followsPrice = compareAtFollowsPrice && price !== undefined && !kept?.has('variant_price')
  return followsPrice ? compareAtPrice : nothing
}

/** The image that the variant shows. */
function imageIdOf(
  { imageUrl }: VariantFields,
  images: ImagesByUrl,
  { imageKey }: PreviewContext,
): string | null {
  return imageUrl === null ? null : (images.get(imageKey(imageUrl))?.imageId ?? null)
}
