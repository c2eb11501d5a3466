import { expect, test } from '@jest/globals'
import { claimLifetimeMs, imageRequested } from './index.ts'

test('images wait in one stream for one consumer, of which four are worked on at a time', () => {
  expect(imageRequested).toMatchObject({
    stream: 'CATALOG_IMAGES',
    subject: 'image.requested',
    consumer: 'image-service',
    ackWaitMs: 60_000,
    maxAckPending: 4,
  })
  expect(Object.keys(imageRequested.payload.shape).toSorted()).toEqual([
    'image_id',
    'run_id',
    'storefront_id',
    'url',
  ])
})

test("a claim expires before the queue delivers a dead worker's message again", () => {
  expect(claimLifetimeMs).toBeLessThan(imageRequested.ackWaitMs)
})
