import { ServiceError } from '@catalog/contracts'
import { Router } from '@koa/router'
import type { Context, Endpoint, State } from '../context.ts'

/**
 * Finds the endpoint of a request. Answers 405 and OPTIONS itself, and 406 if the caller accepts none of the endpoint's
 * types.
 */
export function findEndpoint(endpoints: readonly Endpoint[]): Router<State> {
  // Of two routes that match, the one with fewer parameters wins: `runs` is not a draft's id.
  const router = new Router<State>({ exclusive: 'specificity' })
  for (const endpoint of endpoints) {
    router.register(endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'), [endpoint.method], async (ctx, next) => {
      requireAcceptable(ctx, endpoint)
      ctx.state.endpoint = endpoint
      await next()
    })
  }
  return router
}

function requireAcceptable(ctx: Context, { answers }: Endpoint): void {
  const types = Object.values(answers).flatMap(({ content }) => Object.keys(content ?? {}))
  if (types.length === 0 || ctx.accepts(types) !== false) return
  throw new ServiceError(
    'not_acceptable',
    `This answers with ${types.join(', ')}, which "Accept" does not allow.`,
  )
}
