import { countSpending } from '@catalog/runtime'
import type { GatewayLog, Middleware } from '../context.ts'
import { routeOf } from './measure-request.ts'

/**
 * Writes one line for each answer, with the route's pattern; the URL would contain ids and search texts. It says what
 * the request has spent where, in all services, until the answer began.
 */
export function logRequest(log: GatewayLog): Middleware {
  return async (ctx, next) => {
    const startedAt = performance.now()
    const { queue, lock, sql } = await countSpending(async (spent) => {
      await next()
      return spent
    })
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
      queue_ms: Math.round(queue),
      lock_ms: Math.round(lock),
      sql_ms: Math.round(sql),
      ...(signal.aborted && { client_gone: true }),
    })
  }
}
