import type { z } from 'zod'
import { maxPageBytes, ServiceError } from '@catalog/contracts'
import type { catalogExports } from '@catalog/contracts'
import { spending } from '@catalog/runtime'
import { rejectWhereUnavailable, requireHere } from './database.ts'
import type { Database } from './database.ts'
import { requireReached } from './product-filters.sql.ts'
import { toCatalogProduct } from './product-json.ts'
import { placeOf, readStoredPage } from './product-page.sql.ts'
import type { PageQuery, Place, StoredPage } from './product-page.sql.ts'

interface ProductPage {
  head: z.output<typeof catalogExports.listProducts.head>
  body: Buffer
}

/**
 * A page of the storefront's products as JSON, from one snapshot. A client that reads all pages at a version, and then
 * what has changed after it, again and again, has the whole catalog (design.md §8).
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
  const page = await spending('sql', () => readStoredPage(client, query, after)).catch((error: unknown) => {
    release(true)
    return rejectWhereUnavailable(error)
  })
  release()
  requireHere(page.isElsewhere)
  requireReached(Math.max(query.changed_after ?? 0, after?.version ?? 0), page.catalogVersion)
  const isKnown = query.known_version === page.catalogVersion
  const body = Buffer.from(isKnown ? '' : toText(page, query))
  return { head: { catalog_version: page.catalogVersion, content_length: body.length }, body }
}

function toText({ catalogVersion, products, isWhole, end }: StoredPage, query: PageQuery): string {
  const texts: string[] = []
  let bytes = 0
  let last: Place | null = null
  for (const product of products) {
    const text = JSON.stringify(toCatalogProduct(product, query))
    bytes += Buffer.byteLength(text) + 1
    if (bytes > maxPageBytes && last !== null) break
    texts.push(text)
    last = placeOf(product)
  }
  const next = isWhole && texts.length === products.length ? end : last
  const cursor = next === null ? null : writeCursor(query, next)
  return `{"catalog_version":${catalogVersion},"products":[${texts.join(',')}],"next_cursor":${JSON.stringify(cursor)}}`
}

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
