import { expect, test } from '@jest/globals'
import { decode } from './decode.ts'

const webp = Buffer.from('RIFF....WEBPVP8 ')
const { signal } = new AbortController()

/** A decoder that gives this answer to anything, and counts how often it is killed. */
function answering(answer: unknown, ...bytes: Buffer[]) {
  const head = typeof answer === 'string' ? answer : `${JSON.stringify(answer)}\n`
  const decoder = {
    kills: 0,
    send: () => Promise.resolve(Buffer.concat([Buffer.from(head), ...bytes])),
    kill: () => Promise.resolve(void (decoder.kills += 1)),
  }
  return decoder
}

const rendered = (...lengths: number[]) => ({
  kind: 'rendered',
  renditions: lengths.map((length) => ({ name: 'original', width: 2, height: 1, length })),
})

test('returns the renditions of a valid answer', async () => {
  const decoder = answering(rendered(16, 20), webp, Buffer.concat([webp, Buffer.from('more')]))
  const renditions = await decode(decoder, webp, { signal, timeoutMs: 300_000 })
  expect(renditions).toMatchObject([
    { name: 'original', bytes: webp },
    { width: 2, height: 1 },
  ])
  expect(decoder.kills).toBe(0)
})

test.each<[string, answer: unknown, ...bytes: Buffer[]]>([
  ['nothing', ''],
  ['a line without JSON', 'rendered\n'],
  ['another kind of answer', { kind: 'shell' }],
  ['no rendition', rendered()],
  [
    'a refusal for no reason of a decoder',
    { kind: 'refused', refusal: { reason: 'address_blocked' }, message: '' },
  ],
  ['fewer bytes than announced', rendered(17), webp],
  ['more bytes than announced', rendered(16), webp, webp],
  ['bytes that are no WebP', rendered(6), Buffer.from('<html>')],
])('a decoder that answers with %s costs the attempt, and is killed', async (_, answer, ...bytes) => {
  const decoder = answering(answer, ...bytes)
  const decoding = decode(decoder, webp, { signal, timeoutMs: 300_000 })
  await expect(decoding).rejects.toMatchObject({ reason: 'attempts_exhausted', detail: 'decoder_ended' })
  expect(decoder.kills).toBe(1)
})
