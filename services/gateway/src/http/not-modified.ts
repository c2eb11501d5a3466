import type { Context } from '../context.ts'

/**
 * Whether the caller has the representation of this ETag already (If-None-Match, compared weakly: RFC 9110, 13.1.2). Not
 * `ctx.fresh`: it never says so to a request with `Cache-Control: no-cache`, which `fetch` adds to each If-None-Match.
 */
export function hasAlready(ctx: Context, etag: string): boolean {
  const tags = ctx.get('If-None-Match')
  return tags === '*' || tags.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}
