import type { PoolClient } from 'pg'
import type { z } from 'zod'
import { maxPageBytes, ServiceError } from '@catalog/contracts'
import type { catalogExports } from '@catalog/contracts'
import { spending } from '@catalog/runtime'
import { rejectWhereUnavailable, requireHere } from './database.ts'
import type { Database } from './database.ts'
import { requireReached } from './product-filters.sql.ts'
import { toCatalogProduct } from './product-json.ts'
import { findCandidates, readPageHead, readWholeProducts } from './product-page.sql.ts'
import type { Candidate, PageQuery, Place } from './product-page.sql.ts'

interface ProductPage {
  head: z.output<typeof catalogExports.listProducts.head>
  body: Buffer
}

/**
 * A page of the storefront's products as JSON, from one snapshot that ends with it. A client that reads all pages at a
 * version, and then what has changed after it, again and again, has the whole catalog (design.md §8).
 * @throws ServiceError catalog_restarted if the catalog has not reached a version that the query names,
 * invalid_request for a cursor of another list, rate_limited, unavailable
 */
export async function listProducts(
  { pages }: { pages: Database },
  query: PageQuery,
  signal?: AbortSignal,
): Promise<ProductPage> {
  const after = readCursor(query)
  const { client, release } = await pages.connect(query.storefront_id, signal)
  let isIdle = false
  try {
    await client.query('begin isolation level repeatable read read only')
    const { catalogVersion, isElsewhere } = await spending('sql', () =>
      readPageHead(client, query.storefront_id),
    )
    requireHere(isElsewhere)
    requireReached(Math.max(query.changed_after ?? 0, after?.version ?? 0), catalogVersion)
    const text =
      query.known_version === catalogVersion ? '' : await readPage(client, query, { after, catalogVersion })
    await client.query('commit')
    isIdle = true
    const body = Buffer.from(text)
    return { head: { catalog_version: catalogVersion, content_length: body.length }, body }
  } catch (error) {
    return rejectWhereUnavailable(error)
  } finally {
    release(!isIdle)
  }
}

async function readPage(
  client: PoolClient,
  query: PageQuery,
  { after, catalogVersion }: { after: Place | undefined; catalogVersion: number },
): Promise<string> {
  const { candidates, isEnd } = await spending('sql', () => findCandidates(client, query, after))
  const matching = candidates.filter(({ variants }) => variants !== null)
  const wanted = matching.slice(0, query.limit)
  const products: string[] = []
  let bytes = 0
  for (const batch of inBatches(wanted)) {
    const ids = batch.map(({ productId }) => productId)
    const records = await spending('sql', () => readWholeProducts(client, query.storefront_id, ids))
    for (const { productId } of batch) {
      const record = records.get(productId)
      if (record === undefined)
        throw new Error('a product that was just read is missing in the same snapshot')
      const text = JSON.stringify(toCatalogProduct(record, query))
      bytes += Buffer.byteLength(text) + 1
      if (bytes > maxPageBytes && products.length > 0) break
      products.push(text)
    }
    if (products.length === 0 || bytes > maxPageBytes) break
  }
  const isWhole = products.length === matching.length
  const last = isWhole ? candidates.at(-1) : wanted[products.length - 1]
  const cursor = last === undefined || (isWhole && isEnd) ? null : writeCursor(query, last)
  return `{"catalog_version":${catalogVersion},"products":[${products.join(',')}],"next_cursor":${JSON.stringify(cursor)}}`
}

/** Few enough products at a time that their JSON does not fill the memory. */
function* inBatches(candidates: Candidate[]): Generator<Candidate[]> {
  let batch: Candidate[] = []
  let size = 0
  for (const candidate of candidates) {
    // As a variant, the rest of a product counts ten times.
    size += 10 + (candidate.variants ?? 0)
    if (size > mostAtOnce && batch.length > 0) {
      yield batch
      batch = []
      size = 10 + (candidate.variants ?? 0)
    }
    batch.push(candidate)
  }
  if (batch.length > 0) yield batch
}

const mostAtOnce = 3_000

const byChange = /^(\d{1,15}) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** Opaque to clients: the place of the last product, in base64url. */
function writeCursor({ order }: PageQuery, { handle, version, productId }: Place): string {
  return Buffer.from(order === 'handle' ? `=${handle}` : `${version} ${productId}`).toString('base64url')
}

function readCursor({ order, cursor }: PageQuery): Place | undefined {
  if (cursor === null) return undefined
  const text = Buffer.from(cursor, 'base64url').toString()
  const isOurs = Buffer.from(text).toString('base64url') === cursor && !text.includes('\0')
  const [, version, productId] = byChange.exec(text) ?? []
  if (isOurs && order === 'handle' && text.startsWith('='))
    return { handle: text.slice(1), version: 0, productId: '' }
  if (isOurs && order === 'changed' && version && productId)
    return { handle: '', version: Number(version), productId }
  throw new ServiceError('invalid_request', 'The cursor is not one that a page of this list has given.', {
    errors: [{ parameter: 'cursor', message: 'Leave it out to begin with the first page.' }],
  })
}
