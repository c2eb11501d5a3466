import { context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import type { Middleware } from '../context.ts'
import { routeOf } from './measure-request.ts'

const tracer = trace.getTracer('@catalog/gateway')

/** Runs the request in a span, which belongs to the caller's trace if there is one. */
export function traceRequest(): Middleware {
  return async (ctx, next) => {
    const caller = propagation.extract(context.active(), ctx.req.headers)
    const attributes = { 'http.request.method': ctx.method, request_id: ctx.state.requestId }
    await tracer.startActiveSpan(ctx.method, { kind: SpanKind.SERVER, attributes }, caller, async (span) => {
      try {
        await next()
      } finally {
        const route = routeOf(ctx)
        span.updateName(`${ctx.method} ${route}`)
        span.setAttributes({ 'http.route': route, 'http.response.status_code': ctx.status })
        if (ctx.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
        span.end()
      }
    })
  }
}
