import type { Readable } from 'node:stream'
import type { ErrorCode, Person } from '@catalog/contracts'
import type { Nats } from '@catalog/messaging'
import type { Next, ParameterizedContext } from 'koa'
import type { z } from 'zod'
import type { GatewayMetrics } from './metrics.ts'

/** What the gateway needs of a logger; a winston logger is one. */
export interface GatewayLog {
  debug(message: string, fields?: Record<string, unknown>): void
  info(message: string, fields?: Record<string, unknown>): void
  error(message: string, fields?: Record<string, unknown>): void
}

/** What the endpoints work with. */
export interface Gateway {
  nats: Nats
  log: GatewayLog
  metrics: GatewayMetrics
}

/** Whom a token identifies. */
export interface Caller {
  person: Person
  storefrontId: string
  scopes: ReadonlySet<string>
}

/** What the middleware of `app.ts` learns about a request. */
export interface State {
  requestId: string
  /** Aborted when the client disconnects before it has its answer. */
  signal: AbortSignal
  endpoint?: Endpoint
  caller?: Caller
}

export type Context = ParameterizedContext<State>
export type Middleware = (ctx: Context, next: Next) => Promise<void>

export const scopes = ['catalog:read', 'catalog:import', 'catalog:export'] as const
export type Scope = (typeof scopes)[number]

/** One endpoint of the API. The router and the OpenAPI document are made from the same declaration. */
export interface Endpoint {
  method: 'get' | 'post' | 'delete'
  /** As OpenAPI writes it: `/api/products/imports/{draft_id}`. */
  path: string
  operationId: string
  summary: string
  description?: string
  /** What the token must allow; null: no token is needed. */
  scope: Scope | null
  /** Counts against the storefront's uploads or exports in flight; any other GET against its reads. */
  limit?: 'uploads' | 'exports'
  params: z.ZodObject
  query: z.ZodObject
  /** Takes an `Idempotency-Key`, with which a repeat is answered as the first. */
  takesKey?: true
  body?: RequestBody
  answers: Record<number, Answer>
  /** Codes of its own, beyond those that every endpoint can answer. */
  errors: readonly ErrorCode[]
  handle: (gateway: Gateway, ctx: Context) => Promise<Reply>
}

export interface Answer {
  description: string
  /** By media type. */
  content?: Record<string, z.ZodType>
  headers?: Record<string, string>
}

export interface RequestBody {
  description: string
  content: Record<string, z.ZodType>
}

/** What an endpoint answers. A `Readable` is streamed; an object is JSON. */
export interface Reply {
  status: number
  headers?: Record<string, string>
  body?: Readable | Buffer | string | object
  /** Called with the length of each chunk of a streamed body. */
  onBytes?: (count: number) => void
}
