import type { Nats } from '@catalog/messaging'
import type { Next, ParameterizedContext } from 'koa'
import type { Caller } from './access/authentication.ts'
import type { Endpoint } from './api/endpoint.ts'
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

/** What is known of a request, filled in on its way through `app.ts`. */
export interface State {
  requestId: string
  /** Aborted when the client goes away before it has its answer. */
  signal: AbortSignal
  endpoint?: Endpoint
  caller?: Caller
}

export type Context = ParameterizedContext<State>
export type Middleware = (ctx: Context, next: Next) => Promise<void>
