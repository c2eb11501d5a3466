import type { Context, Middleware } from '../context.ts'
import type { GatewayMetrics } from '../metrics.ts'

/** Labels by the route's pattern: the number of series does not grow with what callers ask for. */
export function measureRequest({ requestSeconds }: GatewayMetrics): Middleware {
  return async (ctx, next) => {
    const stop = requestSeconds.startTimer()
    await next()
    stop({ method: ctx.method, route: routeOf(ctx), status: String(ctx.status) })
  }
}

/** The pattern of the endpoint that the request is for; `none` where there is no such endpoint. */
export function routeOf(ctx: Context): string {
  return ctx.state.endpoint?.path ?? 'none'
}
