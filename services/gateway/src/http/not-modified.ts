import type { Context } from '../context.ts'

/** Whether the caller has the representation of this ETag already (If-None-Match, compared weakly: RFC 9110, 13.1.2). */
export function hasAlready(ctx: Context, etag: string): boolean {
  const given = ctx.get('If-None-Match')
  return given === '*' || given.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}
