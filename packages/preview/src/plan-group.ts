import { brief, productColumns, productDefaults, productFields } from '@catalog/catalog'
import type { Column, ProductFields } from '@catalog/catalog'
import { toPlannedProduct, versionOf } from './plan.ts'
import type { ImportPlan } from './plan.ts'
import { recordAdded, recordChange, recordChanges } from './changes.ts'
import { isValid, issue, isVariantRow, rowParameters } from './file-row.ts'
import type { FileRow } from './file-row.ts'
import { statesStock } from './group.ts'
import type { Group, PreviewContext } from './group.ts'
import { bySpelling } from './keys.ts'
import { isNoOption, unmatched } from './match-variants.ts'
import type { VariantMatch } from './match-variants.ts'
import type { NamedImage } from './place-images.ts'
import { planImages } from './plan-images.ts'
import { planVariants } from './plan-variants.ts'
import { resolveMetadata } from './product-cells.ts'
import type { ProductCells } from './product-cells.ts'
import { asStored, resolveFields } from './resolve-fields.ts'
import { warnOfDamage } from './warn-of-damage.ts'

export interface GroupParts {
  cells: ProductCells
  match: VariantMatch
  images: NamedImage[]
}

/** Plans what the valid rows of a group write, and adds its changes to each row. */
export function planGroup(
  group: Group,
  { cells, match, images }: GroupParts,
  context: PreviewContext,
  plan: ImportPlan,
): void {
  const rows = group.rows.filter(isValid)
  const [first] = rows
  if (!first) return
  const { existing } = group
  const productId = existing?.productId ?? context.newId()

  const isChanged = planProduct(group, { cells, optionNames: dropNoOption(group, match) }, first, {
    productId,
    context,
    plan,
  })
  const placed = planImages(group, images, { productId, context, plan })
  const hasVariants = planVariants(group, match, placed.images, { productId, context, plan })
  if (existing && (isChanged || placed.isChanged || hasVariants)) {
    plan.touched.push(versionOf(existing, statesStock(group, context)))
  }
  if (existing) return
  for (const row of rows) row.adds = true
  warnOfLostVariants(first, group)
  warnOfSameTitle(first, group, cells.fields.title, context)
  warnOfLostZeros(first, group)
}

function warnOfLostVariants(first: FileRow, { rows }: Group): void {
  const lost = rows.filter((row) => isVariantRow(row) && !isValid(row))
  if (lost.length === 0) return
  first.warnings.push(issue(null, 'incomplete_product', null, { case: 'rows', ...rowParameters(lost) }))
}

/** The product may exist under another handle, which was meant. */
function warnOfSameTitle(
  row: FileRow,
  { rows }: Group,
  title: string | undefined,
  { titleOwners }: PreviewContext,
): void {
  const owner = title === undefined ? undefined : bySpelling(titleOwners, title)
  if (title === undefined || !owner) return
  if (rows.some(({ warnings }) => warnings.some(({ code }) => code === 'title_exists'))) return
  row.warnings.push(issue('title', 'title_exists', title, { case: 'product', handle: owner.handle }))
}

/** The product may exist, and a spreadsheet removed the leading zeros of its handle. */
function warnOfLostZeros(row: FileRow, { handle, padded }: Group): void {
  if (padded === undefined) return
  row.warnings.push(issue('handle', 'leading_zeros_lost', handle, { case: 'handle', handle: brief(padded) }))
}

/** The option names after the import; if they mean no option, the variants lose their value too. */
function dropNoOption(group: Group, match: VariantMatch): string[] {
  const variants = match.variants.filter(({ part }) => isValid(part.row))
  if (unmatched(match, group.existing).length > 0 || !isNoOption(match.optionNames, variants)) {
    return match.optionNames
  }
  for (const variant of variants) variant.optionValues = []
  return []
}

function planProduct(
  { handle, existing }: Group,
  { cells, optionNames }: { cells: ProductCells; optionNames: string[] },
  first: FileRow,
  { productId, context, plan }: { productId: string; context: PreviewContext; plan: ImportPlan },
): boolean {
  const before = existing && productFields(existing)
  const [option1Name = '', option2Name = '', option3Name = ''] = optionNames.map((name, index) =>
    asStored(existing?.optionNames[index], name),
  )
  const fields: ProductFields = {
    ...resolveFields(productColumns, cells.fields, before, {
      defaults: productDefaults,
      cleared: context.blankClears ? context.columns.product : new Set(),
    }),
    option1Name,
    option2Name,
    option3Name,
  }
  const metadata = resolveMetadata(existing?.metadata ?? {}, cells, context)
  const place = { productId, handle, row: first.number }
  const planned = toPlannedProduct(place, fields, Object.fromEntries(metadata))
  if (!before) {
    recordAdded('product', productColumns, fields, first)
    for (const [key, value] of metadata) {
      const field = context.metadataName(key)
      first.changes.push({ entity: 'product', field, before: null, after: value })
      warnOfDamage(first, field, value)
    }
    plan.products.adds.push(planned)
    return false
  }
  const rows: Record<string, number> = {}
  const rowOf = ({ name }: { name: string }) => {
    const source = cells.sources.get(name)
    const row = source && isValid(source) ? source : first
    if (row !== first) rows[name] = row.number
    return row
  }
  const changed = recordChanges('product', productColumns, before, fields, (column: Column<ProductFields>) =>
    rowOf(column),
  )
  const metadataBefore = recordMetadata(existing.metadata, metadata, context.metadataName, rowOf)
  if (!changed && !metadataBefore) return false
  plan.products.updates.push({
    ...planned,
    before: changed ?? {},
    ...(metadataBefore && { metadataBefore }),
    ...(Object.keys(rows).length > 0 && { rows }),
  })
  return true
}

function recordMetadata(
  stored: Record<string, string>,
  metadata: Map<string, string>,
  metadataName: PreviewContext['metadataName'],
  rowOf: (column: { name: string }) => FileRow,
): Record<string, string | null> | undefined {
  if (metadata.size === 0 && Object.keys(stored).length === 0) return undefined
  const before = new Map(Object.entries(stored))
  const changed = new Map<string, string | null>()
  for (const key of new Set([...before.keys(), ...metadata.keys()])) {
    const was = before.get(key) ?? ''
    const is = metadata.get(key) ?? ''
    if (was === is) continue
    changed.set(key, before.get(key) ?? null)
    const field = metadataName(key)
    recordChange(rowOf({ name: field }), { entity: 'product', field, before: was, after: is })
  }
  return changed.size > 0 ? Object.fromEntries(changed) : undefined
}
