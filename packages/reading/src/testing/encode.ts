import type { TextEncoding } from '@catalog/contracts'

const tables = new Map<TextEncoding, Map<string, number[]>>()

/** Encodes a text with one or two bytes per character. */
export function encode(text: string, encoding: TextEncoding): Buffer {
  const table = tables.get(encoding) ?? inverted(encoding)
  tables.set(encoding, table)
  return Buffer.from(
    Array.from(text).flatMap((character) => {
      const bytes = table.get(character)
      if (!bytes) throw new Error(`${encoding} has no ${character}`)
      return bytes
    }),
  )
}

function inverted(encoding: TextEncoding): Map<string, number[]> {
  const table = new Map<string, number[]>()
  const add = (bytes: number[]) => {
    const text = new TextDecoder(encoding).decode(Uint8Array.from(bytes))
    if (Array.from(text).length === 1 && text !== '\ufffd' && !table.has(text)) table.set(text, bytes)
  }
  for (let first = 0; first < 256; first++) add([first])
  for (let first = 0x80; first < 256; first++) {
    for (let second = 0x40; second < 256; second++) add([first, second])
  }
  return table
}
