import { createServer } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { startFaultyProxy } from '../../../../test/support/faulty-proxy.ts'
import type { Fault, FaultyProxy } from '../../../../test/support/faulty-proxy.ts'
import { waitFor } from '../../../../test/support/wait-for.ts'
import { listen } from '../../../../test/support/listen.ts'
import type { BucketOptions } from './bucket.ts'
import type { ObjectStore } from './object-store.ts'

export interface RemoteStore {
  /** Starts a server; called before all tests. */
  start: () => Promise<AsyncDisposable & { url: string; createBucket(name: string): Promise<void> }>
  openStore: (options: BucketOptions) => ObjectStore
  /** The HTTP methods that store an object and that read what a key has. */
  putMethod: string
  headMethod: string
  /** Every request that the store may send: its method, and its path without a query. */
  operations: (bucket: string, key: string) => string[]
}

/** What every kind of object store that is reached over a network must do. Called once by the test file of each kind. */
export function checkFaults({ start, openStore, putMethod, headMethod, operations }: RemoteStore): void {
  const bucket = 'faulty'
  let server: Awaited<ReturnType<RemoteStore['start']>>
  let proxy: FaultyProxy
  /** The store without the proxy: what is really stored. */
  let direct: ObjectStore

  beforeAll(async () => {
    server = await start()
    await server.createBucket(bucket)
    direct = open(server.url, patientMs)
  })
  afterAll(async () => {
    await server?.[Symbol.asyncDispose]()
  })
  // A new key each time: an abandoned request of a test may still be in progress.
  beforeEach(async () => {
    proxy = await startFaultyProxy(server.url)
  })
  afterEach(async () => {
    await proxy[Symbol.asyncDispose]()
  })

  function open(endpoint: string, attemptMs: number, retryMs = patientMs, idleMs = patientMs): ObjectStore {
    const limits = { attemptMs, totalMs: attemptMs + retryMs, firstPauseMs: 5 }
    return openStore({ bucket, endpoint, limits, idleMs })
  }

  /** Through the proxy, with attempts that may take all the time they need on a busy machine. */
  const openPatient = () => open(proxy.url, patientMs)
  /** With attempts that time out soon, and retries until one is fast enough. */
  const openHasty = () => open(proxy.url, 500)
  /** Without retries after a short time. */
  const openBrief = () => open(proxy.url, patientMs, 100)
  /** With attempts that time out soon, and no retries after a short time. */
  const openMute = () => open(proxy.url, 100, 200)

  let keys = 0
  const newKey = () => `product-images/shop/${(keys += 1)}/thumb.webp`
  const bytes = Buffer.alloc(300_000, 'these are the bytes ')
  const methods = () => proxy.requests.map(({ method }) => method)

  test('a store that never answers keeps no connection', async () => {
    let opened = 0
    const silent = createServer((socket) => {
      opened += 1
      socket.resume().on('error', () => {})
    })
    const { host } = await listen(silent)
    const limits = { attemptMs: 100, totalMs: 300, firstPauseMs: 5 }
    const store = openStore({ bucket, endpoint: `http://${host}`, limits, silentMs: 300 })
    // An attempt may end before it asks, on a busy machine.
    await waitFor('two connections', async () => {
      await Promise.allSettled([store.put(newKey(), bytes), store.get(newKey())])
      return opened >= 2
    })
    await new Promise((resolve) => {
      // Waits until none is left.
      silent.close(resolve)
    })
  })

  describe.each<[string, method: string, request: (store: ObjectStore, key: string) => Promise<unknown>]>([
    ['put', putMethod, (store, key) => store.put(key, bytes)],
    ['get', 'GET', (store, key) => store.get(key)],
  ])('a %s, and nothing is stored by it', (_, method, request) => {
    let key: string
    beforeEach(() => {
      key = newKey()
    })
    afterEach(async () => {
      expect(await direct.get(key)).toBeNull()
    })

    test('that is forbidden fails at once, with a code and no message of the store', async () => {
      proxy.failAll({ status: 403 })
      const error: unknown = await request(openPatient(), key).catch((thrown: unknown) => thrown)
      expect(error).toMatchObject({ name: 'ObjectStoreError', code: 'http_403' })
      expect(JSON.stringify({ ...Object(error), text: String(error) })).not.toMatch(
        /foreign text|thumb|faulty/,
      )
      expect(Object(error)).not.toHaveProperty('cause')
      expect(methods()).toEqual([method])
    })

    test.each<[Fault, string]>([
      [{ status: 503 }, 'http_503'],
      [{ status: 429 }, 'http_429'],
      ['closed', 'ECONNRESET'],
      ['aborted-upload', 'ECONNRESET'],
    ])('against a store that only knows %j ends in bounded time as %s', async (fault, code) => {
      proxy.failAll(fault)
      await expect(request(openBrief(), key)).rejects.toMatchObject({ name: 'ObjectStoreError', code })
    })

    test('against a store that never answers ends in bounded time as timeout', async () => {
      proxy.failAll('held')
      const failure = { name: 'ObjectStoreError', code: 'timeout' }
      await expect(request(openMute(), key)).rejects.toMatchObject(failure)
    })
  })

  describe('a put', () => {
    test.each<Fault[]>([
      [{ status: 503 }, { status: 500 }, { status: 502 }],
      [{ status: 429 }],
      [{ status: 408 }],
      ['closed', 'closed'],
      ['aborted-upload'],
    ])('is tried again after %j, %j, %j, and stores all of it', async (...faults) => {
      const key = newKey()
      const expected = faults.filter((fault) => fault !== undefined)
      proxy.fail(...expected)
      await openPatient().put(key, bytes)
      expect(methods()).toEqual(Array.from({ length: expected.length + 1 }, () => putMethod))
      expect((await read(direct, key))?.equals(bytes)).toBe(true)
    })

    test('whose answer is lost is recognised as done and not repeated', async () => {
      const key = newKey()
      proxy.fail('lost-answer')
      await openPatient().put(key, bytes)
      expect(methods()).toEqual([putMethod, putMethod, headMethod])
      const first = await direct.get(key)
      await openPatient().put(key, bytes)
      expect((await direct.get(key))?.etag).toBe(first?.etag)
      expect((await read(direct, key))?.equals(bytes)).toBe(true)
    })

    test('that was abandoned and arrives late replaces nothing newer', async () => {
      const key = newKey()
      proxy.fail('held')
      await openHasty().put(key, Buffer.from('older'))
      await direct.put(key, Buffer.from('newer'))
      expect(await proxy.release()).toEqual([412])
      expect((await read(direct, key))?.toString()).toBe('newer')
    })

    test('that replaces an object, was abandoned and arrives late replaces nothing newer either', async () => {
      const key = newKey()
      await direct.put(key, Buffer.from('first'))
      // Finds an object, reads its generation, and replaces that.
      proxy.fail(null, null, 'held')
      await openHasty().put(key, Buffer.from('older'))
      await direct.put(key, Buffer.from('newer'))
      expect(await proxy.release()).not.toEqual([])
      expect((await read(direct, key))?.toString()).toBe('newer')
    })

    test('of bytes that change on their way is refused by the store', async () => {
      const key = newKey()
      const sent = Buffer.from(bytes)
      const putting = openPatient().put(key, sent)
      // The checksum is of the original bytes, the body has the changed ones.
      sent[5] = 0
      await expect(putting).rejects.toMatchObject({ code: 'http_400' })
      expect(await direct.get(key)).toBeNull()
    })
  })

  describe('a get', () => {
    let key: string
    beforeEach(async () => {
      key = newKey()
      await direct.put(key, bytes)
    })

    test.each<Fault>([{ status: 503 }, { status: 429 }, 'closed'])(
      'is tried again after %j, and reads all of it',
      async (fault) => {
        proxy.fail(fault, fault)
        expect((await read(openPatient(), key))?.equals(bytes)).toBe(true)
        expect(methods()).toEqual(['GET', 'GET', 'GET'])
      },
    )

    test('without an answer is abandoned and retried', async () => {
      proxy.fail('held')
      expect((await read(openHasty(), key))?.equals(bytes)).toBe(true)
    })

    test.each<Fault>(['aborted-body', 'stalled-body', 'flipped-bit'])(
      'with a body of the kind %j never ends as if it were whole',
      async (fault) => {
        proxy.fail(fault)
        const idleMs = fault === 'stalled-body' ? 100 : patientMs
        const object = await open(proxy.url, patientMs, patientMs, idleMs).get(key)
        expect(object?.contentLength).toBe(bytes.length)
        if (object === null) throw new Error('it was put there')
        await expect(buffer(object.body)).rejects.toMatchObject({ name: 'ObjectStoreError' })
        expect((await read(openPatient(), key))?.equals(bytes)).toBe(true)
      },
    )

    test('whose reader aborts does not disturb others in progress', async () => {
      const large = Buffer.alloc(4 * 1024 * 1024, 'large')
      const other = newKey()
      await direct.put(other, large)
      const [leaving, staying] = await Promise.all([direct.get(other), direct.get(other)])
      const leaver = leaving?.body[Symbol.asyncIterator]()
      const stayer = staying?.body[Symbol.asyncIterator]()
      const begun = await Promise.all([leaver?.next(), stayer?.next()])
      await leaver?.return?.()
      let count = begun[1]?.value?.length ?? 0
      for (let next = await stayer?.next(); next?.done === false; next = await stayer?.next())
        count += next.value.length
      expect(count).toBe(large.length)
    })
  })

  test('the only operations on the bucket are to create, replace, read, list and delete objects', async () => {
    const key = newKey()
    const store = openPatient()
    await store.put(key, Buffer.from('first'))
    await store.put(key, Buffer.from('second'))
    expect((await read(store, key))?.toString()).toBe('second')
    expect(await store.deleteBelow(key.replace(/\/[^/]+$/, ''), 10)).toBe(1)
    const asked = proxy.requests.map(({ method, path }) => `${method} ${path.split('?')[0]}`)
    expect(new Set(asked)).toEqual(new Set(operations(bucket, key)))
  })
}

/** Longer than a machine may hang and than Jest waits for a test. */
const patientMs = 300_000

async function read(store: ObjectStore, key: string): Promise<Buffer | null> {
  const object = await store.get(key)
  return object === null ? null : await buffer(object.body)
}
