import sharp from 'sharp'
import type { Sharp } from 'sharp'
import type { RenditionName } from '@catalog/contracts'
import { explainDecodeError, lacksEnd } from './decode-errors.ts'
import { ImageError } from '../image-error.ts'
import { release } from '../release.ts'
import { withEndMarker } from './end-marker.ts'
import { isAccepted, sniffFormat } from './sniff-format.ts'
import type { AcceptedFormat } from './sniff-format.ts'
import { maxPixels, weighPicture } from './weigh-picture.ts'

export interface Rendition {
  name: RenditionName
  /** As WebP. */
  bytes: Buffer
  width: number
  height: number
}

/** Longest sides in pixels, from the largest to the smallest: each is made from the previous one. */
const renditionSizes: { name: RenditionName; longestSide: number; quality: number }[] = [
  { name: 'original', longestSide: 2048, quality: 82 },
  { name: 'detail', longestSide: 1200, quality: 80 },
  { name: 'card', longestSide: 480, quality: 80 },
  { name: 'thumb', longestSide: 160, quality: 80 },
]

/** Effort 4 instead of 2 takes two and a half times as long for 1.5 to 7 % fewer bytes. */
const effort = 2

/** Process-wide: untrusted input reaches only the loaders of the accepted formats. */
function restrictLoaders(): void {
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif', 'Tiff'].map((loader) => `VipsForeignLoad${loader}`),
  })
  // Parallelism comes from the decoder processes; more threads and a cache would only use memory.
  sharp.concurrency(1)
  sharp.cache(false)
}

restrictLoaders()

/**
 * Makes a picture's renditions. Waiting during which other images may take over the worker happens within `wait`.
 * @throws ImageError, or the signal's reason
 */
export type Render = (bytes: Buffer, signal: AbortSignal, wait?: Wait) => Promise<Rendition[]>

/** Runs `work`, which waits until it is done or its signal is aborted. Rejects as `work` does. */
export type Wait = <Result>(work: (until: AbortSignal) => Promise<Result>) => Promise<Result>

/**
 * Makes the renditions of a picture: upright, sRGB, without metadata, never enlarged. `original` always; a smaller one
 * only if it is smaller than the picture itself. Returns `heavy` without decoding if the picture is heavy and only
 * light ones are allowed.
 * @throws ImageError; also if a step takes longer than `timeoutSeconds`: `too_large` if the picture is to blame
 *
 * Native code reads untrusted input here: only a decoder process may call it.
 */
export async function renderPicture(
  bytes: Buffer,
  allowed: 'light' | 'heavy',
  timeoutSeconds = 10,
): Promise<Rendition[] | 'heavy'> {
  const format = checkFormat(bytes)
  const before = process.cpuUsage()
  try {
    const weight = weighPicture(format, await open(bytes).metadata(), bytes)
    if (weight === 'heavy' && allowed === 'light') return 'heavy'
    try {
      return await renderAll(bytes, timeoutSeconds)
    } catch (error) {
      const closed = lacksEnd(error) ? withEndMarker(bytes) : undefined
      if (!closed) throw error
      return await renderAll(closed, timeoutSeconds)
    }
  } catch (error) {
    const { user, system } = process.cpuUsage(before)
    // With less processor time, the machine was paused or busy with other processes.
    const hasWorked = (user + system) / 1e6 >= timeoutSeconds / 4
    throw explainDecodeError(error, bytes, hasWorked)
  }
}

async function renderAll(bytes: Buffer, timeoutSeconds: number): Promise<Rendition[]> {
  const renditions: Rendition[] = []
  const warnings: string[] = []
  let pixels: Pixels | undefined
  try {
    for (const { name, longestSide, quality } of renditionSizes) {
      if (pixels !== undefined && longestSide >= Math.max(pixels.info.width, pixels.info.height)) continue
      const larger: Pixels | undefined = pixels
      const source = larger === undefined ? open(bytes).autoOrient() : from(larger)
      source.on('warning', (warning: string) => warnings.push(warning))
      pixels = await shrink(source.timeout({ seconds: timeoutSeconds }), longestSide)
      if (isPartial.test(warnings.join('\n'))) throw new ImageError('not_an_image', 'truncated')
      if (larger !== undefined) release(larger.data)
      const encoder = from(pixels).webp({ quality, effort })
      const encoded = await encoder.timeout({ seconds: timeoutSeconds }).toBuffer()
      renditions.push({ name, bytes: encoded, width: pixels.info.width, height: pixels.info.height })
    }
    return renditions
  } finally {
    if (pixels !== undefined) release(pixels.data)
  }
}

/**
 * What libjpeg says of a JPEG with an end marker before its end: the rest would be grey. It only tells the first of its
 * warnings, which may be the harmless one of Samsung's cameras, and how many there are.
 */
const isPartial = /premature end of data segment|gave (?!1 )\d+ warnings\n.*Invalid SOS parameters/

type Pixels = Awaited<ReturnType<typeof shrink>>

/** A new instance each time: `clone()` would copy the pixels. */
function from({ data, info: { width, height, channels } }: Pixels): Sharp {
  return sharp(data, { raw: { width, height, channels } })
}

function open(bytes: Buffer): Sharp {
  return sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' })
}

function shrink(source: Sharp, longestSide: number) {
  return source
    .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true })
}

function checkFormat(bytes: Buffer): AcceptedFormat {
  if (bytes.length === 0) throw new ImageError('not_an_image', 'empty')
  const format = sniffFormat(bytes)
  if (!isAccepted(format)) throw new ImageError('not_an_image', format)
  return format
}
