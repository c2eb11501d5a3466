import { expect, test } from '@jest/globals'
import { Counter } from 'prom-client'
import { createMetrics } from './create-metrics.ts'

test("metrics are the service's own and those of its process, in Prometheus form, labelled with the service", async () => {
  const metrics = createMetrics('export-service', '1.2.3')
  const bytes = new Counter({ name: 'export_bytes_total', help: 'Bytes', registers: [metrics.registry] })
  bytes.inc(7)
  const text = await metrics.text()
  expect(text).toContain('export_bytes_total{service="export-service"} 7')
  expect(text).toContain('process_resident_memory_bytes{service="export-service"}')
  expect(text).toContain('catalog_build_info{version="1.2.3",service="export-service"} 1')
  expect(metrics.contentType).toMatch(/^text\/plain; version=0\.0\.4/)
})
