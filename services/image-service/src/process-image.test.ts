import { describe, expect, test } from '@jest/globals'
import { Registry } from 'prom-client'
import { renditionKey, ServiceError } from '@catalog/contracts'
import type { ImageClaim, ImageLeave, ImageSettlement } from '@catalog/contracts'
import { ImageError } from './image-error.ts'
import { createImageMetrics } from './metrics.ts'
import { processImage } from './process-image.ts'
import type { ProcessImageContext } from './attempt.ts'
import type { Rendition } from './render/renditions.ts'
import { StoreOutage } from './store-outage.ts'

const image = {
  run_id: '0197a3c2-0000-7000-8000-000000000001',
  image_id: '0197a3c2-0000-7000-8000-000000000002',
  storefront_id: 'shop',
  url: 'https://cdn.example/old.jpg',
}
const key = { run_id: image.run_id, image_id: image.image_id, storefront_id: image.storefront_id }
const full = Object.assign(new Error('disk full'), { code: 'ENOSPC' })
const granted: ImageClaim = {
  result: 'granted',
  token: 'token',
  attempt: 1,
  url: 'https://cdn.example/new.jpg',
}

describe('an image that is granted', () => {
  test('is fetched from the claim’s URL, stored under its keys and settled with the token', async () => {
    const system = await processed()
    expect(system.fetched).toEqual(['https://cdn.example/new.jpg'])
    expect([...system.stored.keys()]).toEqual([
      renditionKey('shop', image.image_id, 'original'),
      renditionKey('shop', image.image_id, 'thumb'),
    ])
    expect(system.settled).toEqual([
      {
        ...key,
        token: 'token',
        outcome: 'fetched',
        reason: null,
        message: null,
        renditions: ['original', 'thumb'],
        sizes: { original: [1, 1], thumb: [1, 1] },
      },
    ])
    expect(system.alive).toBeGreaterThanOrEqual(2)
  })

  test.each([
    ['rejected', 'address_blocked', new ImageError('address_blocked', 'literal')],
    ['rejected', 'http_error', new ImageError('http_error', 'status', { status: 404 })],
    ['failed', 'http_error', new ImageError('http_error', 'status', { status: 503 })],
    ['failed', 'timeout', new ImageError('timeout', 'connect')],
  ])('and cannot be fetched is settled as %s: %s', async (outcome, reason, error) => {
    const fetch = async () => {
      throw error
    }
    const system = await processed({ fetcher: { fetch } })
    expect(system.settled).toEqual([
      { ...key, token: 'token', outcome, reason, message: expect.stringMatching(/\.$/), renditions: [] },
    ])
    expect(system.stored.size).toBe(0)
  })

  test('and is not a picture is settled as rejected', async () => {
    const system = await processed({ render: () => Promise.reject(new ImageError('not_an_image', 'svg')) })
    expect(system.settled).toMatchObject([{ outcome: 'rejected', reason: 'not_an_image' }])
  })

  test('and cannot be stored, while other images can, is settled as failed', async () => {
    const system = fakeSystem({
      store: {
        put: async () => {
          system.context.outage.stored()
          throw full
        },
      },
    })
    await processImage(system.context, image, system.work)
    expect(system.settled).toMatchObject([{ outcome: 'failed', reason: 'storage_error', renditions: [] }])
  })

  test('and takes too long is settled in time, and later results are dropped', async () => {
    const late = Promise.withResolvers<Buffer>()
    const system = await processed({ fetcher: { fetch: () => late.promise }, attemptMs: 30 })
    expect(system.settled).toMatchObject([{ outcome: 'failed', reason: 'timeout' }])
    late.resolve(Buffer.from('late'))
    await new Promise(setImmediate)
    expect(system.stored.size).toBe(0)
  })

  test.each<[string, Partial<ProcessImageContext>, string, RegExp]>([
    ['fetched', { fetcher: { fetch: () => never() } }, 'timeout', /image host/],
    ['rendered', { render: () => never() }, 'timeout', /process/],
  ])('and takes too long to be %s has exactly that reason', async (_, slow, reason, message) => {
    const system = await processed({ ...slow, attemptMs: 30 })
    expect(system.settled).toMatchObject([
      { outcome: 'failed', reason, message: expect.stringMatching(message) },
    ])
  })

  test('and fails because of a bug is not settled: the message is delivered again', async () => {
    const fault = new TypeError('undefined is not a function')
    const system = fakeSystem({ render: () => Promise.reject(fault) })
    await expect(processImage(system.context, image, system.work)).rejects.toBe(fault)
    expect(system.settled).toEqual([])
  })

  test.each(['settled', 'retrying', 'stale'] as const)('is done if settle answers %s', async (result) => {
    const system = fakeSystem({ settleImage: () => Promise.resolve({ result }) })
    await expect(processImage(system.context, image, system.work)).resolves.toBeUndefined()
  })
})

describe('while the object store is unavailable, an image', () => {
  test('keeps its claim, is fetched once, and is stored and settled once the store is back', async () => {
    let refusals = 9
    const claims: string[] = []
    const waiting: (string | undefined)[] = []
    const system = fakeSystem({
      claimImage: async ({ token }) => {
        claims.push(token)
        waiting.push(/^catalog_images_waiting_for_store (.*)$/m.exec(await system.registry.metrics())?.[1])
        return granted
      },
      store: {
        put: async () => {
          if (refusals > 0) {
            refusals -= 1
            throw full
          }
        },
      },
    })
    await processImage(system.context, image, system.work)
    expect(system.settled).toMatchObject([{ outcome: 'fetched', token: 'token' }])
    expect(system.fetched).toHaveLength(1)
    // The claim is renewed before each further attempt to store.
    expect(claims.slice(1)).toEqual(claims.slice(1).map(() => 'token'))
    expect(claims.length).toBeGreaterThanOrEqual(5)
    expect([waiting[0], ...new Set(waiting.slice(1))]).toEqual(['0', '1'])
    expect(await system.registry.metrics()).toContain('catalog_images_waiting_for_store 0')
    expect(system.lines).toMatchObject([{ cause: 'ENOSPC' }, {}, { outcome: 'fetched' }])
  })

  test('also if the store does not answer within the attempt', async () => {
    let puts = 0
    const put = () => ((puts += 1) <= 2 ? never() : Promise.resolve())
    const system = await processed({ store: { put }, attemptMs: 30 })
    expect(system.settled).toMatchObject([{ outcome: 'fetched' }])
  })

  test('is handed back by a process that stops, and no attempt is counted', async () => {
    const stopping = new AbortController()
    const asked: unknown[] = []
    const system = fakeSystem({
      continueImage: async (input) => {
        asked.push(input)
        return { result: 'yield' }
      },
      store: {
        put: async () => {
          stopping.abort()
          throw full
        },
      },
    })
    await processImage(system.context, image, { ...system.work, signal: stopping.signal })
    expect(asked).toEqual([{ ...key, token: 'token', waited_ms: 0, gives_back: true }])
    expect(system.settled).toEqual([])
  })

  test('that another worker has claimed is left to it', async () => {
    let claims = 0
    const system = await processed({
      claimImage: async () => ((claims += 1) === 1 ? granted : { result: 'busy' }),
      store: { put: () => Promise.reject(full) },
    })
    expect([claims, system.settled]).toEqual([2, []])
  })

  test('that the store refuses although it accepts others is settled as failed', async () => {
    let puts = 0
    const system = fakeSystem({
      store: {
        put: async () => {
          puts += 1
          if (puts > 6) system.context.outage.stored()
          throw full
        },
      },
    })
    await processImage(system.context, image, system.work)
    expect(system.settled).toMatchObject([{ outcome: 'failed', reason: 'storage_error' }])
  })
})

describe('while an image waits for its host or a decoder, import-service is asked', () => {
  const askSoon: ImageClaim = { ...granted, ask_after_ms: 1 }
  test('and an image that is to yield is left as it is: no settlement, no attempt counted', async () => {
    const host = slowHost()
    const asked: unknown[] = []
    const system = await processed({
      claimImage: () => Promise.resolve(askSoon),
      continueImage: (input) => {
        asked.push(input)
        return Promise.resolve({ result: 'yield' })
      },
      fetcher: host,
    })
    expect(asked).toEqual([{ ...key, token: 'token', waited_ms: expect.any(Number) }])
    expect([host.isAborted(), system.settled, system.lines]).toEqual([true, [], []])
    expect(await system.registry.metrics()).toContain('catalog_images_in_flight 0')
  })

  test('and a picture that waits for a decoder is left as it is, too', async () => {
    const decoder = slowHost()
    const system = await processed({
      claimImage: () => Promise.resolve(askSoon),
      continueImage: () => Promise.resolve({ result: 'yield' }),
      render: async (_bytes, _signal, wait = never) => {
        await wait((until) => decoder.fetch('', until))
        return [rendition('original')]
      },
    })
    expect([decoder.isAborted(), system.settled, system.lines]).toEqual([true, [], []])
  })

  test('again and again, as it says when, until the picture is there', async () => {
    const host = slowHost()
    const waits: number[] = []
    const system = await processed({
      claimImage: () => Promise.resolve(askSoon),
      continueImage: ({ waited_ms }) => {
        waits.push(waited_ms)
        if (waits.length === 3) host.arrive()
        return Promise.resolve({ result: 'continue', ask_after_ms: 1 })
      },
      fetcher: host,
    })
    expect(waits).toHaveLength(3)
    expect(waits).toEqual(waits.toSorted((one, other) => one - other))
    expect([host.isAborted(), system.settled.length]).toEqual([false, 1])
  })

  test('and without an answer it goes on', async () => {
    const host = slowHost()
    const system = await processed({
      claimImage: () => Promise.resolve(askSoon),
      continueImage: () => {
        host.arrive()
        return Promise.reject(new ServiceError('unavailable', 'unavailable'))
      },
      fetcher: host,
    })
    expect(system.settled).toMatchObject([{ outcome: 'fetched' }])
  })

  test('and an answer that arrives after the picture changes nothing', async () => {
    const host = slowHost()
    const answer = Promise.withResolvers<ImageLeave>()
    const system = await processed({
      claimImage: () => Promise.resolve(askSoon),
      continueImage: () => {
        host.arrive()
        return answer.promise
      },
      fetcher: host,
      render: async () => {
        answer.resolve({ result: 'yield' })
        await new Promise(setImmediate)
        return [rendition('original')]
      },
    })
    expect(system.settled).toMatchObject([{ outcome: 'fetched' }])
  })

  test('and a bug while waiting has the message delivered again', async () => {
    const fault = new TypeError('undefined is not a function')
    const system = fakeSystem({
      claimImage: () => Promise.resolve(askSoon),
      continueImage: () => Promise.reject(fault),
      fetcher: slowHost(),
    })
    await expect(processImage(system.context, image, system.work)).rejects.toBe(fault)
    expect(system.settled).toEqual([])
  })
})

test.each(['settled', 'busy', 'exhausted'] as const)('an image that is %s is left alone', async (result) => {
  const system = await processed({ claimImage: () => Promise.resolve({ result }) })
  expect([system.fetched, system.settled]).toEqual([[], []])
})

test('claim and settle are repeated while import-service cannot be reached', async () => {
  const failures = ['claim', 'settle']
  const unreachableOnce = (step: string) => {
    if (failures.includes(step)) {
      failures.splice(failures.indexOf(step), 1)
      throw new ServiceError('unavailable', 'unavailable')
    }
  }
  const settled: ImageSettlement[] = []
  const tokens = new Set<string>()
  const system = await processed({
    claimImage: async ({ token }) => {
      tokens.add(token)
      unreachableOnce('claim')
      return granted
    },
    settleImage: async (input) => {
      unreachableOnce('settle')
      settled.push(input)
      return { result: 'settled' }
    },
  })
  expect([failures, settled.length, system.fetched.length]).toEqual([[], 1, 1])
  // With a second token, the repeat would find the image busy with the claim whose answer was lost.
  expect(tokens.size).toBe(1)
})

test('metrics and log have outcome, reason and detail, and never the URL', async () => {
  const system = await processed({
    fetcher: { fetch: () => Promise.reject(new ImageError('resolution_rejected', 'private_answer')) },
  })
  const text = await system.registry.metrics()
  expect(text).toContain(
    'catalog_image_attempts_total{outcome="rejected",reason="resolution_rejected",detail="private_answer"} 1',
  )
  expect(text).toContain('catalog_images_in_flight 0')
  expect(text).toContain('catalog_image_attempt_duration_seconds_count{outcome="rejected"} 1')
  expect(system.lines).toMatchObject([
    { run_id: image.run_id, outcome: 'rejected', detail: 'private_answer', attempt: 1 },
  ])
  expect(JSON.stringify(system.lines)).not.toContain('cdn.example')
})

/** Everything that a worker uses, in memory; a test replaces what it is about. */
function fakeSystem(replaced: Partial<ProcessImageContext> = {}) {
  const fetched: string[] = []
  const stored = new Map<string, Uint8Array>()
  const settled: ImageSettlement[] = []
  const lines: Record<string, unknown>[] = []
  const registry = new Registry()
  const metrics = createImageMetrics(registry)
  const log = {
    info: (_message: string, fields: Record<string, unknown>) => void lines.push(fields),
    warn: (_message: string, fields: Record<string, unknown>) => void lines.push(fields),
  }
  const system = {
    fetched,
    stored,
    settled,
    lines,
    registry,
    alive: 0,
    work: { working: () => void system.alive++, signal: new AbortController().signal },
    context: {
      claimImage: () => Promise.resolve(granted),
      continueImage: (): Promise<ImageLeave> => Promise.resolve({ result: 'continue', ask_after_ms: 1_000 }),
      settleImage: (input: ImageSettlement) => {
        settled.push(input)
        return Promise.resolve({ result: 'settled' as const })
      },
      fetcher: {
        fetch: (url: string) => {
          fetched.push(url)
          return Promise.resolve(Buffer.from('picture'))
        },
      },
      render: () => Promise.resolve([rendition('original'), rendition('thumb')]),
      store: {
        put: (name: string, bytes: Uint8Array) => {
          stored.set(name, bytes)
          return Promise.resolve()
        },
      },
      outage: new StoreOutage(metrics.waitingForStore, log),
      longestStorePauseMs: 1,
      metrics,
      log,
      ...replaced,
    },
  }
  return system
}

/** The system after it has processed the image. */
async function processed(replaced: Partial<ProcessImageContext> = {}) {
  const system = fakeSystem(replaced)
  await processImage(system.context, image, system.work)
  return system
}

function never(): Promise<never> {
  return new Promise(() => {})
}

function rendition(name: Rendition['name']): Rendition {
  return { name, bytes: Buffer.from(name), width: 1, height: 1 }
}

/** A fetch that lasts until it is aborted or `arrive` is called. */
function slowHost() {
  const picture = Promise.withResolvers<Buffer>()
  let isAborted = false
  return {
    arrive: () => picture.resolve(Buffer.from('picture')),
    isAborted: () => isAborted,
    fetch: (_url: string, signal?: AbortSignal) => {
      signal?.addEventListener('abort', () => {
        isAborted = true
        picture.reject(signal.reason)
      })
      return picture.promise
    },
  }
}
