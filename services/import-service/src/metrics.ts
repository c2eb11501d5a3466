import { setTimeout } from 'node:timers/promises'
import { refusals } from '@catalog/address-guard'
import { Counter, Gauge, Histogram } from 'prom-client'
import type { Registry } from 'prom-client'

export interface ImportMetrics {
  draftSeconds: Histogram
  applySeconds: Histogram<'outcome'>
  /** Counts what TEL-6 reports. */
  applyFailures: Counter
  images: Counter<'outcome'>
  /** Attempts that ended because of the URL's text; image-service counts the others. */
  imageAttempts: Counter<'outcome' | 'reason' | 'detail'>
  imageYields: Counter
  imageRequests: Counter<'outcome'>
}

/** Metrics that are recorded as things happen. */
export function createImportMetrics(registry: Registry): ImportMetrics {
  const buckets = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
  const metrics: ImportMetrics = {
    draftSeconds: new Histogram({
      name: 'catalog_draft_duration_seconds',
      help: 'From the first byte of an upload to its stored draft',
      buckets,
      registers: [registry],
    }),
    applySeconds: new Histogram({
      name: 'catalog_apply_duration_seconds',
      help: 'Apply transactions, waiting for the storefront lock left out',
      labelNames: ['outcome'],
      buckets,
      registers: [registry],
    }),
    applyFailures: new Counter({
      name: 'catalog_apply_failures_total',
      help: 'Applies that failed, each with a line import_apply_failed',
      registers: [registry],
    }),
    images: new Counter({
      name: 'catalog_images_total',
      help: 'Images settled, by outcome',
      labelNames: ['outcome'],
      registers: [registry],
    }),
    imageAttempts: new Counter({
      name: 'catalog_image_attempts_total',
      help: 'Attempts at images, by outcome and reason',
      labelNames: ['outcome', 'reason', 'detail'],
      registers: [registry],
    }),
    imageYields: new Counter({
      name: 'catalog_image_yields_total',
      help: 'Images of slow hosts put back so that others have their worker',
      registers: [registry],
    }),
    imageRequests: new Counter({
      name: 'catalog_image_requests_total',
      help: 'Requests for images given to the queue, by whether it has stored them',
      labelNames: ['outcome'],
      registers: [registry],
    }),
  }
  // A series that appeared with its first event would hide that event from every rate.
  for (const outcome of ['applied', 'failed']) metrics.applySeconds.zero({ outcome })
  for (const outcome of ['stored', 'refused', 'unanswered']) metrics.imageRequests.inc({ outcome }, 0)
  for (const outcome of ['fetched', 'rejected', 'failed']) metrics.images.inc({ outcome }, 0)
  for (const [detail, { reason }] of Object.entries(refusals)) {
    metrics.imageAttempts.inc({ outcome: 'rejected', reason, detail }, 0)
  }
  return metrics
}

export interface Readings {
  /** Images without an outcome, and those of them that are not requested yet or are in a pause between attempts. */
  images: () => Promise<{ pending: number; waiting: number }>
  /** Jobs stored in the queue. */
  queueDepth: () => Promise<number>
  /** Age of the oldest image phase in seconds; 0 if there is none. */
  oldestImagePhaseSeconds: () => Promise<number>
  /** Connections in use, and how many wait for one. */
  connections: () => { used: number; waiting: number }
}

/**
 * Metrics that are read when they are scraped. One that is not read within `limitMs`, shorter than a scraper's timeout,
 * is missing, and only that one.
 */
export function registerGauges(registry: Registry, readings: Readings, limitMs = 5_000): void {
  const images = shared(readings.images)
  const oldest = shared(readings.oldestImagePhaseSeconds)
  const queueDepth = shared(readings.queueDepth)
  const { connections } = readings
  for (const [name, help, read] of [
    ['catalog_images_pending', 'Images that wait for their outcome', async () => (await images()).pending],
    [
      'catalog_images_waiting',
      'Images that wait in the outbox to be requested',
      async () => (await images()).waiting,
    ],
    ['catalog_image_queue_depth', 'Image jobs in the queue, which holds a window of them', queueDepth],
    ['catalog_oldest_image_phase_seconds', 'Age of the oldest running image phase', oldest],
    ['catalog_database_connections', 'Connections to PostgreSQL in use', async () => connections().used],
    ['catalog_database_waiting', 'Requests that wait for a connection', async () => connections().waiting],
  ] as const) {
    const gauge = new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const late = setTimeout(limitMs, undefined, { ref: false })
        const value = await Promise.race([read(), late]).catch(() => undefined)
        if (value === undefined) gauge.remove()
        else gauge.set(value)
      },
    })
  }
}

/** Does not begin to read again what is still being read, so that scrapes of a server that hangs do not pile up. */
function shared<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let reading: Promise<Value> | undefined
  return () =>
    (reading ??= read().finally(() => {
      reading = undefined
    }))
}
