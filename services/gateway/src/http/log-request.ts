import type { GatewayLog, Middleware } from '../context.ts'
import { routeOf } from './measure-request.ts'

/** Writes one line for each answer, with the route's pattern; the URL would contain ids and search texts. */
export function logRequest(log: GatewayLog): Middleware {
  return async (ctx, next) => {
    const startedAt = performance.now()
    await next()
    const { requestId, caller, signal } = ctx.state
    // Probes, public pictures, files of the page: what needs no token is counted by metrics, and logged if it fails.
    const isRoutine = (ctx.state.endpoint?.scope ?? null) === null && ctx.status < 400
    log[isRoutine ? 'debug' : 'info']('request answered', {
      request_id: requestId,
      method: ctx.method,
      route: routeOf(ctx),
      status: ctx.status,
      duration_ms: Math.round(performance.now() - startedAt),
      ...(caller && { storefront_id: caller.storefrontId }),
      ...(signal.aborted && { client_gone: true }),
    })
  }
}
