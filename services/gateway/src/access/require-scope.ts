import { ServiceError } from '@catalog/contracts'
import type { Middleware } from '../context.ts'

/** Refuses a token without the endpoint's scope. */
export function requireScope(): Middleware {
  return async (ctx, next) => {
    const { endpoint, caller } = ctx.state
    if (endpoint?.scope && !caller?.scopes.has(endpoint.scope)) {
      throw new ServiceError('insufficient_scope', `This needs a token with the scope ${endpoint.scope}.`)
    }
    await next()
  }
}
