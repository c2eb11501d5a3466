import type { Knex } from 'knex'
import { createHash } from 'node:crypto'
import { ServiceError, stockRange } from '@catalog/contracts'
import type { AdjustedStock, ErrorDetail, StockAdjustment } from '@catalog/contracts'
import { isLockTimeout } from '@catalog/postgres'
import { emptyPlan } from '@catalog/preview'
import { oneAtATime } from '../catalog/one-at-a-time.ts'
import { findStocks } from '../catalog/read.sql.ts'
import type { VariantStock } from '../catalog/read.sql.ts'
import { storefrontBusy } from '../catalog/storefront-busy.ts'
import { lockStorefront, raiseCatalogVersion } from '../catalog/storefront-locks.sql.ts'
import { requireNotMoving } from '../catalog/storefront-moves.sql.ts'
import { setStocks, writeAll } from '../catalog/write.sql.ts'
import type { NewStock } from '../catalog/write.sql.ts'
import type { Context } from '../context.ts'
import { keyReused } from '../drafts/draft-errors.ts'
import { claimKey, findKey } from '../drafts/idempotency-keys.sql.ts'
import { preferIndexes } from '../postgres/database.ts'

interface Adjusting {
  storefront_id: string
  adjustments: StockAdjustment[]
  idempotency_key?: string | null
}

/**
 * Adjusts the stock of variants, all or none, one request of a storefront after the other and after its imports. A
 * repeated request with the same key gets the first one's answer. One that still waits when `signal` is aborted is not made.
 * @throws ServiceError invalid_adjustment, which names each SKU that is refused; idempotency_key_reused, unavailable
 */
export async function adjustStock(
  { database, now, sweep }: Context,
  input: Adjusting,
  signal?: AbortSignal,
): Promise<AdjustedStock> {
  const answer = await oneAtATime(input.storefront_id, async () => {
    // The caller would adjust it twice with its next attempt.
    signal?.throwIfAborted()
    return await database.transaction((transaction) => adjust(transaction, input, now))
  }).catch((error: unknown) => {
    throw isLockTimeout(error) ? storefrontBusy(error) : error
  })
  // A platform that only adjusts would otherwise never delete its keys; nobody waits for it, and it never fails.
  if (input.idempotency_key) void sweep()
  return answer
}

async function adjust(
  transaction: Knex.Transaction,
  { storefront_id: storefrontId, adjustments, idempotency_key: key }: Adjusting,
  now: () => Date,
): Promise<AdjustedStock> {
  await requireNotMoving(transaction, storefrontId)
  await lockStorefront(transaction, storefrontId, now())
  const name = key ? ({ storefrontId, endpoint: 'adjust-stock', key } as const) : null
  const fingerprint = fingerprintOf(adjustments)
  const first = name && (await findKey(transaction, name, now()))
  if (first) {
    if (first.fingerprint !== fingerprint || first.answer === null) throw keyReused('other adjustments')
    return first.answer
  }

  await preferIndexes(transaction)
  const skus = [...new Set(adjustments.map(({ sku }) => sku))]
  const found = await findStocks(transaction, storefrontId, skus)
  const stocks = newStocks(adjustments, new Map(found.map((stock) => [stock.sku, stock])))
  const catalogVersion = await raiseCatalogVersion(transaction, storefrontId, emptyPlan())
  const changed = stocks.filter(({ before, quantity }) => quantity !== before)
  await writeAll(transaction, setStocks(storefrontId, changed, catalogVersion))
  const answer = {
    catalog_version: catalogVersion,
    variants: stocks.map(({ sku, handle, quantity }) => ({ sku, handle, inventory_quantity: quantity })),
  }
  if (name) await claimKey(transaction, name, { draftId: null, fingerprint, answer }, now())
  return answer
}

function fingerprintOf(adjustments: StockAdjustment[]): string {
  const values = adjustments.map(({ sku, by, to }) => [sku, by ?? null, to ?? null])
  return createHash('sha256').update(JSON.stringify(values)).digest('hex')
}

/** Each adjusted variant once, in the order of the adjustments. */
function newStocks(
  adjustments: StockAdjustment[],
  stocks: ReadonlyMap<string, VariantStock>,
): (VariantStock & NewStock)[] {
  const adjusted = new Map<string, VariantStock & NewStock>()
  const refused = new Map<string, ErrorDetail>()
  const refuse = (sku: string, code: keyof typeof reasons) =>
    refused.set(sku, { code, message: reasons[code], value: sku })
  for (const { sku, by = 0, to } of adjustments) {
    const stock = stocks.get(sku)
    if (!stock) refuse(sku, 'unknown_sku')
    else if (stock.before === null) refuse(sku, 'untracked_variant')
    else {
      const quantity = to ?? (adjusted.get(sku)?.quantity ?? stock.before) + by
      adjusted.set(sku, { ...stock, quantity })
    }
  }
  for (const { sku, quantity } of adjusted.values())
    if (quantity < stockRange.min || quantity > stockRange.max) refuse(sku, 'out_of_range')
  if (refused.size > 0) throw invalidAdjustment([...refused.values()])
  return [...adjusted.values()]
}

const reasons = {
  unknown_sku: 'No variant has this SKU.',
  untracked_variant: 'The stock of this variant is not tracked: import a quantity first.',
  out_of_range: 'The stock would be below −2,147,483,648 or above 2,147,483,647.',
} as const

function invalidAdjustment(errors: ErrorDetail[]): ServiceError {
  const [first] = errors
  const others = errors.length > 1 ? ` (and ${errors.length - 1} more)` : ''
  return new ServiceError(
    'invalid_adjustment',
    `“${first?.value}”${others}: ${first?.message} Nothing was adjusted: correct or leave out what “errors” names.`,
    { errors },
  )
}
