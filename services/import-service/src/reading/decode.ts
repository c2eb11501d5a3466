import { TextDecoder } from 'node:util'
import type { Encoding } from '@catalog/contracts'
import { NotText } from './not-text.ts'

/** Bytes to text, chunk by chunk; without bytes: the end. */
export type Decoder = (bytes?: Buffer) => string

/** Throws `NotText` unless `lenient`. UTF-8 is checked by its reader. */
export function decoderFor(encoding: Encoding, { lenient = false } = {}): Decoder {
  const decoder = new TextDecoder(encoding, {
    ignoreBOM: true,
    fatal: !lenient && encoding.startsWith('utf-16'),
  })
  return (bytes) => {
    const text = decode(decoder, bytes)
    if (!lenient) refuseNonText(text, encoding)
    return text
  }
}

function decode(decoder: TextDecoder, bytes: Buffer | undefined): string {
  try {
    return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode()
  } catch (cause) {
    throw new NotText('undecodable', { cause })
  }
}

/** The bytes that Windows-1252 leaves undefined, as the decoder shows them. */
export const undefinedInWindows1252 = /[\u0081\u008D\u008F\u0090\u009D]/

function refuseNonText(text: string, encoding: Encoding): void {
  if (text.includes('\0')) throw new NotText('nul')
  if (encoding === 'windows-1252' && undefinedInWindows1252.test(text)) throw new NotText('undecodable')
}
