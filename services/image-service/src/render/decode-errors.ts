import { types } from 'node:util'
import { ImageError } from '../image-error.ts'

/**
 * An error of sharp as a reason. libvips has no error codes, only messages. `hasWorked`: where
 * its time is over, it was spent on the picture, which another try would not change.
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
  // As libvips, libjpeg, libheif, libtiff and V8 put it: the decoder's bound, and nothing that is wrong with the picture.
  if (
    /(?:out of|insufficient) memory|memory allocation|allocation failed|fail\w* to allocate/i.test(message)
  ) {
    return new ImageError('attempts_exhausted', 'decoder_memory', { cause: error })
  }
  const isCutShort =
    endsEarly(bytes) || /premature|truncated|unexpected end|libpng read error|bad seek/i.test(message)
  return new ImageError('not_an_image', isCutShort ? 'truncated' : 'corrupt', { cause: error })
}

/** Formats whose loader has one message for truncated and for corrupt files, but whose header has their length. */
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
