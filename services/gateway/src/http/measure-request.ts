import type { Context, Middleware } from '../context.ts'
import type { GatewayMetrics } from '../metrics.ts'

/** Measures by the route's pattern, so that the number of series does not grow with what callers request. */
export function measureRequest({ requestSeconds }: GatewayMetrics): Middleware {
  return async (ctx, next) => {
    const stop = requestSeconds.startTimer()
    await next()
    stop({ method: ctx.method, route: routeOf(ctx), status: String(ctx.status) })
  }
}

/** The pattern of the request's endpoint; `none` if there is no endpoint. */
export function routeOf(ctx: Context): string {
  return ctx.state.endpoint?.path ?? 'none'
}
