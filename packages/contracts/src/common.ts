import { z } from 'zod'

/** The platform's own id of a storefront: opaque, 1–64 characters of `A–Z a–z 0–9 _ -`. */
export const StorefrontId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/)

/** An id that this system gives: UUIDv7. */
export const Id = z.uuid()

/** RFC 3339, UTC. */
export const Timestamp = z.iso.datetime()

export const defaultPageSize = 50
export const maxPageSize = 500
/**
 * Of an answer's JSON: where the next item would make it more, a page ends early, though never without an item. Less than
 * one message of NATS carries (1 MiB by default).
 */
export const maxPageBytes = 1_000_000

/** Keyset paging: at most `limit` items after the one that `cursor` names. */
export const PageRequest = z.object({
  limit: z.number().int().min(1).max(maxPageSize).default(defaultPageSize),
  cursor: z.string().min(1).max(500).nullable().default(null),
})

/** What `next_cursor` holds: opaque; null on the last page. */
export const NextCursor = z.string().nullable()

/** Who did something, by the claims of their token. The storefront's data, like its catalog: for its callers alone. */
export const Person = z
  .object({ sub: z.string().max(255), name: z.string().max(255).nullable() })
  .meta({ id: 'Person' })

/** Of an uploaded file: the last segment of its path, without control characters. */
export const FileName = z.string().min(1).max(255)

/** What a caller names a request by, to repeat it (design.md §2). */
export const IdempotencyKey = z.string().regex(/^[ -~]{1,255}$/)

export const Empty = z.object({})

export type Person = z.infer<typeof Person>
