import { errorTable } from '@catalog/contracts'
import { Counter, Histogram } from 'prom-client'
import type { Registry } from 'prom-client'

export interface GatewayMetrics {
  requestSeconds: Histogram<'method' | 'route' | 'status'>
  previewWaitSeconds: Histogram
  exportFirstByteSeconds: Histogram
  exportBytes: Counter
  abortedAnswers: Counter<'route'>
}

/** Those that deploy/slos.md promises something of. */
const promised = [
  { method: 'POST', route: '/api/products/imports' },
  { method: 'POST', route: '/api/products/imports/{draft_id}/confirm' },
  { method: 'GET', route: '/api/products/export' },
]

export function createGatewayMetrics(registry: Registry): GatewayMetrics {
  const registers = [registry]
  const metrics: GatewayMetrics = {
    requestSeconds: new Histogram({
      name: 'catalog_http_request_duration_seconds',
      help: 'From the request to the last byte of its answer',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
      registers,
    }),
    previewWaitSeconds: new Histogram({
      name: 'catalog_preview_wait_seconds',
      help: 'From the last byte of an uploaded file to its stored preview',
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      registers,
    }),
    exportFirstByteSeconds: new Histogram({
      name: 'catalog_export_first_byte_seconds',
      help: 'From the request for an export to the first byte of its file',
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      registers,
    }),
    exportBytes: new Counter({
      name: 'catalog_export_bytes_total',
      help: 'Bytes of catalog CSV sent to clients',
      registers,
    }),
    abortedAnswers: new Counter({
      name: 'catalog_http_answers_aborted_total',
      help: 'Answers that failed behind their first byte, those that the client aborted left out',
      labelNames: ['route'],
      registers,
    }),
  }
  // A series that began with its first event would hide it from every rate.
  const failures = new Set(Object.values(errorTable).flatMap(({ status }) => (status < 500 ? [] : status)))
  for (const { method, route } of promised) {
    for (const status of failures) metrics.requestSeconds.zero({ method, route, status: String(status) })
    metrics.abortedAnswers.inc({ route }, 0)
  }
  return metrics
}
