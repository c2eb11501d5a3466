import { everything } from '@catalog/contracts'
import type { Choice } from '@catalog/contracts'
import type { AddressGuard } from '@catalog/address-guard'
import type { StoredProduct } from '@catalog/catalog'
import type { Knex } from 'knex'
import type { ImportFile } from '@catalog/reading'
import {
  barcodesOf,
  findBySku,
  furtherHandles,
  handlesOf,
  identifyingSkus,
  ownersInFile,
  previewTable,
  replaceableImages,
  skusOf,
  titlesOf,
} from '@catalog/preview'
import type { CatalogSlice, CompareVersions, Preview, SkuOwner } from '@catalog/preview'
import { findBrokenImages, warnOfRetry } from '../catalog/image-outcomes.sql.ts'
import { loadProducts } from '../catalog/load-products.sql.ts'
import { findBarcodeHandles, findSkuOwners, findTitleOwners } from '../catalog/read.sql.ts'
import { preferIndexes } from '../postgres/database.ts'
import type { Database } from '../postgres/database.ts'
import type { DraftContent } from './draft-columns.ts'
import { findPictures } from './find-pictures.ts'

/** What a preview of a file needs. */
export interface PreviewTools {
  database: Database
  guard: AddressGuard
}

/** Compares the file with the part of the storefront's catalog that it touches. */
export async function previewFile(
  { database, guard }: PreviewTools,
  storefrontId: string,
  file: ImportFile,
  { choice = null, compare }: { choice?: Choice | null; compare?: CompareVersions | undefined } = {},
): Promise<Preview> {
  const catalog = await database.transaction(
    (transaction) => loadSlice(transaction, storefrontId, file.table),
    {
      readOnly: true,
      isolationLevel: 'repeatable read',
    },
  )
  const preview = previewTable(file.table, catalog, {
    guard,
    choice: choice ?? everything,
    compare,
  })
  await findPictures(database, storefrontId, preview.rows)
  preview.warnings.push(...(await warnOfRetry(database, storefrontId, preview)))
  return preview
}

async function loadSlice(
  transaction: Knex.Transaction,
  storefrontId: string,
  table: ImportFile['table'],
): Promise<CatalogSlice> {
  await preferIndexes(transaction)
  const identifying = new Set([...(table.outside?.skus ?? []), ...identifyingSkus(table)])
  const owners = await findSkuOwners(transaction, storefrontId, [...identifying])
  const ownerOf = ownersInFile(new Map(owners.map((owner) => [owner.sku, owner])), table)
  const handles = new Set([
    ...handlesOf(table),
    ...owners.map(({ handle }) => handle),
    ...(await findBarcodeHandles(transaction, storefrontId, barcodesOf(table))),
  ])
  const byHandle = new Map<string, StoredProduct>()
  const load = async (wanted: string[]) => {
    for (const product of await loadProducts(transaction, storefrontId, wanted))
      byHandle.set(product.handle, product)
  }
  await load([...handles])
  const further = new Set(furtherHandles(table, ownerOf, byHandle))
  await load([...further].filter((handle) => !handles.has(handle)))
  const skuOwners = new Map<string, SkuOwner>()
  for (const { productId, handle, variants } of byHandle.values()) {
    for (const { sku } of variants) if (sku !== '') skuOwners.set(sku, { productId, handle })
  }
  const otherSkus = skusOf(table).filter((sku) => !skuOwners.has(sku))
  for (const { sku, productId, handle } of await findSkuOwners(transaction, storefrontId, otherSkus)) {
    skuOwners.set(sku, { productId, handle })
  }
  const found = findBySku(table, ownerOf, byHandle)
  const titles = await findTitleOwners(transaction, storefrontId, titlesOf(found, byHandle))
  const replaceable = replaceableImages(found, byHandle)
  return {
    products: byHandle,
    skuOwners,
    brokenImages: await findBrokenImages(transaction, storefrontId, replaceable),
    titleOwners: new Map(titles.map(({ title, handle }) => [title, { handle }])),
  }
}

/** What a draft has of the file and its preview. */
export function toDraftContent(
  file: Pick<
    ImportFile,
    'dialect' | 'delimiter' | 'encoding' | 'warnings' | 'unknownColumns' | 'unknownColumnsCount' | 'edits'
  >,
  { rows, counts, tally, productCount, warnings }: Omit<Preview, 'plan' | 'products'>,
  { mapping = null, choice = null }: Partial<Pick<DraftContent, 'mapping' | 'choice'>> = {},
): DraftContent {
  return {
    dialect: file.dialect,
    delimiter: file.delimiter,
    encoding: file.encoding,
    mapping,
    choice,
    edits: file.edits.length,
    row_count: rows.length,
    product_count: productCount,
    ...counts,
    tally,
    warnings: [...file.warnings, ...warnings],
    unknown_columns: file.unknownColumns,
    unknown_columns_count: file.unknownColumnsCount,
  }
}
