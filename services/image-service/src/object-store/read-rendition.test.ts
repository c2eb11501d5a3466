import { buffer } from 'node:stream/consumers'
import { expect, test } from '@jest/globals'
import { renditionKey, ServiceError } from '@catalog/contracts'
import { readRendition } from './read-rendition.ts'

const image_id = '0197a3c2-0000-7000-8000-000000000001'
const lastModified = new Date('2026-01-02T03:04:05Z')

test('a rendition comes with its HTTP headers', async () => {
  const bytes = Buffer.from('webp')
  const keys: string[] = []
  const store = {
    get(key: string) {
      keys.push(key)
      return Promise.resolve({ contentLength: 4, etag: '"tag"', lastModified, body: chunks(bytes) })
    },
  }
  const { head, body } = await readRendition(
    { store },
    { storefront_id: 'shop', image_id, rendition: 'card' },
  )
  expect(head).toEqual({ content_length: 4, etag: '"tag"', last_modified: 'Fri, 02 Jan 2026 03:04:05 GMT' })
  expect(await buffer(body)).toEqual(bytes)
  expect(keys).toEqual([renditionKey('shop', image_id, 'card')])
})

test('a missing one is image_not_found', async () => {
  const store = {
    get: () => Promise.resolve(null),
  }
  const reading = readRendition({ store }, { storefront_id: 'shop', image_id, rendition: 'thumb' })
  await expect(reading).rejects.toBeInstanceOf(ServiceError)
  await expect(reading).rejects.toMatchObject({ code: 'image_not_found' })
})

test('a store without an answer is unavailable, without its message', async () => {
  const store = { get: () => Promise.reject(new Error('403: bucket-of-ours/product-images/shop denied')) }
  const error: unknown = await readRendition(
    { store },
    { storefront_id: 'shop', image_id, rendition: 'thumb' },
  ).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ code: 'unavailable', retryAfterS: 5 })
  expect(String(error)).not.toMatch(/403|bucket|denied/)
})

async function* chunks(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes.subarray(0, 2)
  yield bytes.subarray(2)
}
