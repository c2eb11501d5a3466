import { maxPageBytes, ServiceError } from '@catalog/contracts'

/** Keyset paging: a cursor names the last item of a page, in base64url, so that clients treat it as opaque. */
function encodeCursor(last: string): string {
  return Buffer.from(last).toString('base64url')
}

/** @throws ServiceError invalid_request if no page of this kind can have returned the cursor */
export function decodeCursor(cursor: string | null, shape: RegExp): string | null {
  if (cursor === null) return null
  const last = Buffer.from(cursor, 'base64url').toString()
  if (encodeCursor(last) !== cursor || !shape.test(last)) {
    throw new ServiceError('invalid_request', 'The cursor is not one that a page of this list has given.', {
      errors: [{ parameter: 'cursor', message: 'Leave it out to begin with the first page.' }],
    })
  }
  return last
}

export const idShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** An id that sorts after every other one. */
export const greatestId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
export const rowShape = /^[1-9][0-9]{0,8}$/

/** The time of a UUIDv7, in milliseconds. */
export function timeOfId(id: string): number {
  return Number.parseInt(id.replace('-', '').slice(0, 12), 16)
}

/** Sorts before each UUIDv7 of this time or a later one. */
export function idBefore(timeMs: number): string {
  const hex = Math.max(timeMs, 0).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}

/** Bytes of JSON around a page's items. */
export const aroundItemsBytes = 1_000

/**
 * Cuts a list, read with at least one item more than a page has, to the page's limit of items and bytes. `headBytes`:
 * JSON of the answer besides the page.
 */
export function cutPage<Item>(
  items: Item[],
  limit: number,
  nameOf: (item: Item) => string,
  headBytes = 0,
): { page: Item[]; nextCursor: string | null } {
  let count = 0
  let bytes = aroundItemsBytes + headBytes
  for (const item of items.slice(0, limit)) {
    bytes += Buffer.byteLength(JSON.stringify(item)) + 1
    if (bytes > maxPageBytes && count > 0) break
    count += 1
  }
  const page = items.slice(0, count)
  const last = items.length > count ? page.at(-1) : undefined
  return { page, nextCursor: last === undefined ? null : encodeCursor(nameOf(last)) }
}
