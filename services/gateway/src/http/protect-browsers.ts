import type { Middleware } from '../context.ts'

/** Sets headers on every answer. The admin page relaxes the content policy for itself, renditions the caching. */
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
