import { context, propagation, ProxyTracerProvider, SpanStatusCode, trace } from '@opentelemetry/api'
import type { Attributes, Span, Tracer } from '@opentelemetry/api'

/**
 * Exports spans by OTLP as configured by the `OTEL_*` variables; the service's name is `OTEL_SERVICE_NAME`. For each
 * thread. Without an endpoint, the SDK is not loaded.
 */
export async function startTracing(): Promise<void> {
  if (!process.env.OTEL_EXPORTER_OTLP_ENDPOINT) return
  const [
    { AsyncLocalStorageContextManager },
    { W3CTraceContextPropagator },
    { OTLPTraceExporter },
    resources,
    { BatchSpanProcessor, TracerProvider },
  ] = await Promise.all([
    import('@opentelemetry/context-async-hooks'),
    import('@opentelemetry/core'),
    import('@opentelemetry/exporter-trace-otlp-proto'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/sdk-trace'),
  ])
  const resource = resources
    .defaultResource()
    .merge(resources.detectResources({ detectors: [resources.envDetector] }))
  const provider = new TracerProvider({
    resource,
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  trace.setGlobalTracerProvider(provider)
}

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
