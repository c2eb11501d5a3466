import { Counter, Histogram } from 'prom-client'
import type { Registry } from 'prom-client'

export interface GatewayMetrics {
  requestSeconds: Histogram<'method' | 'route' | 'status'>
  exportBytes: Counter
}

export function createGatewayMetrics(registry: Registry): GatewayMetrics {
  return {
    requestSeconds: new Histogram({
      name: 'catalog_http_request_duration_seconds',
      help: 'From the request to the last byte of its answer',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
      registers: [registry],
    }),
    exportBytes: new Counter({
      name: 'catalog_export_bytes_total',
      help: 'Bytes of catalog CSV sent to clients',
      registers: [registry],
    }),
  }
}
