import type { Knex } from 'knex'
import { canonicalColumnNames, writeCsv } from '@catalog/catalog'
import { everything, ServiceError } from '@catalog/contracts'
import type { Choice } from '@catalog/contracts'
import { errorColumns } from '@catalog/dialects'
import { planUndo, productsOf, skusBefore } from '@catalog/preview'
import type { ImportPlan, UndoCatalog } from '@catalog/preview'
import { loadProducts } from '../catalog/load-products.sql.ts'
import { findHandles, findOtherSkuHolders } from '../catalog/read.sql.ts'
import { compress } from '../drafts/compression.ts'
import type { DraftKey } from '../drafts/draft-columns.ts'
import { findPictures } from '../drafts/find-pictures.ts'
import { decodePlan } from '../drafts/plan-codec.ts'
import { toDraftContent } from '../drafts/preview-file.ts'
import type { PreviewTools } from '../drafts/preview-file.ts'
import { compareVersions, savePreview } from '../drafts/store-draft.ts'
import type { DraftTerms, StoredDraft } from '../drafts/store-draft.ts'
import { preferIndexes } from '../postgres/database.ts'
import { runDetailsExpired } from './run-details.ts'
import { readRunPlan } from './run-details.sql.ts'

export interface UndoInput extends DraftTerms {
  /** What of the run is undone; null: all of it. */
  choice: Choice | null
}

/**
 * Stores the draft that would undo the run `source.undoes`, by today's catalog.
 * @throws ServiceError run_details_expired; nothing_to_undo, except in a recheck; draft_not_found if the draft to
 * replace no longer exists
 */
export async function storeUndo(
  tools: PreviewTools,
  key: DraftKey,
  { choice, ...terms }: UndoInput,
): Promise<StoredDraft> {
  const { storefrontId } = key
  const runId = terms.source.undoes
  if (runId === null) throw new Error('the draft of an undo has a run')
  const stored = await readRunPlan(tools.database, { storefrontId, runId })
  if (stored === undefined) throw runDetailsExpired()
  const run = await decodePlan(stored)
  const catalog = await tools.database.transaction(
    (transaction) => loadCatalog(transaction, storefrontId, run),
    { readOnly: true, isolationLevel: 'repeatable read' },
  )
  const compare = await compareVersions(tools, key, terms.replaces)
  const preview = planUndo(run, catalog, { choice: choice ?? everything, compare })
  if (preview.counts.updates === 0 && !terms.replaces) throw nothingToUndo(preview.rows.length)
  await findPictures(tools.database, storefrontId, preview.rows)
  return await savePreview(tools, key, terms, {
    content: toDraftContent(noFile, preview, { choice }),
    preview,
    edits: [],
    file: await compress(new Uint8Array()),
    errorsCsv: await compress(Buffer.from(writeCsv([[...canonicalColumnNames, ...errorColumns]]))),
  })
}

/** An undo is a file without anything of its own. */
const noFile: Parameters<typeof toDraftContent>[0] = {
  dialect: 'canonical',
  delimiter: ',',
  encoding: 'utf-8',
  warnings: [],
  unknownColumns: [],
  unknownColumnsCount: 0,
  edits: [],
}

async function loadCatalog(
  transaction: Knex.Transaction,
  storefrontId: string,
  run: ImportPlan,
): Promise<UndoCatalog> {
  await preferIndexes(transaction)
  const handles = await findHandles(transaction, storefrontId, productsOf(run))
  const products = await loadProducts(transaction, storefrontId, [...handles.values()])
  const holders = await findOtherSkuHolders(transaction, storefrontId, skusBefore(run))
  return {
    products: new Map(products.map((product) => [product.productId, product])),
    skuHolders: new Map(holders.map(({ sku, variantId }) => [sku, variantId])),
  }
}

function nothingToUndo(rows: number): ServiceError {
  const why =
    rows === 0
      ? 'The import has changed nothing.'
      : 'What the import has changed is back already, has been changed again since, or stays because an undo deletes nothing.'
  return new ServiceError('nothing_to_undo', `There is nothing left to undo. ${why}`)
}
