import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from '@jest/globals'
import { fetchLimits } from './fetch-image.ts'
import { fetchFrom, limits } from '../testing/fetch-from.ts'
import { startImageHost, startRawHost } from '../testing/image-host.ts'
import { verdictOf } from '../testing/verdict-of.ts'

const picture = Buffer.from('pretend that this is a picture. '.repeat(100))

// The tests below use shorter limits, to be faster. Hostile answers: hostile-answers.test.ts.
test('the limits are 20 MB, 10 s for each step and 30 s in all (design.md §7)', () => {
  expect(fetchLimits).toEqual({
    connectMs: 10_000,
    headersMs: 10_000,
    idleMs: 10_000,
    totalMs: 30_000,
    maxBytes: 20 * 1024 * 1024,
  })
})

describe('a plain answer', () => {
  test('is returned as bytes', async () => {
    await using host = await startImageHost((_request, response) => response.end(picture))
    expect(await fetchFrom(host, host.url())).toEqual(picture)
  })

  test('is returned if it is chunked', async () => {
    await using host = await startImageHost((_request, response) => {
      response.write(picture.subarray(0, 10))
      response.end(picture.subarray(10))
    })
    expect(await fetchFrom(host, host.url())).toEqual(picture)
  })

  test('is returned if only the end of the connection ends it', async () => {
    await using host = await startRawHost((socket) => {
      socket.once('data', () => socket.end(`HTTP/1.1 200 OK\r\n\r\n${picture.toString()}`))
    })
    expect(await fetchFrom(host, host.url())).toEqual(picture)
  })

  test('may have exactly as many bytes as allowed', async () => {
    const bytes = Buffer.alloc(limits.maxBytes)
    await using host = await startImageHost((_request, response) => response.end(bytes))
    expect(await fetchFrom(host, host.url())).toHaveLength(limits.maxBytes)
  })

  test('may be empty: the fetcher does not judge it', async () => {
    await using host = await startImageHost((_request, response) => response.end())
    expect(await fetchFrom(host, host.url())).toHaveLength(0)
  })

  test('was requested without cookies, referer or a choice of formats', async () => {
    await using host = await startImageHost((_request, response) => response.end(picture))
    await fetchFrom(host, host.url())
    expect(host.requests[0]?.headers).toEqual({
      host: host.host,
      connection: 'keep-alive',
      accept: 'image/*,*/*;q=0.5',
      'accept-encoding': 'identity',
      'user-agent': expect.stringContaining('catalog'),
    })
  })
})

describe('redirects', () => {
  test('are followed five times, to relative and absolute addresses', async () => {
    await using host = await startImageHost(({ url }, response) => {
      const hop = Number(url?.slice(2))
      if (hop === 5) response.end(picture)
      else {
        const status = [301, 302, 303, 307, 308][hop] ?? 500
        response.writeHead(status, { location: hop === 2 ? host.url('/r3') : `r${hop + 1}` }).end()
      }
    })
    expect(await fetchFrom(host, host.url('/r0'))).toEqual(picture)
  })

  test('are not followed a sixth time', async () => {
    await using host = await startImageHost(({ url }, response) => {
      response.writeHead(302, { location: `${url}x` }).end()
    })
    expect(await verdictOf(fetchFrom(host, host.url()))).toBe('rejected too_many_redirects count')
    expect(host.requests).toHaveLength(6)
  })

  test('in a loop are detected', async () => {
    await using host = await startImageHost(({ url }, response) => {
      response.writeHead(302, { location: url === '/a' ? '/b' : '/a' }).end()
    })
    expect(await verdictOf(fetchFrom(host, host.url('/a')))).toBe('rejected too_many_redirects loop')
  })

  test('with an endless body are followed without reading it, and its connection is closed', async () => {
    await using target = await startImageHost((_request, response) => response.end(picture))
    await using host = await startImageHost((_request, response) => {
      response.writeHead(302, { location: target.url() })
      const pour = () => {
        while (!response.destroyed && response.write(picture));
      }
      response.on('drain', pour)
      pour()
    })
    expect(await fetchFrom([host, target], host.url())).toEqual(picture)
    await host.idle()
  })

  test('to a path that is not escaped are followed', async () => {
    await using host = await startImageHost(({ url }, response) => {
      if (url === '/picture.jpg') {
        response.writeHead(302, { location: Buffer.from('/фото.jpg').toString('latin1') }).end()
      } else response.end(decodeURI(url ?? ''))
    })
    expect((await fetchFrom(host, host.url())).toString()).toBe('/фото.jpg')
  })

  test.each([
    ['http://127.0.0.1/', 'address_blocked', 'redirect'],
    ['http://2130706433/', 'address_blocked', 'redirect'],
    ['//[::1]/', 'address_blocked', 'redirect'],
    ['http://metadata.google.internal/', 'resolution_rejected', 'internal_name'],
    ['http://127.0.0.1:1/', 'url_not_allowed', 'port'],
    ['http://user:secret@cdn.example/', 'url_not_allowed', 'credentials'],
    ['file:///etc/passwd', 'url_not_allowed', 'scheme'],
    ['data:image/png;base64,AAAA', 'url_not_allowed', 'scheme'],
    ['http://', 'url_not_allowed', 'syntax'],
  ])('to %s are refused', async (location, reason, detail) => {
    await using host = await startImageHost((_request, response) => {
      response.writeHead(302, { location }).end()
    })
    expect(await verdictOf(fetchFrom(host, host.url()))).toBe(`rejected ${reason} ${detail}`)
  })

  test('without a location are an error of the host', async () => {
    await using host = await startImageHost((_request, response) => response.writeHead(302).end())
    expect(await verdictOf(fetchFrom(host, host.url()))).toBe('failed http_error status')
  })
})

describe('a status other than 200', () => {
  test.each([
    [400, 'rejected'],
    [401, 'rejected'],
    [403, 'rejected'],
    [404, 'rejected'],
    [410, 'rejected'],
    [451, 'rejected'],
    [408, 'failed'],
    [425, 'failed'],
    [429, 'failed'],
    [500, 'failed'],
    [502, 'failed'],
    [503, 'failed'],
    [204, 'failed'],
    [206, 'failed'],
    [300, 'failed'],
    [304, 'failed'],
  ])('%d is %s', async (status, outcome) => {
    await using host = await startImageHost((_request, response) => response.writeHead(status).end())
    expect(await verdictOf(fetchFrom(host, host.url()))).toBe(`${outcome} http_error status`)
  })

  test('is part of the error', async () => {
    await using host = await startImageHost((_request, response) => response.writeHead(418).end('x'))
    await expect(fetchFrom(host, host.url())).rejects.toMatchObject({ status: 418 })
  })
})

describe('content encodings that were not requested', () => {
  test.each([
    ['gzip', gzipSync(picture)],
    ['x-gzip', gzipSync(picture)],
    ['GZIP', gzipSync(picture)],
    ['deflate', deflateSync(picture)],
    ['deflate', deflateRawSync(picture)],
    ['br', brotliCompressSync(picture)],
    ['identity', picture],
    ['', picture],
    ['aws-chunked', picture],
    ['aws-chunked,gzip', gzipSync(picture)],
    ['utf-8', picture],
    ['compress, none', picture],
  ])('%s is decoded or ignored', async (encoding, bytes) => {
    await using host = await startImageHost((_request, response) => {
      response.writeHead(200, { 'content-encoding': encoding }).end(bytes)
    })
    expect(await fetchFrom(host, host.url())).toEqual(picture)
  })
})
