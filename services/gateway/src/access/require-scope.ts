import { ServiceError } from '@catalog/contracts'
import { grantedBy, isGranted } from '@catalog/catalog/scopes'
import type { Middleware } from '../context.ts'

/** Refuses a token that does not allow what the endpoint does. */
export function requireScope(): Middleware {
  return async (ctx, next) => {
    const { endpoint, caller } = ctx.state
    if (endpoint?.scope && !isGranted(endpoint.scope, caller?.scopes ?? [])) {
      throw new ServiceError(
        'insufficient_scope',
        `This needs a token with the scope ${grantedBy[endpoint.scope].join(' or ')}.`,
      )
    }
    await next()
  }
}
