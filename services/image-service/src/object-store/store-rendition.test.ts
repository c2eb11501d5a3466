import { expect, test } from '@jest/globals'
import { renditionKey } from '@catalog/contracts'
import { storeRendition } from './store-rendition.ts'

const rendition = {
  storefront_id: 'shop',
  image_id: '0197a3c2-0000-7000-8000-000000000001',
  rendition: 'thumb',
} as const
const webp = Buffer.from('RIFF\0\0\0\0WEBPVP8 ')

test('stores the bytes under the key that the rendition has', async () => {
  const stored: [string, Uint8Array][] = []
  const store = { put: async (key: string, bytes: Uint8Array) => void stored.push([key, bytes]) }
  await storeRendition({ store }, rendition, chunks(webp))
  expect(stored).toEqual([[renditionKey('shop', rendition.image_id, 'thumb'), webp]])
})

test('takes nothing that is no rendition', async () => {
  const store = { put: () => Promise.reject(new Error('it is not stored')) }
  const storing = storeRendition({ store }, rendition, chunks(Buffer.from('<svg>')))
  await expect(storing).rejects.toMatchObject({ code: 'invalid_request' })
})

test('a store without an answer is unavailable, without its message', async () => {
  const store = { put: () => Promise.reject(new Error('403: bucket-of-ours denied')) }
  await expect(storeRendition({ store }, rendition, chunks(webp))).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.not.stringMatching(/403|bucket/),
  })
})

async function* chunks(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes.subarray(0, 2)
  yield bytes.subarray(2)
}
