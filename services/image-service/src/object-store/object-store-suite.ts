import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { buffer } from 'node:stream/consumers'
import type { ObjectStore } from './object-store.ts'

export interface OpenedStore extends AsyncDisposable {
  store: ObjectStore
}

/** What every kind of object store must do. Called once by the test file of each kind. */
export function checkObjectStore(kind: string, open: () => Promise<OpenedStore>): void {
  describe(`an object store of kind ${kind}`, () => {
    let opened: OpenedStore
    let store: ObjectStore
    beforeAll(async () => {
      opened = await open()
      store = opened.store
    })
    afterAll(async () => {
      await opened[Symbol.asyncDispose]()
    })

    test('gives back what was put there, with length, tag and time', async () => {
      // Some stores keep whole seconds, and some file systems a clock a little behind.
      const earliest = Date.now() - 2_000
      const bytes = Buffer.from('some bytes')
      await store.put('product-images/shop/one/thumb.webp', bytes)
      const object = await store.get('product-images/shop/one/thumb.webp')
      expect(object).toMatchObject({ contentLength: bytes.length, etag: expect.stringMatching(/^"[^"]+"$/) })
      expect(object?.lastModified.getTime()).toBeGreaterThan(earliest)
      expect(object?.lastModified.getTime()).toBeLessThanOrEqual(Date.now())
      expect(await readAll(object?.body)).toEqual(bytes)
    })

    test('keeps objects without bytes, and large ones', async () => {
      const large = Buffer.alloc(3 * 1024 * 1024 + 7, 'large')
      await Promise.all([store.put('empty', Buffer.alloc(0)), store.put('large', large)])
      expect((await store.get('empty'))?.contentLength).toBe(0)
      expect(await readAll((await store.get('empty'))?.body)).toHaveLength(0)
      expect((await readAll((await store.get('large'))?.body)).equals(large)).toBe(true)
    })

    test('has nothing under other keys', async () => {
      await store.put('folder/object', Buffer.from('x'))
      expect(await store.get('folder/other')).toBeNull()
      expect(await store.get('folder')).toBeNull()
      expect(await store.get('folder/object/deeper')).toBeNull()
      expect(await store.get('nowhere/at/all')).toBeNull()
    })

    test('replaces what lay there, with another tag', async () => {
      await store.put('replaced', Buffer.from('first'))
      const first = await store.get('replaced')
      await store.put('replaced', Buffer.from('again'))
      const second = await store.get('replaced')
      expect(second?.etag).not.toBe(first?.etag)
      expect((await readAll(second?.body)).toString()).toBe('again')
      await readAll(first?.body)
    })

    test('has the same tag for the same object', async () => {
      await store.put('stable', Buffer.from('x'))
      const [one, two] = [await store.get('stable'), await store.get('stable')]
      expect(one?.etag).toBe(two?.etag)
      await Promise.all([readAll(one?.body), readAll(two?.body)])
    })

    test('never shows a mixture while an object is replaced again and again', async () => {
      const versions = ['a', 'b', 'c', 'd'].map((letter) => Buffer.alloc(600 * 1024, letter))
      await store.put('contended', versions[0] ?? Buffer.alloc(0))
      const writing = Promise.all(versions.map((bytes) => store.put('contended', bytes)))
      const seen = await Promise.all(
        Array.from({ length: 8 }, async () => readAll((await store.get('contended'))?.body)),
      )
      await writing
      for (const bytes of seen) expect(versions.some((version) => version.equals(bytes))).toBe(true)
    })

    test('lets a reader leave at any point', async () => {
      await store.put('left', Buffer.alloc(1024 * 1024))
      const unread = (await store.get('left'))?.body[Symbol.asyncIterator]()
      expect(await unread?.return?.()).toMatchObject({ done: true })
      const begun = (await store.get('left'))?.body[Symbol.asyncIterator]()
      expect(await begun?.next()).toMatchObject({ done: false })
      expect(await begun?.return?.()).toMatchObject({ done: true })
      expect(await begun?.next()).toMatchObject({ done: true })
    })

    test.each([
      '',
      '/',
      '/etc/passwd',
      '..',
      '../outside',
      'a/../../outside',
      'a/..',
      'a/./b',
      'a//b',
      'a/',
      '.hidden',
      'a/.hidden',
      'a\\..\\b',
      'a\0b',
      'a b',
      'ä',
      '%2e%2e/outside',
      'a'.repeat(513),
    ])('refuses the key %j, to read and to write', async (key) => {
      await expect(store.put(key, Buffer.from('x'))).rejects.toThrow(TypeError)
      await expect(store.get(key)).rejects.toThrow(TypeError)
    })
  })
}

async function readAll(body: AsyncIterable<Uint8Array> | undefined): Promise<Buffer> {
  if (body === undefined) throw new Error('there is no such object')
  return await buffer(body)
}
