import { TextDecoder } from 'node:util'
import { type Encoding, ServiceError } from '@catalog/contracts'

/** Bytes to text, chunk by chunk; without bytes: the end. */
export type Decoder = (bytes?: Buffer) => string

/** Throws `undecodable_text` and `not_csv` (NUL characters) unless `lenient`. UTF-8 is checked by its reader. */
export function decoderFor(encoding: Encoding, { lenient = false } = {}): Decoder {
  const decoder = new TextDecoder(encoding, {
    ignoreBOM: true,
    fatal: !lenient && encoding.startsWith('utf-16'),
  })
  return (bytes) => {
    const text = decode(decoder, bytes, encoding)
    if (!lenient) refuseNonText(text, encoding)
    return text
  }
}

function decode(decoder: TextDecoder, bytes: Buffer | undefined, encoding: Encoding): string {
  try {
    return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode()
  } catch (cause) {
    throw new ServiceError(
      'undecodable_text',
      `The file says that it is ${encoding.toUpperCase()}, but parts of it are not. Save it again as “CSV UTF-8” and upload that.`,
      { cause },
    )
  }
}

/** The bytes that Windows-1252 leaves undefined, as the decoder shows them. */
const undefinedInWindows1252 = /[\u0081\u008D\u008F\u0090\u009D]/

function refuseNonText(text: string, encoding: Encoding): void {
  if (text.includes('\0')) throw containsNul()
  if (encoding === 'windows-1252' && undefinedInWindows1252.test(text)) {
    throw new ServiceError(
      'undecodable_text',
      'The text is neither UTF-8 nor Windows-1252. Save the file as “CSV UTF-8” and upload that.',
    )
  }
}

export function containsNul(): ServiceError {
  return new ServiceError(
    'not_csv',
    'The file is not text: it contains NUL bytes. Save it as “CSV UTF-8” and upload that.',
  )
}
