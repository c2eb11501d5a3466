import { types } from 'node:util'
import { ImageError } from '../image-error.ts'

/**
 * An error of sharp as an `ImageError`, by its message: libvips has no error codes. `hasWorked`: the time until the
 * timeout was spent on the picture, so that a retry would take as long.
 */
export function explainDecodeError(error: unknown, bytes: Buffer, hasWorked = false): ImageError {
  if (error instanceof ImageError) return error
  const message = types.isNativeError(error) ? error.message : ''
  if (/exceeds pixel limit/i.test(message)) return new ImageError('too_large', 'pixels', { cause: error })
  if (/^timeout:/im.test(message)) {
    return hasWorked
      ? new ImageError('too_large', 'work', { cause: error })
      : new ImageError('timeout', 'decode', { cause: error })
  }
  // Messages of libvips, libjpeg, libheif, libtiff and V8 for exceeding the decoder's memory: the picture is not at
  // fault.
  if (
    /(?:out of|insufficient) memory|memory allocation|allocation failed|fail\w* to allocate/i.test(message)
  ) {
    return new ImageError('attempts_exhausted', 'decoder_memory', { cause: error })
  }
  const isCutShort =
    endsEarly(bytes) || /premature|truncated|unexpected end|libpng read error|bad seek/i.test(message)
  return new ImageError('not_an_image', isCutShort ? 'truncated' : 'corrupt', { cause: error })
}

/** Whether a JPEG ends without its end marker, whatever else it has. */
export function lacksEnd(error: unknown): boolean {
  return types.isNativeError(error) && /premature end of JPEG image/i.test(error.message)
}

/**
 * Whether a file is shorter than its header says, for formats whose loader has one message for truncated and corrupt
 * files.
 */
function endsEarly(bytes: Buffer): boolean {
  if (bytes.length < 8) return true
  switch (bytes.toString('latin1', 0, 4)) {
    case 'RIFF':
      return bytes.readUInt32LE(4) + 8 > bytes.length
    case 'II*\0':
      return bytes.readUInt32LE(4) >= bytes.length
    case 'MM\0*':
      return bytes.readUInt32BE(4) >= bytes.length
    default:
      return false
  }
}
