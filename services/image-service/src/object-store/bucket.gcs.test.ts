import { expect, test } from '@jest/globals'
import { disposeAfterAll } from '../../../../test/support/dispose-after-all.ts'
import { startGcsEmulator } from '../../../../test/support/gcs-emulator.ts'
import { openGcsStore } from './gcs.ts'
import { checkObjectStore } from './object-store-suite.ts'

const undo = disposeAfterAll()
const emulator = undo.use(await startGcsEmulator())

/** No attempt times out before Jest ends the test. */
const limits = { attemptMs: 300_000, totalMs: 600_000, firstPauseMs: 5 }

async function openBucket(bucket: string) {
  await emulator.createBucket(bucket)
  return openGcsStore({ bucket, endpoint: emulator.url, limits })
}

checkObjectStore('gcs', async () => ({
  store: await openBucket('suite'),
  [Symbol.asyncDispose]: () => Promise.resolve(),
}))

test('objects are marked as WebP, immutable and not for shared caches', async () => {
  const store = await openBucket('labelled')
  await store.put('a/b.webp', Buffer.from('webp'))
  const response = await fetch(`${emulator.url}/storage/v1/b/labelled/o/a%2Fb.webp`)
  expect(await response.json()).toMatchObject({
    contentType: 'image/webp',
    cacheControl: 'private, max-age=31536000, immutable',
  })
})

test('the same bytes again are not another object', async () => {
  const store = await openBucket('again')
  const tag = async () => {
    await store.put('a.webp', Buffer.from('webp'))
    const object = await store.get('a.webp')
    await object?.body[Symbol.asyncIterator]().return?.()
    return object?.etag
  }
  expect(await tag()).toBe(await tag())
})

test('nothing can be put into a bucket that does not exist', async () => {
  const store = openGcsStore({ bucket: 'nowhere', endpoint: emulator.url, limits })
  await expect(store.put('a.webp', Buffer.from('webp'))).rejects.toMatchObject({ code: 'http_404' })
})
