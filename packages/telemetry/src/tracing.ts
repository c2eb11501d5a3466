import { hostname } from 'node:os'
import { context, propagation, ProxyTracerProvider, SpanStatusCode, trace } from '@opentelemetry/api'
import type { Attributes, Span, Tracer } from '@opentelemetry/api'
import type * as OpenTelemetrySdk from '@opentelemetry/sdk-trace'

type Environment = Record<string, string | undefined>

/**
 * The sampler that `OTEL_TRACES_SAMPLER` and `OTEL_TRACES_SAMPLER_ARG` name (OpenTelemetry, "SDK environment variables").
 * What they may not contain is reported and counts as unset.
 */
export function readSampler(sdk: typeof OpenTelemetrySdk, env: Environment): OpenTelemetrySdk.Sampler {
  const { AlwaysOffSampler, AlwaysOnSampler, ParentBasedSampler, TraceIdRatioBasedSampler } = sdk
  const ratio = env.OTEL_TRACES_SAMPLER_ARG ? Number(env.OTEL_TRACES_SAMPLER_ARG) : 1
  const isRatio = ratio >= 0 && ratio <= 1
  const roots: Record<string, OpenTelemetrySdk.Sampler> = {
    always_on: new AlwaysOnSampler(),
    always_off: new AlwaysOffSampler(),
    traceidratio: new TraceIdRatioBasedSampler(isRatio ? ratio : 1),
  }
  const name = env.OTEL_TRACES_SAMPLER || 'parentbased_always_on'
  const root = roots[name.replace(/^parentbased_/, '')]
  if (!isRatio) process.emitWarning('OTEL_TRACES_SAMPLER_ARG is not a number from 0 to 1, and ignored.')
  if (root === undefined) process.emitWarning(`OTEL_TRACES_SAMPLER is unknown, and ignored: ${name}`)
  if (root !== undefined && !name.startsWith('parentbased_')) return root
  return new ParentBasedSampler({ root: root ?? new AlwaysOnSampler() })
}

/**
 * Exports spans by OTLP as configured by the `OTEL_*` variables; the service's name is `OTEL_SERVICE_NAME`, its
 * instance the host's name, which is the pod's. For each thread. Without an endpoint, the SDK is not loaded.
 */
export async function startTracing(version: string): Promise<void> {
  if (!process.env.OTEL_EXPORTER_OTLP_ENDPOINT) return
  const [
    { AsyncLocalStorageContextManager },
    { W3CTraceContextPropagator },
    { OTLPTraceExporter },
    resources,
    sdk,
  ] = await Promise.all([
    import('@opentelemetry/context-async-hooks'),
    import('@opentelemetry/core'),
    import('@opentelemetry/exporter-trace-otlp-proto'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/sdk-trace'),
  ])
  const resource = resources
    .defaultResource()
    .merge(
      resources.resourceFromAttributes({ 'service.version': version, 'service.instance.id': hostname() }),
    )
    .merge(resources.detectResources({ detectors: [resources.envDetector] }))
  const provider = new sdk.TracerProvider({
    resource,
    sampler: readSampler(sdk, process.env),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
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
