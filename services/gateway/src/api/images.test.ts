import { expect, test } from '@jest/globals'
import { images, ServiceError } from '@catalog/contracts'
import { waitFor } from '../../../../test/support/wait-for.ts'
import { expectProblem } from '../testing/expect-problem.ts'
import { imageId } from '../testing/samples.ts'
import { watchBytes } from '../testing/watched-bytes.ts'
import { useTestGateway } from '../testing/use-test-gateway.ts'

const path = `/api/products/images/${imageId}/card`
const picture = Buffer.from('RIFF....WEBP')

const gateway = useTestGateway()

async function* pieces(piece: Buffer, count: number): AsyncGenerator<Buffer, void> {
  for (let sent = 0; sent < count; sent += 1) yield piece
}

/** A service that announces the picture, and sends what `write` yields. */
async function startImageService(write = () => pieces(picture, 1)) {
  const asked: object[] = []
  const bytes = watchBytes(write)
  const service = await gateway.serveFake((answering) =>
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
