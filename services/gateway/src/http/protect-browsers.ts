import type { Middleware } from '../context.ts'

/** Headers of every answer. The admin page loosens the content policy for itself, the renditions the caching. */
export function protectBrowsers(): Middleware {
  return async (ctx, next) => {
    ctx.set({
      'Cache-Control': 'no-store',
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
      'X-Frame-Options': 'DENY',
    })
    await next()
  }
}
