import { Counter, Gauge, Histogram } from 'prom-client'
import type { Registry } from 'prom-client'

const outcomes = ['completed', 'empty', 'refused', 'failed', 'cut'] as const

/** `refused`: too large for a workbook, or the storefront is elsewhere or begun again; `cut`: the reader disconnected, or was too slow while others waited. */
export type ExportOutcome = (typeof outcomes)[number]

export interface ExportMetrics {
  inFlight: Gauge
  connections: Gauge
  bytes: Counter
  durationSeconds: Histogram<'outcome'>
}

export function createExportMetrics(registry: Registry): ExportMetrics {
  const registers = [registry]
  const metrics: ExportMetrics = {
    inFlight: new Gauge({ name: 'catalog_exports_in_flight', help: 'Exports that run', registers }),
    connections: new Gauge({
      name: 'catalog_export_connections',
      help: 'Connections to PostgreSQL that exports hold',
      registers,
    }),
    bytes: new Counter({
      name: 'catalog_export_bytes_total',
      help: 'Bytes handed out, before they are compressed',
      registers,
    }),
    durationSeconds: new Histogram({
      name: 'catalog_export_duration_seconds',
      help: 'From the request to the end of the stream, by how it ended',
      labelNames: ['outcome'],
      buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300],
      registers,
    }),
  }
  // A series that appeared with its first event would hide that event from every rate.
  for (const outcome of outcomes) metrics.durationSeconds.zero({ outcome })
  return metrics
}
