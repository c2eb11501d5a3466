import type { ErrorCode, Person } from '@catalog/contracts'
import { ServiceError } from '@catalog/contracts'
import { z } from 'zod'
import { readIdempotencyKey } from '../http/idempotency-key.ts'
import type { Context, Endpoint, Gateway, Reply, Scope } from '../context.ts'

/** A request whose parts have been checked. */
export interface Call<Params, Query> {
  ctx: Context
  params: Params
  query: Query
  /** Taken from the token only. */
  storefrontId: string
  /** The caller. */
  person: Person
  /** Null if the endpoint takes no key or the request has none. */
  idempotencyKey: string | null
  /** For `request`, `upload` and `download`. */
  options: { requestId: string; signal: AbortSignal }
}

interface Definition<Params extends z.ZodObject, Query extends z.ZodObject> extends Omit<
  Endpoint,
  'scope' | 'params' | 'query' | 'handle'
> {
  scope: Scope
  params: Params
  /** Error code for a path parameter that is not valid. */
  unknown?: ErrorCode
  query: Query
  handle: (gateway: Gateway, call: Call<z.output<Params>, z.output<Query>>) => Promise<Reply>
}

/** For endpoints without path or query parameters. */
export const none = z.object({})

/** An endpoint that acts for the token's storefront. */
export function endpoint<Params extends z.ZodObject, Query extends z.ZodObject>(
  definition: Definition<Params, Query>,
): Endpoint {
  const { params, query, unknown = 'not_found', handle, ...rest } = definition
  return {
    ...rest,
    params,
    query,
    handle: async (gateway, ctx) => {
      const { caller, requestId, signal } = ctx.state
      if (!caller) throw new ServiceError('unauthenticated', 'Send a bearer token.')
      return handle(gateway, {
        ctx,
        params: readParams(params, ctx.params, unknown),
        query: readQuery(query, ctx.query),
        storefrontId: caller.storefrontId,
        person: caller.person,
        idempotencyKey: rest.takesKey ? readIdempotencyKey(ctx.headers) : null,
        options: { requestId, signal },
      })
    },
  }
}

/** An endpoint that anyone may call. */
export function openEndpoint(
  definition: Omit<Endpoint, 'scope' | 'params' | 'query' | 'errors'> & { errors?: readonly ErrorCode[] },
): Endpoint {
  return { errors: [], ...definition, scope: null, params: none, query: none }
}

function readParams<Params extends z.ZodObject>(
  schema: Params,
  values: unknown,
  unknown: ErrorCode,
): z.output<Params> {
  const read = schema.safeParse(values)
  if (read.success) return read.data
  throw new ServiceError(unknown, 'There is nothing at this address.')
}

function readQuery<Query extends z.ZodObject>(schema: Query, values: unknown): z.output<Query> {
  const read = schema.safeParse(values)
  if (read.success) return read.data
  const errors = read.error.issues.map((issue) => ({
    parameter: String(issue.path[0]),
    message: `${String(issue.path[0])} ${issue.message}`,
  }))
  throw new ServiceError('invalid_request', `${errors.map(({ message }) => message).join('; ')}.`, { errors })
}
