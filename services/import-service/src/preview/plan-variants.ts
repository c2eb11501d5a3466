import {
  quoted,
  type StoredVariant,
  variantColumns,
  variantDefaults,
  variantFields,
  type VariantFields,
} from '@catalog/catalog'
import type { ImportPlan, PlannedVariant } from '../plan.ts'
import { noteAdded, noteChanges } from './changes.ts'
import { type Group, type GroupRow, issue, type PreviewContext } from './group.ts'
import type { VariantMatch } from './match-variants.ts'
import { sameImage } from './place-images.ts'
import type { ImagesByUrl } from './plan-images.ts'
import { resolveFields } from './resolve-fields.ts'

/** Plans the variants of the standing rows. Tells whether anything is to be written. */
export function planVariants(
  group: Group,
  match: VariantMatch,
  images: ImagesByUrl,
  { productId, context, plan }: { productId: string; context: PreviewContext; plan: ImportPlan },
): boolean {
  let position = group.existing?.variants.at(-1)?.position ?? 0
  let isChanged = false
  for (const [row, { stored, optionValues }] of match.variants) {
    if (row.errors.length > 0) continue
    const before = stored && variantFields(stored)
    const after = fieldsAfter(row, before, optionValues, images, context)
    const place = stored
      ? { variantId: stored.variantId, productId, position: stored.position }
      : { variantId: context.newId(), productId, position: ++position }
    row.storedSku = stored?.sku
    if (!stored || !before) {
      row.adds = true
      noteAdded('variant', variantColumns, after, row)
      plan.variants.adds.push(toPlanned(place, after, images))
      isChanged = true
      continue
    }
    warnOfLostZeros(row, stored)
    if (!noteChanges('variant', variantColumns, before, after, () => row)) continue
    plan.variants.updates.push(toPlanned(place, after, images))
    isChanged = true
  }
  return isChanged
}

function fieldsAfter(
  row: GroupRow,
  before: VariantFields | undefined,
  optionValues: string[],
  images: ImagesByUrl,
  { columns, blankClears }: PreviewContext,
): VariantFields {
  const fields = resolveFields(variantColumns, row.variant, before, {
    defaults: variantDefaults,
    cleared: blankClears ? columns.variant : new Set(),
  })
  const [option1Value = '', option2Value = '', option3Value = ''] = optionValues
  const imageUrl = fields.imageUrl && (images.get(sameImage(fields.imageUrl))?.url ?? null)
  return { ...fields, option1Value, option2Value, option3Value, imageUrl }
}

function warnOfLostZeros(row: GroupRow, stored: StoredVariant): void {
  for (const field of ['sku', 'barcode'] as const) {
    const value = row.variant[field]
    if (!value || value === stored[field] || stored[field].replace(/^0+/, '') !== value) continue
    row.warnings.push(
      issue(
        'leading_zeros_lost',
        `The variant has ${quoted(stored[field])} and the file ${quoted(value)}: a spreadsheet may have removed the zeros in front. Write them again if they belong there.`,
        { column: `variant_${field}`, value },
      ),
    )
  }
}

function toPlanned(
  place: { variantId: string; productId: string; position: number },
  { option1Value, option2Value, option3Value, imageUrl, ...fields }: VariantFields,
  images: ImagesByUrl,
): PlannedVariant {
  return {
    ...place,
    option1Value: option1Value || null,
    option2Value: option2Value || null,
    option3Value: option3Value || null,
    sku: fields.sku,
    barcode: fields.barcode,
    price: fields.price,
    compareAtPrice: fields.compareAtPrice,
    inventoryQuantity: fields.inventoryQuantity,
    weightGrams: fields.weightGrams,
    requiresShipping: fields.requiresShipping,
    taxable: fields.taxable,
    imageId: imageUrl === null ? null : (images.get(sameImage(imageUrl))?.imageId ?? null),
  }
}
