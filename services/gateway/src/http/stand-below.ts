import { ServiceError } from '@catalog/contracts'
import type { Middleware } from '../context.ts'

/** Probes ask for these at the gateway's own address, whatever path a proxy serves it at. */
const probes = new Set(['/healthz', '/readyz'])

/** Serves everything below this path, and nothing else but the probes; the path's own parts never see it. */
export function standBelow(basePath: string): Middleware {
  return async (ctx, next) => {
    if (ctx.path.startsWith(`${basePath}/`)) ctx.path = ctx.path.slice(basePath.length)
    else if (!probes.has(ctx.path)) throw new ServiceError('not_found', 'There is nothing at this address.')
    await next()
  }
}
