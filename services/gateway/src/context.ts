import type { Readable } from 'node:stream'
import type { ErrorCode, Person } from '@catalog/contracts'
import type { Right } from '@catalog/catalog/scopes'
import type { Nats } from '@catalog/messaging'
import type { Next, ParameterizedContext } from 'koa'
import type { z } from 'zod'
import type { GatewayMetrics } from './metrics.ts'

/** The part of a logger that the gateway needs; a winston logger fits. */
export interface GatewayLog {
  debug(message: string, fields?: Record<string, unknown>): void
  info(message: string, fields?: Record<string, unknown>): void
  error(message: string, fields?: Record<string, unknown>): void
}

/** What the endpoints use. */
export interface Gateway {
  nats: Nats
  log: GatewayLog
  metrics: GatewayMetrics
  /** Before the path of everything that it serves, such as `/shop-tools`; empty without one. */
  basePath: string
  /** With the base path and without a slash at its end; undefined if it is not set. */
  publicUrl: string | undefined
  images: {
    /** Whether anyone may read them. */
    arePublic: boolean
    /** Where a CDN or a bucket serves the objects, without a slash at its end; undefined if none does. */
    url: string | undefined
  }
}

/** The identity in a token. */
export interface Caller {
  person: Person
  storefrontId: string
  scopes: ReadonlySet<string>
}

/** What the middlewares of `app.ts` find out about a request. */
export interface State {
  requestId: string
  /** Aborted if the client disconnects before it has its answer. */
  signal: AbortSignal
  endpoint?: Endpoint
  caller?: Caller
}

export type Context = ParameterizedContext<State>
export type Middleware = (ctx: Context, next: Next) => Promise<void>

/** One endpoint of the API. The router and the OpenAPI document are made from the same declaration. */
export interface Endpoint {
  method: 'get' | 'post' | 'patch' | 'delete'
  /** In OpenAPI's form: `/api/products/imports/{draft_id}`. */
  path: string
  operationId: string
  summary: string
  /** What the token must allow; null: no token is needed. */
  scope: Right | null
  /** The limit that it counts against; any other GET counts as a read. */
  limit?: 'uploads' | 'exports'
  params: z.ZodObject
  query: z.ZodObject
  /** Accepts an `Idempotency-Key`: a repeated request gets the first one's answer. */
  takesKey?: true
  body?: RequestBody
  answers: Record<number, Answer>
  /** Error codes besides those that every endpoint can answer. */
  errors: readonly ErrorCode[]
  handle: (gateway: Gateway, ctx: Context) => Promise<Reply>
}

export interface Answer {
  description: string
  /** Schemas by media type. */
  content?: Record<string, z.ZodType>
  headers?: Record<string, string>
}

export interface RequestBody {
  description: string
  content: Record<string, z.ZodType>
}

/** An endpoint's answer. A `Readable` is streamed; an object becomes JSON. */
export interface Reply {
  status: number
  headers?: Record<string, string>
  body?: Readable | Buffer | string | object
  /** Called with the length of each chunk of a streamed body. */
  onBytes?: (count: number) => void
}
