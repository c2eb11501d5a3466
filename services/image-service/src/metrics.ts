import { Counter, Gauge, Histogram } from 'prom-client'
import type { Registry } from 'prom-client'
import { allEnds } from './image-error.ts'

export interface ImageMetrics {
  /** `reason` and `detail` are `none` if the outcome is `fetched`. */
  attempts: Counter<'outcome' | 'reason' | 'detail'>
  attemptSeconds: Histogram<'outcome'>
  inFlight: Gauge
  waitingForStore: Gauge
}

export function createImageMetrics(registry: Registry): ImageMetrics {
  const registers = [registry]
  const metrics: ImageMetrics = {
    attempts: new Counter({
      name: 'catalog_image_attempts_total',
      help: 'Attempts at images, by outcome and reason',
      labelNames: ['outcome', 'reason', 'detail'],
      registers,
    }),
    attemptSeconds: new Histogram({
      name: 'catalog_image_attempt_duration_seconds',
      help: 'From the claim of an image to its settlement',
      labelNames: ['outcome'],
      buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 55],
      registers,
    }),
    inFlight: new Gauge({
      name: 'catalog_images_in_flight',
      help: 'Images that are being fetched, rendered or stored',
      registers,
    }),
    waitingForStore: new Gauge({
      name: 'catalog_images_waiting_for_store',
      help: 'Images that are rendered and wait until the object store takes them',
      registers,
    }),
  }

  // A series that appeared with its first event would hide that event from every rate.
  const ends = [...allEnds(), { outcome: 'fetched', reason: 'none', detail: 'none' }]
  for (const end of ends) metrics.attempts.inc(end, 0)
  for (const outcome of new Set(ends.map((end) => end.outcome))) metrics.attemptSeconds.zero({ outcome })
  return metrics
}
