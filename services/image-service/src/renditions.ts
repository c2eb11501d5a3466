import sharp from 'sharp'
import type { Metadata, Sharp } from 'sharp'
import type { RenditionName } from '@catalog/contracts'
import { explainDecodeError } from './decode-errors.ts'
import { ImageError } from './image-error.ts'
import { isAccepted, sniffFormat } from './sniff-format.ts'
import type { AcceptedFormat } from './sniff-format.ts'
import { createTurns } from './take-turns.ts'
import type { TakeTurn } from './take-turns.ts'

export interface Rendition {
  name: RenditionName
  /** WebP. */
  bytes: Buffer
  width: number
  height: number
}

/** Longest sides in pixels, from the largest to the smallest: each is made from the one before it. */
export const renditionSizes: { name: RenditionName; longestSide: number; quality: number }[] = [
  { name: 'original', longestSide: 2048, quality: 82 },
  { name: 'detail', longestSide: 1200, quality: 80 },
  { name: 'card', longestSide: 480, quality: 80 },
  { name: 'thumb', longestSide: 160, quality: 80 },
]

export const maxPixels = 50_000_000
/** An AVIF is decoded as a whole, at about 18 bytes a pixel. */
export const maxAvifPixels = 16_000_000
/** 4 instead of 2 costs two and a half times the time for 1.5 to 7 % fewer bytes. */
const effort = 2
const timeoutSeconds = 10

/** Process-wide: strangers' bytes reach the loaders of the accepted formats and no other. */
function restrictLoaders(): void {
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif', 'Tiff'].map((loader) => `VipsForeignLoad${loader}`),
  })
  // Parallelism comes from the four workers; more threads and a cache only cost memory.
  sharp.concurrency(1)
  sharp.cache(false)
}

restrictLoaders()

export type Render = (bytes: Buffer, signal: AbortSignal) => Promise<Rendition[]>

/**
 * Makes the renditions of a picture: upright, sRGB, without metadata, never enlarged. `original` always; a smaller one
 * only where it is smaller than the picture itself. Throws `ImageError`, or the signal's reason between two steps.
 */
export function createRender(): Render {
  const takeTurn = createTurns()
  return async (bytes, signal) => {
    const format = checkFormat(bytes)
    try {
      const weight = checkSize(format, await open(bytes).metadata(), bytes)
      return await (weight === 'heavy' ? inTurn(takeTurn, bytes, signal) : renderAll(bytes, signal))
    } catch (error) {
      throw signal.aborted ? signal.reason : explainDecodeError(error, bytes)
    }
  }
}

function inTurn(takeTurn: TakeTurn, bytes: Buffer, signal: AbortSignal): Promise<Rendition[]> {
  return takeTurn(() => renderAll(bytes, signal), signal)
}

async function renderAll(bytes: Buffer, signal: AbortSignal): Promise<Rendition[]> {
  const renditions: Rendition[] = []
  let pixels: Pixels | undefined
  try {
    for (const { name, longestSide, quality } of renditionSizes) {
      if (pixels !== undefined && longestSide >= Math.max(pixels.info.width, pixels.info.height)) continue
      signal.throwIfAborted()
      const larger: Pixels | undefined = pixels
      pixels = await shrink(larger === undefined ? open(bytes).autoOrient() : from(larger), longestSide)
      release(larger)
      signal.throwIfAborted()
      const encoder = from(pixels).webp({ quality, effort })
      const encoded = await encoder.timeout({ seconds: timeoutSeconds }).toBuffer()
      renditions.push({ name, bytes: encoded, width: pixels.info.width, height: pixels.info.height })
    }
    return renditions
  } finally {
    release(pixels)
  }
}

type Pixels = Awaited<ReturnType<typeof shrink>>

/** A new one each time: `clone()` would copy the pixels. */
function from({ data, info: { width, height, channels } }: Pixels): Sharp {
  return sharp(data, { raw: { width, height, channels } })
}

/**
 * Gives the memory back at once: the garbage collector sees a small object and not the pixels behind it (up to 16 MB a
 * picture).
 */
function release(pixels: Pixels | undefined): void {
  if (pixels === undefined) return
  const { buffer, byteLength } = pixels.data
  // Only what is not a part of something else.
  if (buffer.byteLength === byteLength && 'transfer' in buffer) buffer.transfer(0)
}

function open(bytes: Buffer): Sharp {
  return sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' })
}

function shrink(source: Sharp, longestSide: number) {
  return source
    .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
    .timeout({ seconds: timeoutSeconds })
    .raw()
    .toBuffer({ resolveWithObject: true })
}

function checkFormat(bytes: Buffer): AcceptedFormat {
  if (bytes.length === 0) throw new ImageError('not_an_image', 'empty')
  const format = sniffFormat(bytes)
  if (!isAccepted(format)) throw new ImageError('not_an_image', format)
  return format
}

/** Beyond this a picture's decoding is heavy: four such at a time would not fit into the container. */
const heavyBytes = 64_000_000

function checkSize(format: AcceptedFormat, metadata: Metadata, bytes: Buffer): 'light' | 'heavy' {
  const pixels = metadata.width * metadata.height
  if (pixels > maxPixels) throw new ImageError('too_large', 'pixels')
  if (format === 'avif' && pixels > maxAvifPixels) throw new ImageError('too_large', 'avif_pixels')
  return decodingBytes(format, metadata, bytes) > heavyBytes ? 'heavy' : 'light'
}

/** Peak memory of a decode to 1200 pixels above that of the idle process, as measured. */
const decodingBytesPerPixel: Record<AcceptedFormat, number> = {
  jpeg: 0.6,
  png: 3.7,
  webp: 0.6,
  gif: 5.4,
  avif: 19,
  tiff: 2.8,
}

function decodingBytes(format: AcceptedFormat, { width, height, isProgressive }: Metadata, bytes: Buffer) {
  const pixels = width * height
  if (format === 'jpeg' && isProgressive) return pixels * 4
  if (format === 'png' && isProgressive) return pixels * 6.5
  if (format === 'webp' && isLossless(bytes)) return pixels * 5
  return pixels * decodingBytesPerPixel[format]
}

/** The chunk with the pixels is the first, or stands close behind the extended header and a colour profile. */
function isLossless(bytes: Buffer): boolean {
  return bytes.subarray(0, 4096).includes('VP8L')
}
