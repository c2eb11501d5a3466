import { describe, expect, test } from '@jest/globals'
import sharp from 'sharp'
import type { Sharp } from 'sharp'
import { renderPicture } from './renditions.ts'
import type { Rendition } from './renditions.ts'
import { flat } from '../testing/flat-picture.ts'
import { patientSeconds } from '../testing/patient-seconds.ts'
import { verdictOf } from '../testing/verdict-of.ts'

async function render(bytes: Buffer): Promise<Rendition[]> {
  const renditions = await renderPicture(bytes, 'heavy', patientSeconds)
  if (renditions === 'heavy') throw new Error('nothing is too heavy here')
  return renditions
}

describe('renditions', () => {
  test('of a large picture are four, each inside its box, as WebP', async () => {
    const renditions = await render(await flat(3000, 2000).jpeg().toBuffer())
    expect(sizes(renditions)).toEqual({
      original: [2048, 1365],
      detail: [1200, 800],
      card: [480, 320],
      thumb: [160, 107],
    })
    for (const { bytes, width, height } of renditions) {
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width, height })
    }
  })

  test.each([
    [2049, ['original', 'detail', 'card', 'thumb']],
    [1201, ['original', 'detail', 'card', 'thumb']],
    [1200, ['original', 'card', 'thumb']],
    [481, ['original', 'card', 'thumb']],
    [480, ['original', 'thumb']],
    [161, ['original', 'thumb']],
    [160, ['original']],
    [1, ['original']],
  ])('of a picture of %d pixels leave out sizes that would repeat it', async (side, names) => {
    const renditions = await render(await flat(side, 1).png().toBuffer())
    expect(renditions.map(({ name }) => name)).toEqual(names)
    expect(renditions[0]?.width).toBe(Math.min(side, 2048))
  })

  test.each(['jpeg', 'png', 'webp', 'gif', 'avif', 'tiff'] as const)('are made of %s', async (format) => {
    const renditions = await render(await flat(300, 200).toFormat(format).toBuffer())
    expect(sizes(renditions)).toEqual({ original: [300, 200], thumb: [160, 107] })
    expectColour(await firstPixel(renditions), [200, 100, 50])
  })

  test.each<[string, paint: () => Sharp, tolerance?: number]>([
    ['indexed PNG', () => flat(300, 200).png({ palette: true })],
    ['interlaced PNG', () => flat(300, 200).png({ progressive: true })],
    ['progressive JPEG', () => flat(300, 200).jpeg({ progressive: true })],
    ['lossless WebP', () => flat(300, 200).webp({ lossless: true })],
    ['16-bit TIFF', () => flat(300, 200).toColourspace('rgb16').tiff({ compression: 'lzw' })],
    // It has no profile here, so the colours of its inks are approximate.
    ['CMYK TIFF', () => flat(300, 200).toColourspace('cmyk').tiff({ compression: 'lzw' }), 40],
    ['12-bit AVIF', () => flat(300, 200).avif({ bitdepth: 12 })],
    ['lossless AVIF', () => flat(300, 200).avif({ lossless: true })],
  ])('are made of %s of other programs, in its colours', async (_, paint, tolerance = 12) => {
    const renditions = await render(await paint().toBuffer())
    expectColour(await firstPixel(renditions), [200, 100, 50], tolerance)
  })

  test('are of quality 82, the smaller ones of 80, at effort 2', async () => {
    const picture = await noise(300, 200).png().toBuffer()
    const [original, thumb] = await render(picture)
    const large = await sharp(picture).webp({ quality: 82, effort: 2 }).toBuffer()
    const small = await sharp(picture).resize(160).webp({ quality: 80, effort: 2 }).toBuffer()
    expect([original?.bytes.length, thumb?.bytes.length]).toEqual([large.length, small.length])
  })

  test('of very different sides keep at least a pixel', async () => {
    const renditions = await render(await flat(4000, 2).png().toBuffer())
    expect(sizes(renditions)).toEqual({
      original: [2048, 1],
      detail: [1200, 1],
      card: [480, 1],
      thumb: [160, 1],
    })
  })
})

/** The pixels as a camera would store them so that this orientation shows the picture upright. */
const laid: [orientation: number, lay: (upright: Sharp) => Sharp][] = [
  [1, (upright) => upright],
  [2, (upright) => upright.flop()],
  [3, (upright) => upright.rotate(180)],
  [4, (upright) => upright.flip()],
  [5, (upright) => upright.rotate(270).flop()],
  [6, (upright) => upright.rotate(270)],
  [7, (upright) => upright.rotate(90).flop()],
  [8, (upright) => upright.rotate(90)],
]

describe('pixels and metadata', () => {
  test.each(laid)('are upright for EXIF orientation %d, and EXIF is gone', async (orientation, lay) => {
    // Red on the left, blue on the right, as seen by a viewer that honours the orientation.
    const halves = await sideBySide('#ff0000', '#0000ff')
    const turned = await lay(sharp(halves))
      .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
      .withMetadata({ orientation })
      .toBuffer()
    const [original] = await render(turned)
    expect([original?.width, original?.height]).toEqual([64, 32])
    expectColour(await pixelAt(original, 4, 16), [255, 0, 0])
    expectColour(await pixelAt(original, 60, 16), [0, 0, 255])
    const metadata = await sharp(original?.bytes).metadata()
    expect([metadata.exif, metadata.icc, metadata.orientation]).toEqual([undefined, undefined, undefined])
  })

  test('keep their transparency', async () => {
    const half = sharp({
      create: { width: 300, height: 300, channels: 4, background: { r: 200, g: 100, b: 50, alpha: 0.5 } },
    })
    const renditions = await render(await half.png().toBuffer())
    for (const { bytes } of renditions) {
      const [, , , alpha] = await sharp(bytes).ensureAlpha().raw().toBuffer()
      expect(alpha).toBeCloseTo(128, -1)
    }
  })

  test('of 16 bits become 8', async () => {
    const deep = await flat(300, 200).toColourspace('rgb16').png().toBuffer()
    expect((await sharp(deep).metadata()).depth).toBe('ushort')
    expectColour(await firstPixel(await render(deep)), [200, 100, 50])
  })

  test('in CMYK become sRGB', async () => {
    const printed = await flat(300, 200).toColourspace('cmyk').jpeg().toBuffer()
    expect((await sharp(printed).metadata()).space).toBe('cmyk')
    const [original] = await render(printed)
    expect((await sharp(original?.bytes).metadata()).space).toBe('srgb')
    expectColour(await pixelAt(original, 0, 0), [200, 100, 50], 40)
  })

  test('in greys stay grey', async () => {
    const grey = await flat(300, 200).toColourspace('b-w').png().toBuffer()
    const [red = 0, green, blue] = await firstPixel(await render(grey))
    expect([green, blue]).toEqual([red, red])
  })

  test('with a wide-gamut profile become sRGB', async () => {
    const wide = await flat(300, 200).withIccProfile('p3').png().toBuffer()
    const [raw = 0] = await sharp(wide, { ignoreIcc: true }).raw().toBuffer()
    expect(Math.abs(raw - 200)).toBeGreaterThan(5)
    expectColour(await firstPixel(await render(wide)), [200, 100, 50])
  })

  test('of an animation are those of its first frame', async () => {
    const frames = await Promise.all(['#c86432', '#00ff00', '#0000ff'].map((colour) => frame(colour)))
    const animation = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer()
    expect((await sharp(animation).metadata()).pages).toBe(3)
    const renditions = await render(animation)
    expect(sizes(renditions)).toEqual({ original: [64, 48] })
    expectColour(await firstPixel(renditions), [200, 100, 50])
  })
})

describe('refuses', () => {
  test.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)('a %s that ends early', async (format) => {
    const whole = await noise(60, 40).toFormat(format).toBuffer()
    const cut = whole.subarray(0, whole.length * 0.7)
    expect(await verdictOf(render(cut))).toBe('rejected not_an_image truncated')
  })

  test('a TIFF that ends early', async () => {
    const whole = await noise(300, 200).tiff().toBuffer()
    expect(await verdictOf(render(whole.subarray(0, 2000)))).toMatch('not_an_image')
  })

  test('garbage behind a valid beginning', async () => {
    const whole = await noise(300, 200).png().toBuffer()
    whole.fill(0x55, 60, whole.length - 60)
    expect(await verdictOf(render(whole))).toMatch('not_an_image')
  })

  test('an SVG even by sharp itself', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>')
    await expect(sharp(svg).metadata()).rejects.toThrow('unsupported image format')
  })

  test('an AVIF of more than 16 megapixels, by its header', async () => {
    const avif = await flat(300, 200).avif({ effort: 0 }).toBuffer()
    const size = avif.indexOf('ispe') + 8
    expect([avif.readUInt32BE(size), avif.readUInt32BE(size + 4)]).toEqual([300, 200])
    avif.writeUInt32BE(4001, size)
    avif.writeUInt32BE(4000, size + 4)
    expect(await verdictOf(render(avif))).toBe('rejected too_large avif_pixels')
  })
})

function noise(width: number, height: number): Sharp {
  const grain = { type: 'gaussian', mean: 128, sigma: 40 } as const
  return sharp({ create: { width, height, channels: 3, background: '#000', noise: grain } })
}

function frame(background: string): Promise<Buffer> {
  return sharp({ create: { width: 64, height: 48, channels: 3, background } })
    .png()
    .toBuffer()
}

function sideBySide(left: string, right: string): Promise<Buffer> {
  const half = { width: 32, height: 32, channels: 3 } as const
  return sharp({ create: { width: 64, height: 32, channels: 3, background: left } })
    .composite([{ input: { create: { ...half, background: right } }, left: 32, top: 0 }])
    .png()
    .toBuffer()
}

function sizes(renditions: Rendition[]): Record<string, number[]> {
  return Object.fromEntries(renditions.map(({ name, width, height }) => [name, [width, height]]))
}

function firstPixel([original]: Rendition[]): Promise<number[]> {
  return pixelAt(original, 0, 0)
}

async function pixelAt(rendition: Rendition | undefined, left: number, top: number): Promise<number[]> {
  const pixel = await sharp(rendition?.bytes).extract({ left, top, width: 1, height: 1 }).raw().toBuffer()
  return [...pixel]
}

function expectColour(actual: number[], expected: number[], tolerance = 12): void {
  const distance = Math.max(...expected.map((value, index) => Math.abs(value - (actual[index] ?? 0))))
  expect({ actual, close: distance <= tolerance }).toEqual({ actual, close: true })
}
