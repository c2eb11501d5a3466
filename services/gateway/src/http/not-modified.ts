import type { Context } from '../context.ts'

/**
 * Whether the caller already has the representation with this ETag (If-None-Match, weak comparison: RFC 9110, 13.1.2).
 * `ctx.fresh` is always false with `Cache-Control: no-cache`, which `fetch` adds to each If-None-Match.
 */
export function hasAlready(ctx: Context, etag: string): boolean {
  const tags = ctx.get('If-None-Match')
  return tags === '*' || tags.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}
