import { expect, test } from '@jest/globals'
import { claimLifetimeMs, catalogExports, imageRequested, images, imports } from './index.ts'

// design.md §4. Services, the permissions in NATS and the runbooks use these subjects.
const subjects = [
  'catalog.export.export-catalog',
  'catalog.image.erase-objects',
  'catalog.image.list-objects',
  'catalog.image.read-rendition',
  'catalog.image.store-rendition',
  'catalog.import.cancel-draft',
  'catalog.import.claim-image',
  'catalog.import.confirm-draft',
  'catalog.import.continue-image',
  'catalog.import.create-draft',
  'catalog.import.delete-mapping',
  'catalog.import.export-draft-errors',
  'catalog.import.export-run-changes',
  'catalog.import.export-run-errors',
  'catalog.import.get-draft',
  'catalog.import.get-run',
  'catalog.import.list-draft-rows',
  'catalog.import.list-drafts',
  'catalog.import.list-mappings',
  'catalog.import.list-run-images',
  'catalog.import.list-run-rows',
  'catalog.import.list-runs',
  'catalog.import.recheck-draft',
  'catalog.import.retry-images',
  'catalog.import.settle-image',
  'catalog.import.summarize-catalog',
  'catalog.import.undo-run',
]

test('requests go to catalog.<service>.<verb>', () => {
  const contracts = [...Object.values(imports), ...Object.values(catalogExports), ...Object.values(images)]
  expect(contracts.map(({ subject }) => subject).toSorted()).toEqual(subjects)
})

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
