import { collectDefaultMetrics, Registry } from 'prom-client'

export interface Metrics {
  /** Where a service registers its own metrics: `new Counter({ …, registers: [metrics.registry] })`. */
  registry: Registry
  /** All metrics in the Prometheus text format. */
  text(): Promise<string>
  contentType: string
}

/** The metrics of one process and of the process itself, each labelled with its service. */
export function createMetrics(service: string): Metrics {
  const registry = new Registry()
  registry.setDefaultLabels({ service })
  collectDefaultMetrics({ register: registry })
  return { registry, text: () => registry.metrics(), contentType: registry.contentType }
}
