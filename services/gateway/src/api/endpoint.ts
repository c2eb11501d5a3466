import type { ErrorCode, Person } from '@catalog/contracts'
import { ServiceError } from '@catalog/contracts'
import type { Right } from '@catalog/catalog/scopes'
import { closest, distance } from 'fastest-levenshtein'
import { z } from 'zod'
import { readIdempotencyKey } from '../http/idempotency-key.ts'
import type { Context, Endpoint, Gateway, Reply } from '../context.ts'
import { visibleText } from '../visible-text.ts'

/** A request whose parts have been checked. */
export interface Call<Input> {
  ctx: Context
  /** The parameters in path and query, and the storefront, which is taken from the token only. */
  input: Input
  /** The caller. */
  person: Person
  /** Null if the endpoint takes no key or the request has none. */
  idempotencyKey: string | null
  /** For `request`, `upload` and `download`. */
  options: { requestId: string; signal: AbortSignal }
}

interface Definition<Params extends z.ZodObject, Query extends z.ZodObject> extends Omit<
  Endpoint,
  'scope' | 'params' | 'query' | 'errors' | 'handle'
> {
  scope: Right
  /** Without them, the path has no parameters. */
  params?: Params
  /** Error code for a path parameter that is not valid. */
  unknown?: ErrorCode
  /** Without them, the query has no parameters. */
  query?: Query
  errors?: readonly ErrorCode[]
  handle: (
    gateway: Gateway,
    call: Call<{ storefront_id: string } & ValuesOf<Params> & ValuesOf<Query>>,
  ) => Promise<Reply>
}

/** Zod's own type of no properties refuses every other property. */
type ValuesOf<Schema extends z.ZodObject> = keyof Schema['shape'] extends never ? object : z.output<Schema>

const none = z.object({})

/** An endpoint that acts for the token's storefront. */
export function endpoint<Params extends z.ZodObject = typeof none, Query extends z.ZodObject = typeof none>(
  definition: Definition<Params, Query>,
): Endpoint
export function endpoint(definition: Definition<z.ZodObject, z.ZodObject>): Endpoint {
  const { params = none, query = none, unknown = 'not_found', errors = [], handle, ...rest } = definition
  return {
    ...rest,
    errors,
    params,
    query,
    handle: async (gateway, ctx) => {
      const { caller, requestId, signal } = ctx.state
      if (!caller) throw new ServiceError('unauthenticated', 'Send a bearer token.')
      return handle(gateway, {
        ctx,
        input: {
          ...readParams(params, ctx.params, unknown),
          ...readQuery(query, ctx.query),
          storefront_id: caller.storefrontId,
        },
        person: caller.person,
        idempotencyKey: rest.takesKey ? readIdempotencyKey(ctx.headers) : null,
        options: { requestId, signal },
      })
    },
  }
}

/** An endpoint that anyone may call, for the storefront in its path. */
export function publicEndpoint<Params extends z.ZodObject, Query extends z.ZodObject>({
  params,
  query,
  unknown,
  handle,
  ...rest
}: Omit<Endpoint, 'scope' | 'handle'> & {
  params: Params
  query: Query
  unknown: ErrorCode
  handle: (
    gateway: Gateway,
    call: Pick<Call<z.output<Params> & z.output<Query>>, 'input' | 'options'>,
  ) => Promise<Reply>
}): Endpoint {
  return {
    ...rest,
    scope: null,
    params,
    query,
    handle: async (gateway, ctx) => {
      const { requestId, signal } = ctx.state
      const input = { ...readParams(params, ctx.params, unknown), ...readQuery(query, ctx.query) }
      return handle(gateway, { input, options: { requestId, signal } })
    },
  }
}

/** An endpoint that anyone may call. */
export function openEndpoint(
  definition: Omit<Endpoint, 'scope' | 'params' | 'query' | 'errors'> & { errors?: readonly ErrorCode[] },
): Endpoint {
  const { errors = [], handle, ...rest } = definition
  return {
    ...rest,
    errors,
    scope: null,
    params: none,
    query: none,
    handle: async (gateway, ctx) => {
      readQuery(none, ctx.query)
      return handle(gateway, ctx)
    },
  }
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

/** A parameter that the endpoint does not have is refused too: a filter with a wrong name would filter nothing. */
function readQuery<Query extends z.ZodObject>(query: Query, values: object): z.output<Query> {
  const names = Object.keys(query.shape)
  const unknown = Object.keys(values).filter((name) => !names.includes(name))
  const read = query.safeParse(values)
  if (read.success && unknown.length === 0) return read.data
  const errors = [
    ...(read.error?.issues ?? []).map((issue) => ({
      parameter: String(issue.path[0]),
      message: `${String(issue.path[0])} ${issue.message}`,
    })),
    ...unknown
      .slice(0, maxNamed)
      .map(visibleText)
      .map((parameter) => ({
        parameter,
        message: `${parameter} is not a parameter here: ${adviceOn(parameter, names)}`,
      })),
  ]
  throw new ServiceError('invalid_request', `${errors.map(({ message }) => message).join('; ')}.`, { errors })
}

const maxNamed = 10

function adviceOn(parameter: string, names: readonly string[]): string {
  if (names.length === 0) return 'there are none'
  const nearest = closest(parameter.toLowerCase(), names)
  const isNear = distance(parameter.toLowerCase(), nearest) <= parameter.length / 2
  return isNear ? `did you mean ${nearest}` : `there are ${names.join(', ')}`
}
