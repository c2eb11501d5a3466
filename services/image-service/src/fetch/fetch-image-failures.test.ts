import { describe, expect, test } from '@jest/globals'
import { ImageError } from '../image-error.ts'
import type { Resolve } from './resolve.ts'
import { fetcherFor, fetchFrom } from '../testing/fetch-from.ts'
import { startImageHost, startRawHost } from '../testing/image-host.ts'
import { verdictOf } from '../testing/verdict-of.ts'

const picture = Buffer.from('pretend that this is a picture. '.repeat(100))

// Answers that are slow, incomplete or not valid: hostile-answers.test.ts.
describe('no connection is made to', () => {
  test('a port without a listener', async () => {
    const host = await startImageHost(() => {})
    await host[Symbol.asyncDispose]()
    expect(await verdictOf(fetchFrom(host, host.url()))).toBe('failed network_error refused')
  })

  test('plain HTTP behind https', async () => {
    await using host = await startImageHost((_request, response) => response.end(picture))
    expect(await verdictOf(fetchFrom(host, host.url().replace('http:', 'https:')))).toBe(
      'failed network_error tls',
    )
  })
})

// Each test shortens the one limit that it is about; otherwise another limit would be reported, or Jest would end it.
describe('slow hosts', () => {
  test('redirects share the total time', async () => {
    await using host = await startImageHost(({ url }, response) => {
      setTimeout(() => response.writeHead(302, { location: `${url}x` }).end(), 100)
    })
    // Enough for each redirect alone, not for all that are followed.
    const outcome = await verdictOf(fetchFrom(host, host.url(), { limits: { totalMs: 400 } }))
    expect(outcome).toBe('failed timeout total')
  })

  test.each([
    ['connect', { connectMs: 100 }],
    ['total', { totalMs: 100 }],
  ])('a name server that does not answer is abandoned with the %s time', async (detail, limits) => {
    const outcome = await verdictOf(fetchFrom([], 'http://cdn.example/', { resolve: silentResolve, limits }))
    expect(outcome).toBe(`failed timeout ${detail}`)
  })

  test('the caller’s abort ends it at once, with its reason', async () => {
    await using host = await startRawHost(() => {})
    const controller = new AbortController()
    const reason = new Error('enough')
    await using fetcher = fetcherFor([host])
    const fetching = fetcher.fetch(host.url(), controller.signal)
    controller.abort(reason)
    await expect(fetching).rejects.toBe(reason)
    await host.idle()
  })
})

// Names that lead to other machines: guard-in-namespace.test.ts.
describe('names', () => {
  test.each([[['127.0.0.1']], [['::1']], [['127.0.0.1', '::1']]])(
    'that lead to %j are refused before any connection',
    async (addresses) => {
      expect(await verdictOf(fetchFrom([], 'http://cdn.example/', { resolve: resolveTo(addresses) }))).toBe(
        'rejected resolution_rejected private_answer',
      )
    },
  )

  test('that the resolver refuses have its reason', async () => {
    expect(await verdictOf(fetchFrom([], 'https://cdn.example/', { resolve: missingResolve }))).toBe(
      'rejected resolution_rejected nxdomain',
    )
  })

  test('on the list of exceptions are resolved by the system', async () => {
    await using host = await startImageHost((_request, response) => response.end(picture))
    const name = host.host.replace('127.0.0.1', 'localhost')
    expect(await fetchFrom({ ...host, host: name }, `http://${name}/`)).toEqual(picture)
  })
})

const silentResolve: Resolve = () => new Promise(() => {})

const missingResolve: Resolve = () => Promise.reject(new ImageError('resolution_rejected', 'nxdomain'))

function resolveTo(addresses: string[]): Resolve {
  return () =>
    Promise.resolve(addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })))
}
