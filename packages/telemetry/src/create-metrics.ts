import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'

export interface Metrics {
  /** Where a service registers its own metrics: `new Counter({ …, registers: [metrics.registry] })`. */
  registry: Registry
  /** All metrics in the Prometheus text format. */
  text(): Promise<string>
  contentType: string
}

/** The metrics of one process and of the process itself, each labelled with its service. */
export function createMetrics(service: string, version: string): Metrics {
  const registry = new Registry()
  registry.setDefaultLabels({ service })
  collectDefaultMetrics({ register: registry })
  const release = new Gauge({
    name: 'catalog_build_info',
    help: 'Always 1; its label is the release that runs',
    labelNames: ['version'],
    registers: [registry],
  })
  release.set({ version }, 1)
  return { registry, text: () => registry.metrics(), contentType: registry.contentType }
}
