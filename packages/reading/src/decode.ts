import { TextDecoder } from 'node:util'
import type { TextEncoding } from '@catalog/contracts'
import { NotText } from './not-text.ts'

/** Decodes bytes chunk by chunk; called without bytes at the end. */
export type Decoder = (bytes?: Buffer) => string

/** @throws NotText unless `lenient`. UTF-8 is checked by its reader. */
export function decoderFor(encoding: TextEncoding, { lenient = false } = {}): Decoder {
  const decoder = new TextDecoder(encoding, { ignoreBOM: true, fatal: !lenient && encoding !== 'utf-8' })
  return (bytes) => {
    const text = decode(decoder, bytes)
    if (lenient) return text
    if (text.includes('\0')) throw new NotText('nul')
    if (encoding.startsWith('windows-') && undefinedInWindows.test(text)) throw new NotText('undecodable')
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

/** The bytes that Windows-1252 leaves undefined, as the decoder returns them. */
const undefinedInWindows = /[\u0080-\u009F]/
