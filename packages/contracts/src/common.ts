import { z } from 'zod'

/** The platform's own id of a storefront: opaque, 1–64 characters of `A–Z a–z 0–9 _ -`. */
export const StorefrontId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/)

/** An id that this system assigns: UUIDv7. */
export const Id = z.uuid()

/** A storefront's, by which its catalog's changes are counted (design.md §5). */
export const CatalogVersion = z.number().int().min(0)

/** RFC 3339, UTC. */
export const Timestamp = z.iso.datetime()

export const defaultPageSize = 50
export const maxPageSize = 500
/**
 * Bytes of an answer's JSON: a page ends early if its next item would exceed this, but has at least one item. Below the
 * size of one NATS message (1 MiB by default).
 */
export const maxPageBytes = 1_000_000

/** Keyset paging: at most `limit` items after the one that `cursor` names. */
export const PageRequest = z.object({
  limit: z.number().int().min(1).max(maxPageSize).default(defaultPageSize),
  cursor: z.string().min(1).max(500).nullable().default(null),
})

/** Value of `next_cursor`: opaque; null on the last page. */
export const NextCursor = z.string().nullable()

/** One page of a list. */
export function pageOf<Items extends z.ZodRawShape>(id: string, items: Items) {
  return z.object({ ...items, next_cursor: NextCursor }).meta({ id })
}

/** Who did something, from the claims of their token. It belongs to the storefront's data: only its callers see it. */
export const Person = z
  .object({ sub: z.string().max(255), name: z.string().max(255).nullable() })
  .meta({ id: 'Person' })

/** Name of an uploaded file: the last segment of its path, without control characters. */
export const FileName = z.string().min(1).max(255)

/** A caller's name for a request, so that it can be repeated safely (design.md §2). */
export const IdempotencyKey = z.string().regex(/^[ -~]{1,255}$/)

export const Empty = z.object({})

export type Person = z.infer<typeof Person>
