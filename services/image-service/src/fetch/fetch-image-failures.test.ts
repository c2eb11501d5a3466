import { describe, expect, test } from '@jest/globals'
import { ImageError } from '../image-error.ts'
import type { Resolve } from './resolve.ts'
import { failure, fetcherFor, fetchFrom } from '../testing/fetch-from.ts'
import { sayOnce, startImageHost, startRawHost } from '../testing/image-host.ts'

const picture = Buffer.from('pretend that this is a picture. '.repeat(100))

describe('answers that are incomplete or not valid', () => {
  test.each([
    ['a length that is not reached', 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc'],
    ['an incomplete chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n64\r\nabc'],
    ['no last chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n'],
    ['incomplete headers', 'HTTP/1.1 200 OK\r\nContent-Len'],
    ['nothing', ''],
    ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 5\r\n\r\nabcde'],
    [
      'a length and chunks',
      'HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n',
    ],
    ['another protocol', 'SSH-2.0-OpenSSH_9.6\r\n'],
    ['a flood of headers', `HTTP/1.1 200 OK\r\n${'X-Filler: aaaaaaaaaaaaaaaaaaaaaaaa\r\n'.repeat(2000)}\r\n`],
  ])('%s', async (_what, text) => {
    await using host = await startRawHost(sayOnce(text))
    const [outcome, reason] = await failure(host, host.url())
    expect([outcome, reason]).toEqual(['failed', 'network_error'])
  })

  test('a connection that is reset', async () => {
    await using host = await startRawHost((socket) => {
      socket.once('data', () => socket.resetAndDestroy())
    })
    expect(await failure(host, host.url())).toEqual([
      'failed',
      'network_error',
      expect.stringMatching(/reset|incomplete/),
    ])
  })

  test('a port without a listener', async () => {
    const host = await startImageHost(() => {})
    await host[Symbol.asyncDispose]()
    expect(await failure(host, host.url())).toEqual(['failed', 'network_error', 'refused'])
  })

  test('plain HTTP behind https', async () => {
    await using host = await startImageHost((_request, response) => response.end(picture))
    expect(await failure(host, host.url().replace('http:', 'https:'))).toEqual([
      'failed',
      'network_error',
      'tls',
    ])
  })
})

// Each test shortens the one limit that it is about; otherwise another limit would be reported, or Jest would end it.
describe('slow hosts', () => {
  test('one that accepts and sends nothing', async () => {
    await using host = await startRawHost(() => {})
    const outcome = await failure(host, host.url(), { limits: { headersMs: 100 } })
    expect(outcome).toEqual(['failed', 'timeout', 'headers'])
  })

  test('one that stops in the middle of the body', async () => {
    await using host = await startRawHost(
      sayOnce('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc', { keep: true }),
    )
    const outcome = await failure(host, host.url(), { limits: { idleMs: 100 } })
    expect(outcome).toEqual(['failed', 'timeout', 'idle'])
    await host.idle()
  })

  test('one that drips a byte at a time is ended by the total time', async () => {
    await using host = await startImageHost((_request, response) => {
      const drip = setInterval(() => response.write('x'), 20)
      response.once('close', () => clearInterval(drip))
    })
    const outcome = await failure(host, host.url(), { limits: { totalMs: 200 } })
    expect(outcome).toEqual(['failed', 'timeout', 'total'])
    await host.idle()
  })

  test('one that sends early hints without end is ended by the total time', async () => {
    await using host = await startRawHost((socket) => {
      const hint = setInterval(() => socket.write('HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'), 20)
      socket.once('close', () => clearInterval(hint))
    })
    const outcome = await failure(host, host.url(), { limits: { totalMs: 200 } })
    expect(outcome).toEqual(['failed', 'timeout', 'total'])
    await host.idle()
  })

  test('redirects share the total time', async () => {
    await using host = await startImageHost(({ url }, response) => {
      setTimeout(() => response.writeHead(302, { location: `${url}x` }).end(), 100)
    })
    // Enough for each redirect alone, not for all that are followed.
    const outcome = await failure(host, host.url(), { limits: { totalMs: 400 } })
    expect(outcome).toEqual(['failed', 'timeout', 'total'])
  })

  test('a name server that does not answer is abandoned with the connection', async () => {
    const outcome = await failure([], 'http://cdn.example/', {
      resolve: silentResolve,
      limits: { connectMs: 100 },
    })
    expect(outcome).toEqual(['failed', 'timeout', 'connect'])
  })

  test('the total time ends a look-up that nothing else would', async () => {
    const outcome = await failure([], 'http://cdn.example/', {
      resolve: silentResolve,
      limits: { totalMs: 100 },
    })
    expect(outcome).toEqual(['failed', 'timeout', 'total'])
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
      expect(await failure([], 'http://cdn.example/', { resolve: resolveTo(addresses) })).toEqual([
        'rejected',
        'resolution_rejected',
        'private_answer',
      ])
    },
  )

  test('that the resolver refuses have its reason', async () => {
    expect(await failure([], 'https://cdn.example/', { resolve: missingResolve })).toEqual([
      'rejected',
      'resolution_rejected',
      'nxdomain',
    ])
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
