import { describe, expect, test } from '@jest/globals'
import sharp from 'sharp'
import { renderPicture } from './renditions.ts'
import { flat } from '../testing/flat-picture.ts'
import { gifOf, pngOf, repeatLastScan, tiffOf } from '../testing/hostile-pictures.ts'
import { patientSeconds } from '../testing/patient-seconds.ts'
import { verdictOf } from '../testing/verdict-of.ts'

/** The size of the original, `heavy`, or outcome, reason and detail. */
async function outcomeOf(bytes: Buffer, allowed: 'light' | 'heavy' = 'heavy'): Promise<unknown> {
  const rendered = await verdictOf(renderPicture(bytes, allowed, patientSeconds))
  return typeof rendered === 'string' ? rendered : [rendered[0]?.width, rendered[0]?.height]
}

describe('a small file that expands', () => {
  const strip = tiffOf({ width: 5000, height: 5000 })
  const deepStrip = tiffOf({ width: 3000, height: 1500, bits: 32 })

  test.each([
    [
      'a PNG of zeros, as large as allowed',
      () => pngOf({ width: 10_000, height: 5000, bytes: 10_001 * 5000 }),
      [2048, 1024],
    ],
    ['a GIF of 400,000 frames, by its first', () => gifOf(400_000), [64, 48]],
    ['a TIFF in a single strip', () => strip, [2048, 2048]],
    ['a TIFF in a single strip, 16 bytes a pixel', () => deepStrip, [2048, 1024]],
  ])('is rendered if it is within the limits: %s', async (_, make, size) => {
    expect(await outcomeOf(make())).toEqual(size)
  })

  test('is left to the decoder of heavy pictures if it needs much memory', async () => {
    expect(await outcomeOf(strip, 'light')).toBe('heavy')
    expect(await outcomeOf(deepStrip, 'light')).toBe('heavy')
  })

  test('is refused in a progressive JPEG that repeats a scan', async () => {
    const jpeg = await flat(3000, 2000).jpeg({ progressive: true }).toBuffer()
    expect(await outcomeOf(jpeg)).toEqual([2048, 1365])
    for (const times of [10, 10_000])
      expect(await outcomeOf(repeatLastScan(jpeg, times))).toBe('rejected not_an_image corrupt')
  })
})

describe('a header that announces', () => {
  test.each([
    ['more pixels than are accepted: PNG', () => pngOf({ width: 60_000, height: 60_000, bytes: 9 })],
    ['more pixels than are accepted: TIFF', () => tiffOf({ width: 2 ** 24, height: 2 ** 24, bytes: 9 })],
    ['just too many', () => pngOf({ width: 10_000, height: 5_001, bytes: 9 })],
  ])('%s is refused without decoding', async (_, make) => {
    expect(await outcomeOf(make())).toBe('rejected too_large pixels')
  })

  test.each([
    [1, 50_000_000],
    [65_536, 1],
  ])('a side that no camera makes is refused without decoding: %d x %d', async (width, height) => {
    expect(await outcomeOf(pngOf({ width, height, bytes: 9 }))).toBe('rejected too_large side')
  })

  test('more than the format allows is corrupt', async () => {
    const head = pngOf({ width: 2 ** 31 - 1, height: 2 ** 31 - 1, bytes: 9 })
    expect(await outcomeOf(head)).toBe('rejected not_an_image corrupt')
  })

  test('more than the file contains is truncated', async () => {
    expect(await outcomeOf(pngOf({ width: 7000, height: 7000, bytes: 7000 }))).toBe(
      'rejected not_an_image truncated',
    )
  })
})

test('a picture that takes too long to decode is refused, and not retried', async () => {
  const background = { r: 9, g: 99, b: 199, alpha: 0.5 }
  const deep = sharp({ create: { width: 7000, height: 7000, channels: 4, background } })
  const picture = await deep.toColourspace('rgb16').png({ compressionLevel: 1, progressive: true }).toBuffer()
  expect(await verdictOf(renderPicture(picture, 'heavy', 1))).toBe('rejected too_large work')
})

test.each([
  ['heic', '\0\0\0\x18ftypheic\0\0\0\0mif1heic'],
  ['pdf', '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n'],
  ['html', '<html><body><img src="picture.jpg"></body></html>'],
  [
    'svg',
    '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>',
  ],
  ['bmp', 'BM\x36\x00\x0c\x00\0\0\0\0'],
  ['unknown', '#!/bin/sh\n'],
  ['empty', ''],
])('%s is not a picture, whatever its content type', async (detail, text) => {
  expect(await outcomeOf(Buffer.from(text, 'latin1'))).toBe(`rejected not_an_image ${detail}`)
})
