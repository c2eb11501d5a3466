import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib'
import { codeOf } from '../error-code.ts'
import { ImageError } from '../image-error.ts'
import { readBounded } from '../read-bounded.ts'

export type Encoding = 'identity' | 'gzip' | 'deflate' | 'br'

/**
 * The one content encoding of a response. Others than these (`aws-chunked`, `utf-8`) are ignored, as browsers do: they
 * are mostly wrong, and the decoder judges the bytes.
 * @throws ImageError for several encodings
 */
export function checkEncoding(header: string | string[] | undefined): Encoding {
  const codings = [header]
    .flat()
    .flatMap((value) => value?.split(',') ?? [])
    .map((coding) => coding.trim().toLowerCase().replace('x-gzip', 'gzip'))
    .filter(isKnown)
  const [encoding = 'identity', ...more] = codings
  if (more.length > 0) throw new ImageError('not_an_image', 'encoding')
  return encoding
}

/** Reads a body of at most `maxBytes`, before and after inflating. */
export async function readBody(
  body: AsyncIterable<Buffer>,
  { encoding, maxBytes }: { encoding: Encoding; maxBytes: number },
): Promise<Buffer> {
  const received = await readBounded(body, maxBytes, () => new ImageError('too_large', 'streamed'))
  return encoding === 'identity' ? received : await inflateBounded(received, encoding, maxBytes)
}

function isKnown(coding: string): coding is Exclude<Encoding, 'identity'> {
  return coding === 'gzip' || coding === 'deflate' || coding === 'br'
}

const inflaters = {
  gzip: promisify(gunzip),
  br: promisify(brotliDecompress),
  zlib: promisify(inflate),
  raw: promisify(inflateRaw),
}

async function inflateBounded(
  bytes: Buffer,
  encoding: Exclude<Encoding, 'identity'>,
  maxBytes: number,
): Promise<Buffer> {
  // "deflate" means zlib's format, but some servers send raw deflate.
  const form = encoding === 'deflate' ? (hasZlibHeader(bytes) ? 'zlib' : 'raw') : encoding
  try {
    return await inflaters[form](bytes, { maxOutputLength: maxBytes })
  } catch (error) {
    if (codeOf(error) === 'ERR_BUFFER_TOO_LARGE') {
      throw new ImageError('too_large', 'inflated')
    }
    throw new ImageError('not_an_image', 'encoding', { cause: error })
  }
}

function hasZlibHeader(bytes: Buffer): boolean {
  return bytes.length >= 2 && (bytes.readUInt8(0) & 0x0f) === 8 && bytes.readUInt16BE(0) % 31 === 0
}
