import { ProxyTracerProvider, SpanStatusCode, trace } from '@opentelemetry/api'
import type { Attributes, Span, Tracer } from '@opentelemetry/api'

export function tracer(name: string): Tracer {
  return trace.getTracer(name)
}

/** Sends the spans that are still buffered, if an SDK is loaded. */
export async function flushTraces(): Promise<void> {
  const provider = trace.getTracerProvider()
  const sdk: object = provider instanceof ProxyTracerProvider ? provider.getDelegate() : provider
  if ('forceFlush' in sdk && typeof sdk.forceFlush === 'function') await sdk.forceFlush()
}

/** Runs `work` in an active span that ends with it; an error marks the span with the error's class. */
export function withSpan<T>(
  name: string,
  attributes: Attributes,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  return tracer('@catalog').startActiveSpan(name, { attributes }, async (span) => {
    try {
      return await work(span)
    } catch (error) {
      const type = error instanceof Error ? error.name : 'Error'
      span.setAttribute('error.type', type)
      span.setStatus({ code: SpanStatusCode.ERROR, message: type })
      throw error
    } finally {
      span.end()
    }
  })
}
