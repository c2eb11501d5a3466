import { describe, expect, test } from '@jest/globals'
import sharp from 'sharp'
import type { Sharp } from 'sharp'
import { patientSeconds } from '../testing/patient-seconds.ts'
import { verdictOf } from '../testing/verdict-of.ts'
import { renderPicture } from './renditions.ts'

const kinds: [string, Sharp][] = [
  ['small', noise(300, 200).jpeg()],
  // Shrunk while it is decoded.
  ['wide', noise(4200, 60).jpeg()],
  ['progressive', noise(300, 200).jpeg({ progressive: true })],
  ['of mozjpeg', noise(300, 200).jpeg({ mozjpeg: true })],
  ['grey', noise(300, 200).greyscale().jpeg()],
  ['CMYK', noise(300, 200).toColourspace('cmyk').jpeg()],
]

const end = Buffer.from([0xff, 0xd9])
const video = Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42'), Buffer.alloc(5000, 3)])

const whole: [string, (jpeg: Buffer) => Buffer][] = [
  ['as it is', (jpeg) => jpeg],
  ['without its end marker', (jpeg) => jpeg.subarray(0, -2)],
  ['with a text behind it', (jpeg) => Buffer.concat([jpeg, Buffer.from('\r\n<!-- cached -->\r\n')])],
  [
    'with a text instead of its end marker',
    (jpeg) => Buffer.concat([jpeg.subarray(0, -2), Buffer.from('\r\n<!-- -->')]),
  ],
  ['with a video behind it', (jpeg) => Buffer.concat([jpeg, video])],
  ['with another picture behind it', (jpeg) => Buffer.concat([jpeg, jpeg])],
  ['with a thumbnail in its metadata', (jpeg) => withThumbnail(jpeg)],
  ['with a thumbnail, without its end marker', (jpeg) => withThumbnail(jpeg).subarray(0, -2)],
  ['with stray bytes before its scan', (jpeg) => inserted(jpeg, scans(jpeg)[0] ?? 0, Buffer.alloc(3))],
  ['as some Samsung cameras write it', (jpeg) => ofSamsung(jpeg)],
]

const partial: [string, (jpeg: Buffer) => Buffer][] = [
  ['of which half is there', (jpeg) => part(jpeg, 0.5)],
  ['of which half is there, with an end marker', (jpeg) => Buffer.concat([part(jpeg, 0.5), end])],
  ['of which most is there, with an end marker', (jpeg) => Buffer.concat([part(jpeg, 0.95), end])],
  ['of which half is there, with a video behind it', (jpeg) => Buffer.concat([part(jpeg, 0.5), end, video])],
  ['of a Samsung camera, of which half is there', (jpeg) => part(ofSamsung(jpeg), 0.5)],
  [
    'of a Samsung camera, half with an end marker',
    (jpeg) => Buffer.concat([part(ofSamsung(jpeg), 0.5), end]),
  ],
]

describe.each(kinds)('a %s JPEG', (_kind, paint) => {
  test.each(whole)('%s is rendered', async (_, change) => {
    expect(await verdictOf(render(change(await paint.clone().toBuffer())))).toMatchObject([
      { name: 'original' },
      {},
    ])
  })

  test.each(partial)('%s is refused', async (_, change) => {
    expect(await verdictOf(render(change(await paint.clone().toBuffer())))).toBe(truncated)
  })
})

test('a progressive JPEG that ends after one of its scans is refused, as is one that ends in zeros', async () => {
  const jpeg = await noise(300, 200).jpeg({ progressive: true }).toBuffer()
  expect(scans(jpeg).length).toBeGreaterThan(5)
  for (const at of scans(jpeg).slice(1)) expect(await verdictOf(render(jpeg.subarray(0, at)))).toBe(truncated)
  const flat = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#c86432' } })
    .jpeg()
    .toBuffer()
  for (const picture of [jpeg, flat])
    expect(await verdictOf(render(Buffer.concat([part(picture, 0.7), Buffer.alloc(64)])))).toBe(truncated)
})

const truncated = 'rejected not_an_image truncated'

async function render(bytes: Buffer) {
  const rendered = await renderPicture(bytes, 'heavy', patientSeconds)
  return rendered === 'heavy' ? rendered : rendered.slice(0, 2)
}

function noise(width: number, height: number): Sharp {
  const grain = { type: 'gaussian', mean: 128, sigma: 40 } as const
  return sharp({ create: { width, height, channels: 3, background: '#000', noise: grain } })
}

function part(jpeg: Buffer, share: number): Buffer {
  return jpeg.subarray(0, jpeg.length * share)
}

/** Where the scans begin. */
function scans(jpeg: Buffer): number[] {
  const found: number[] = []
  const marker = Buffer.from([0xff, 0xda])
  for (let at = jpeg.indexOf(marker); at !== -1; at = jpeg.indexOf(marker, at + 1)) found.push(at)
  return found
}

function inserted(jpeg: Buffer, at: number, bytes: Buffer): Buffer {
  return Buffer.concat([jpeg.subarray(0, at), bytes, jpeg.subarray(at)])
}

/** With a JPEG of its own, whose end marker is not the picture's. */
function withThumbnail(jpeg: Buffer): Buffer {
  const thumbnail = Buffer.concat([Buffer.from('Exif\0\0'), Buffer.from([0xff, 0xd8, 0xff]), end])
  const length = Buffer.from([0, thumbnail.length + 2])
  return inserted(jpeg, 2, Buffer.concat([Buffer.from([0xff, 0xe1]), length, thumbnail]))
}

/** Its scans tell a wrong last coefficient, where they are not progressive. */
function ofSamsung(jpeg: Buffer): Buffer {
  const changed = Buffer.from(jpeg)
  const [at = 0, ...more] = scans(jpeg)
  if (more.length === 0) changed.writeUInt8(0, at + 6 + 2 * jpeg.readUInt8(at + 4))
  return changed
}
