import { expect, test } from '@jest/globals'
import { Registry } from 'prom-client'
import { ImageError } from './image-error.ts'
import { createImageMetrics } from './metrics.ts'

test('each end of an attempt has its series, at 0, before the first of them', async () => {
  const { attempts, attemptSeconds } = createImageMetrics(new Registry())
  const { values } = await attempts.get()
  expect(new Set(values.map(({ value }) => value))).toEqual(new Set([0]))
  const series = values.map(({ labels }) => labels)
  expect(series).toContainEqual({ outcome: 'fetched', reason: 'none', detail: 'none' })
  for (const { outcome, reason, detail } of [
    new ImageError('storage_error', 'write'),
    new ImageError('too_large', 'pixels'),
    new ImageError('network_error', 'tls'),
    new ImageError('not_an_image', 'heic'),
    new ImageError('http_error', 'status', { status: 404 }),
    new ImageError('http_error', 'status', { status: 503 }),
  ])
    expect(series).toContainEqual({ outcome, reason, detail })
  const counts = (await attemptSeconds.get()).values.filter(({ metricName }) =>
    metricName?.endsWith('_count'),
  )
  expect(new Map(counts.map(({ labels, value }) => [labels.outcome, value]))).toEqual(
    new Map([
      ['fetched', 0],
      ['rejected', 0],
      ['failed', 0],
    ]),
  )
})
