import { createAddressGuard } from '@catalog/address-guard'
import type { AddressGuard } from '@catalog/address-guard'
import { fileWarning, imageIdentity } from '@catalog/catalog'
import { everything } from '@catalog/contracts'
import type { Choice, DraftRow } from '@catalog/contracts'
import { remembered } from '@catalog/dialects'
import type { CanonicalTable } from '@catalog/dialects'
import { keptFields, leaveOut, leavingOut } from './choice.ts'
import { explainedError, explainedWarning } from './explained.ts'
import { noFormer } from './compare-versions.ts'
import type { CompareVersions } from './compare-versions.ts'
import { emptyPlan, versionOf } from './plan.ts'
import { findByBarcode } from './find-by-barcode.ts'
import { findBySku } from './find-by-sku.ts'
import { countClears, shownChanges, shownImages, shownVariants } from './changes.ts'
import { issue } from './file-row.ts'
import type { FileRow } from './file-row.ts'
import { groupRows, statesStock } from './group.ts'
import type { PreviewContext } from './group.ts'
import { idSource } from './id-source.ts'
import { ownersInFile } from './keys.ts'
import { namedHandles } from './absent-products.ts'
import { parseRows } from './parse-rows.ts'
import { leaveOutTakenSkus, refuseRepeatedSkus } from './repeated-skus.ts'
import { previewGroup } from './preview-group.ts'
import { ProductListBuilder } from './product-list-builder.ts'
import { StoredTexts } from './stored-texts.ts'
import { repairsOf } from './suggest-repairs.ts'
import { shareLinkOf } from './share-links.ts'
import { TallyBuilder } from './tally.ts'
import type { TalliedRow } from './tally.ts'
import type { CatalogSlice, Preview } from './types.ts'
import { PartReader } from './undo/product-parts.ts'

export interface PreviewOptions {
  newId?: () => string
  /** Decides which images can never be fetched. */
  guard?: AddressGuard
  /** What of the file is imported; all of it by default. */
  choice?: Choice
  /** Of a draft that is previewed again. */
  compare?: CompareVersions | undefined
}

const strictGuard = createAddressGuard()

/**
 * What an import of the file would change in the catalog, and the plan that does it. Pure: the catalog must be loaded
 * before, as `handlesOf`, `paddedHandles`, `skusOf` and `titlesOf` say.
 */
export function previewTable(
  read: CanonicalTable,
  slice: CatalogSlice,
  { newId = idSource(), guard = strictGuard, choice = everything, compare = noFormer }: PreviewOptions = {},
): Preview {
  const catalog = { ...slice, skuOwners: ownersInFile(slice.skuOwners, read) }
  const table = withStored(read, catalog)
  const { columns, rows, style } = parseRows(table, new StoredTexts(slice))
  const isLeftOut = leavingOut(choice)
  const wanted = rows.filter(
    ({ handle }) => handle === undefined || !isLeftOut(handle, catalog.products.has(handle)),
  )
  if (table.canonical || table.productsOfSkus) refuseRepeatedSkus(wanted)
  else leaveOutTakenSkus(wanted, catalog)
  const plan = emptyPlan()
  const context: PreviewContext = {
    columns,
    blankClears: table.canonical,
    optionNames: table.optionNames,
    titleOption: table.titleOption,
    compareAtFollowsPrice: table.compareAtFollowsPrice ?? false,
    addsNothing: table.addsNothing ?? false,
    skuOwners: catalog.skuOwners,
    titleOwners: catalog.titleOwners ?? new Map(),
    kept: keptFields(choice),
    brokenImages: catalog.brokenImages ?? new Set(),
    imageKey: remembered(imageIdentity),
    metadataName: remembered((key) => `metadata.${key}`),
    newId,
    faultOf(url) {
      const refusal = guard.refusalOf(url)
      return refusal ? { case: refusal } : shareLinkOf(url)
    },
  }
  const groups = groupRows(rows, catalog.products)
  const titles = new Map<string | undefined, string | undefined>()
  const tally = new TallyBuilder({ hasStock: columns.variant.has('inventoryQuantity') })
  const products = new ProductListBuilder()
  const parts = new PartReader(plan)
  const repair = repairsOf({ table, style, groups })
  const finish = (row: FileRow) => {
    repair(row)
    const edited = table.file?.edited.get(row.number)
    if (edited)
      row.warnings = [...edited.map(({ column, value }) => issue(column, 'edited', value)), ...row.warnings]
  }
  for (const group of groups) {
    const { handle, existing: stored } = group
    const touchedBefore = plan.touched.length
    const isOut = isLeftOut(handle, stored !== undefined)
    titles.set(handle, previewGroup(group, context, isOut ? emptyPlan() : plan))
    const hasStock = statesStock(group, context)
    if (isOut) for (const row of group.rows) leaveOut(row)
    else if (stored && plan.touched.length === touchedBefore) plan.seen.push(versionOf(stored, hasStock))
    // The plan has it now; keeping it in all rows would double the memory.
    for (const part of group.parts) part.metadata = undefined
    for (const row of group.rows) finish(row)
    const ofProduct = group.rows.map(talliedRow)
    const compared = compare(handle, stored, hasStock)
    const outcome = tally.addProduct(ofProduct, { isNew: !stored, wasChanged: compared.wasChanged })
    const title = titles.get(handle)
    products.add({ handle, title, stored, part: parts.next(), rows: ofProduct, compared }, outcome)
  }
  for (const row of rows) {
    if (row.handle !== undefined) continue
    row.errors.push(...row.productErrors)
    finish(row)
    tally.addStray(talliedRow(row))
  }

  const counts = { adds: 0, updates: 0, unchanged: 0, errors: 0, clears: 0 }
  const draftRows: DraftRow[] = []
  for (const row of rows) {
    const draftRow = toDraftRow(row, titles.get(row.handle))
    draftRows.push(draftRow)
    if (draftRow.kind !== 'left_out') counts[countOf[draftRow.kind]]++
    if (draftRow.kind !== 'error') counts.clears += countClears(row.changes)
  }
  return {
    counts,
    tally: tally.toTally(),
    products: products.toList(),
    productCount: groups.length,
    named: namedHandles(read, catalog, groups),
    rows: draftRows,
    warnings: [
      ...(table.warnings ?? []),
      ...(style.usesComma ? [decimalComma] : []),
      ...(style.currency === undefined
        ? []
        : [fileWarning('currency_left_out', { case: 'currency', currency: style.currency })]),
    ],
    plan,
  }
}

/** The table with the handles of products that rows identify otherwise. */
function withStored(table: CanonicalTable, { skuOwners, products }: CatalogSlice): CanonicalTable {
  const linked = table.outside?.link((sku) => products.get(skuOwners.get(sku)?.handle ?? ''))
  return findBySku(
    linked
      ? { ...linked, delimiter: table.delimiter, isReport: table.isReport, file: table.file }
      : findByBarcode(table, products.values()),
    skuOwners,
    products,
  )
}

const decimalComma = fileWarning('decimal_comma')

const countOf = { add: 'adds', update: 'updates', unchanged: 'unchanged', error: 'errors' } as const

/** Errors and warnings of a row that a preview shows, at most. */
const maxShown = 20

function toDraftRow(row: FileRow, title: string | undefined): DraftRow {
  const errors = row.errors.slice(0, maxShown)
  const { shown, left } = shownChanges(row.changes)
  const warnings = row.warnings.slice(0, maxShown)
  if (left > 0) {
    warnings.push(issue(null, 'changes_not_shown', null, { case: 'count', count: left }))
  }
  if (row.errors.length > maxShown) {
    warnings.push(issue(null, 'errors_not_shown'))
  }
  return {
    row: row.number,
    kind: kindOf(row),
    handle: row.shown.handle,
    sku: row.shown.sku ?? (row.storedSku || null),
    title: title ?? null,
    entities: row.entities,
    changes: shown,
    ...shownVariants(row.variants, shown),
    ...shownImages(row.images),
    errors: errors.map(explainedError),
    warnings: warnings.map(explainedWarning),
  }
}

function talliedRow(row: FileRow): TalliedRow {
  return {
    number: row.number,
    sku: row.shown.sku,
    kind: kindOf(row),
    entities: row.entities,
    changes: row.changes,
    errors: row.errors,
    warnings: row.warnings,
  }
}

function kindOf(row: FileRow): DraftRow['kind'] {
  if (row.errors.length > 0) return 'error'
  if (row.isLeftOut) return 'left_out'
  if (row.adds) return 'add'
  return row.changes.length > 0 ? 'update' : 'unchanged'
}
