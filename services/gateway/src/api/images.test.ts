import { describe, expect, test } from '@jest/globals'
import { images, ServiceError } from '@catalog/contracts'
import { waitFor } from '../../../../test/support/wait-for.ts'
import { expectProblem } from '../testing/expect-problem.ts'
import { imageId } from '../testing/samples.ts'
import { watchBytes } from '../testing/watched-bytes.ts'
import { useTestGateway } from '../testing/use-test-gateway.ts'

const path = `/api/products/images/${imageId}/card`
const picture = Buffer.from('RIFF....WEBP')

const gateway = await useTestGateway()
const shown = await useTestGateway({ CATALOG_IMAGES_PUBLIC: 'true' })

async function* pieces(piece: Buffer, count: number): AsyncGenerator<Buffer, void> {
  for (let sent = 0; sent < count; sent += 1) yield piece
}

/** A service that announces the picture, and sends what `write` yields. */
async function startImageService(write = () => pieces(picture, 1), at = gateway) {
  const asked: object[] = []
  const bytes = watchBytes(write)
  const service = await at.serveFake((answering) =>
    answering.send(images.readRendition, async (input) => {
      asked.push(input)
      const head = {
        content_length: picture.length,
        etag: '"abc"',
        last_modified: '2026-11-21T02:00:00.000Z',
      }
      return { head, body: bytes.body() }
    }),
  )
  return { asked, bytes, [Symbol.asyncDispose]: () => service[Symbol.asyncDispose]() }
}

test('a rendition has its type, its length and a minute of caching', async () => {
  await using service = await startImageService()
  const response = await gateway.fetch(path)
  expect(response.status).toBe(200)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/webp',
    'content-length': String(picture.length),
    'cache-control': 'private, max-age=60, must-revalidate',
    etag: '"abc"',
    'last-modified': 'Sat, 21 Nov 2026 02:00:00 GMT',
    vary: 'Authorization',
  })
  expect(Buffer.from(await response.arrayBuffer())).toEqual(picture)
  expect(service.asked).toEqual([{ storefront_id: 'shop', image_id: imageId, rendition: 'card' }])
})

test('an id in capitals is the same image', async () => {
  await using service = await startImageService()
  const response = await gateway.fetch(path.replace(imageId, imageId.toUpperCase()))
  expect(response.status).toBe(200)
  expect(service.asked).toMatchObject([{ image_id: imageId }])
})

test('a caller that already has it gets 304 and no bytes', async () => {
  await using service = await startImageService()
  for (const tags of ['"abc"', 'W/"abc", "def"', '*']) {
    const response = await gateway.fetch(path, { headers: { 'If-None-Match': tags } })
    expect(response.status).toBe(304)
    expect(response.headers.get('etag')).toBe('"abc"')
    expect(await response.text()).toBe('')
  }
  expect((await gateway.fetch(path, { headers: { 'If-None-Match': '"old"' } })).status).toBe(200)
  await waitFor('the release', () => service.bytes.open === 0)
})

test('an image that does not exist, or is another storefront’s, is 404 and not cached', async () => {
  await using _ = await gateway.serveFake((answering) =>
    answering.send(images.readRendition, async () => {
      throw new ServiceError('image_not_found', 'There is no such image.')
    }),
  )
  const response = await gateway.fetch(path)
  expect(response.headers.get('cache-control')).toBe('no-store')
  await expectProblem(response, 404, 'image_not_found')
})

test.each([
  ['shorter', 1],
  ['longer, without end,', Infinity],
])('a picture that is %s than its service announced is an error, and is not cached', async (_what, count) => {
  await using service = await startImageService(() => pieces(Buffer.from('RIFF'), count))
  const response = await gateway.fetch(path)
  await expectProblem(response, 500, 'internal')
  expect(response.headers.get('etag')).toBeNull()
  expect(response.headers.get('cache-control')).toBe('no-store')
  await waitFor('the release', () => service.bytes.open === 0)
})

const read = (address: string, init?: RequestInit) => fetch(shown.baseUrl + address, init)

describe('a public picture', () => {
  const open = `/images/shop/${imageId}/card.webp`

  test('is sent to anyone, to pages of other origins too, and cached for a year', async () => {
    await using service = await startImageService(undefined, shown)
    const response = await read(`${open}?v=a1`)
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/webp',
      'content-length': String(picture.length),
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
      etag: '"abc"',
    })
    expect(response.headers.get('vary')).toBeNull()
    expect(Buffer.from(await response.arrayBuffer())).toEqual(picture)
    expect(service.asked).toEqual([{ storefront_id: 'shop', image_id: imageId, rendition: 'card' }])
    const again = await read(`${open}?v=a1`, { headers: { 'If-None-Match': '"abc"' } })
    expect(again.status).toBe(304)
  })

  test('without a version is cached for a minute, since it may change', async () => {
    await using _ = await startImageService(undefined, shown)
    expect((await read(open)).headers.get('cache-control')).toBe('public, max-age=60')
  })

  test('cannot be read with a token instead of its storefront', async () => {
    await using service = await startImageService(undefined, shown)
    const headers = { Authorization: `Bearer ${await shown.token({ storefront_id: 'other' })}` }
    expect((await read(open, { headers })).status).toBe(200)
    expect(service.asked).toMatchObject([{ storefront_id: 'shop' }])
  })

  test.each([
    ['an unknown image', open],
    ['an image of another storefront', open.replace('shop', 'other')],
    ['a storefront that cannot be one', open.replace('shop', 'sh%20op')],
    ['a path that climbs', open.replace('shop', '..%2fother')],
    ['an image that cannot be one', open.replace(imageId, '1')],
    ['a rendition that does not exist', open.replace('card', 'huge')],
  ])('that is %s is 404, in the same words, and not cached', async (_what, address) => {
    await using _ = await shown.serveFake((answering) =>
      answering.send(images.readRendition, async () => {
        throw new ServiceError('image_not_found', 'There is nothing at this address.')
      }),
    )
    const response = await read(`${address}?v=a1`)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await expectProblem(response, 404, 'image_not_found')).toMatchObject({
      detail: 'There is nothing at this address.',
    })
  })

  test.each([`v=${'a'.repeat(65)}`, 'v=a&v=b'])('with ?%s is refused', async (query) => {
    await using service = await startImageService(undefined, shown)
    await expectProblem(await read(`${open}?${query}`), 400, 'invalid_request')
    expect(service.asked).toEqual([])
  })

  test('is not there unless pictures are public', async () => {
    await using service = await startImageService()
    await expectProblem(await gateway.fetch(`${open}?v=a1`), 404, 'image_not_found')
    expect(service.asked).toEqual([])
  })

  test('that hundreds ask for holds up no merchant, nor the pictures of another shop', async () => {
    const released = Promise.withResolvers<undefined>()
    let waiting = 0
    await using _ = await shown.serveFake((answering) =>
      answering.send(images.readRendition, async ({ storefront_id }) => {
        if (storefront_id === 'crowded') {
          waiting += 1
          await released.promise
        }
        const head = {
          content_length: picture.length,
          etag: '"abc"',
          last_modified: '2026-11-21T02:00:00.000Z',
        }
        return { head, body: pieces(picture, 1) }
      }),
    )
    const crowd = Array.from({ length: 200 }, () => read(`${open.replace('shop', 'crowded')}?v=a1`))
    await waitFor('reads of the crowd', () => waiting === 8)
    expect((await shown.fetch(path)).status).toBe(200)
    expect((await read(`${open}?v=a1`)).status).toBe(200)
    released.resolve(undefined)
    const statuses = await Promise.all(crowd.map(async (one) => (await one).status))
    expect(new Set(statuses)).toEqual(new Set([200]))
  })
})
