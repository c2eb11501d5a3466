import { expect, test } from '@jest/globals'
import { startGcsEmulator } from '../../../../test/support/gcs-emulator.ts'
import { openGcsStore } from './gcs.ts'
import { checkObjectStore } from './object-store-suite.ts'

checkObjectStore('gcs', async () => {
  const emulator = await startGcsEmulator()
  await emulator.createBucket('suite')
  return {
    store: openGcsStore({ bucket: 'suite', endpoint: emulator.url }),
    [Symbol.asyncDispose]: () => emulator[Symbol.asyncDispose](),
  }
})

test('objects say that they are WebP, never change, and are not for shared caches', async () => {
  await using emulator = await startGcsEmulator()
  await emulator.createBucket('labelled')
  await openGcsStore({ bucket: 'labelled', endpoint: emulator.url }).put('a/b.webp', Buffer.from('webp'))
  const response = await fetch(`${emulator.url}/storage/v1/b/labelled/o/a%2Fb.webp`)
  expect(await response.json()).toMatchObject({
    contentType: 'image/webp',
    cacheControl: 'private, max-age=31536000, immutable',
  })
})

test('the same bytes again are not another object', async () => {
  await using emulator = await startGcsEmulator()
  await emulator.createBucket('again')
  const store = openGcsStore({ bucket: 'again', endpoint: emulator.url })
  const tag = async () => {
    await store.put('a.webp', Buffer.from('webp'))
    const object = await store.get('a.webp')
    await object?.body[Symbol.asyncIterator]().return?.()
    return object?.etag
  }
  expect(await tag()).toBe(await tag())
})

test('nothing can be put into a bucket that is not there', async () => {
  await using emulator = await startGcsEmulator()
  const store = openGcsStore({ bucket: 'nowhere', endpoint: emulator.url })
  await expect(store.put('a.webp', Buffer.from('webp'))).rejects.toMatchObject({ code: 'http_404' })
})
