import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { posix } from 'node:path'
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
      // Some stores record whole seconds, and some file systems use a clock that is slightly behind.
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

    describe('what is below a folder', () => {
      const inFolder = ['one/thumb.webp', 'one/card.webp', 'two/thumb.webp', 'loose.webp']
      const beside = ['deleting/shops/one/thumb.webp', 'deleting/shop.webp', 'other/deleting/shop/one.webp']

      test('is deleted in batches, and nothing beside it', async () => {
        await Promise.all(
          [...inFolder.map((key) => `deleting/shop/${key}`), ...beside].map((key) => putName(store, key)),
        )
        const before = await Promise.all(beside.map((key) => readTag(store, key)))
        const deleted: number[] = []
        do deleted.push(await store.deleteBelow('deleting/shop', 3))
        while (deleted.at(-1) !== 0)
        expect(Math.max(...deleted)).toBe(3)
        expect(deleted.reduce((sum, count) => sum + count)).toBe(inFolder.length)
        for (const key of inFolder) expect(await store.get(`deleting/shop/${key}`)).toBeNull()
        expect(await Promise.all(beside.map((key) => readTag(store, key)))).toEqual(before)
        expect(before).not.toContain(undefined)
      })

      test('can be put there again', async () => {
        await putName(store, 'again/shop/one.webp')
        expect(await store.deleteBelow('again/shop', 10)).toBe(1)
        await putName(store, 'again/shop/one.webp')
        expect(await readTag(store, 'again/shop/one.webp')).toBeDefined()
      })

      test('is nothing where the folder never was, or is an object', async () => {
        await putName(store, 'folder-or-not')
        expect(await store.deleteBelow('never/was', 10)).toBe(0)
        expect(await store.deleteBelow('folder-or-not', 10)).toBe(0)
        expect(await readTag(store, 'folder-or-not')).toBeDefined()
      })
    })

    test('lists what is below a folder, in order, page by page, and nothing beside it', async () => {
      const inFolder = ['a', 'b-1/one', 'b-1/two', 'b/one', 'b/two', 'b1', 'c/d/e']
      for (const key of [...inFolder, '../shop-2/x', '../shopx'])
        await putName(store, posix.join('listing/shop', key))
      for (const limit of [1, 2, 3, 100]) {
        const listed: string[] = []
        for (;;) {
          const page = await store.listBelow('listing/shop', listed.at(-1) ?? '', limit)
          expect(page.length).toBeLessThanOrEqual(limit)
          if (page.length === 0) break
          listed.push(...page)
        }
        expect(listed).toEqual(inFolder)
      }
      expect(await store.listBelow('never/was', '', 10)).toEqual([])
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
    ])('refuses the key %j, to read, to write and to delete', async (key) => {
      await expect(store.put(key, Buffer.from('x'))).rejects.toThrow(TypeError)
      await expect(store.get(key)).rejects.toThrow(TypeError)
      await expect(store.deleteBelow(key, 1)).rejects.toThrow(TypeError)
      await expect(store.listBelow(key, '', 1)).rejects.toThrow(TypeError)
    })
  })
}

async function readAll(body: AsyncIterable<Uint8Array> | undefined): Promise<Buffer> {
  if (body === undefined) throw new Error('there is no such object')
  return await buffer(body)
}

async function putName(store: ObjectStore, key: string): Promise<void> {
  await store.put(key, Buffer.from(key))
}

async function readTag(store: ObjectStore, key: string): Promise<string | undefined> {
  const object = await store.get(key)
  await object?.body[Symbol.asyncIterator]().return?.()
  return object?.etag
}
