import type { Metadata } from 'sharp'
import { ImageError } from '../image-error.ts'
import type { AcceptedFormat } from './sniff-format.ts'

export const maxPixels = 50_000_000
/** An AVIF is decoded as a whole, with about 18 bytes per pixel. */
const maxAvifPixels = 16_000_000

/** The limit of JPEG. A picture of one column has a row for each pixel, and each row costs as much as a wide one. */
const maxSide = 65_535

/**
 * Whether decoding takes little memory or much.
 * @throws ImageError for more pixels than are accepted
 */
export function weighPicture(format: AcceptedFormat, metadata: Metadata, bytes: Buffer): 'light' | 'heavy' {
  const pixels = metadata.width * metadata.height
  if (pixels > maxPixels) throw new ImageError('too_large', 'pixels')
  if (Math.max(metadata.width, metadata.height) > maxSide) throw new ImageError('too_large', 'side')
  if (format === 'avif' && pixels > maxAvifPixels) throw new ImageError('too_large', 'avif_pixels')
  return decodingBytes(format, metadata, bytes) > heavyBytes ? 'heavy' : 'light'
}

/** Half of what a light decoder may use: these are estimates. */
const heavyBytes = 64_000_000

/** Measured peak memory of decoding to 1200 pixels, above that of the idle process, for 8-bit RGB. */
const decodingBytesPerPixel: Record<AcceptedFormat, number> = {
  jpeg: 0.6,
  png: 3.7,
  webp: 0.6,
  gif: 5.4,
  avif: 19,
  tiff: 2.8,
}

function decodingBytes(format: AcceptedFormat, metadata: Metadata, bytes: Buffer): number {
  const { width, height, channels, depth, isProgressive } = metadata
  const perSample = depth === 'uchar' ? 1 : depth === 'ushort' || depth === 'short' ? 2 : 8
  const pixels = width * height * Math.max(1, (channels * perSample) / 3)
  if (format === 'jpeg' && isProgressive) return pixels * 6
  if (format === 'png' && isProgressive) return pixels * 6.5
  if (format === 'webp' && isLossless(bytes)) return pixels * 5
  return pixels * decodingBytesPerPixel[format]
}

/** The chunk with the pixels is the first one, or follows closely after the extended header and a colour profile. */
function isLossless(bytes: Buffer): boolean {
  return bytes.subarray(0, 4096).includes('VP8L')
}
