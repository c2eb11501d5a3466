import type { Parts } from '../workbook/find-parts.ts'
import { explainParts, partName } from '../workbook/part-names.ts'
import { damaged, protectedByPassword, tooMuch } from '../workbook/unreadable.ts'
import type { XmlReader } from '../workbook/xml.ts'

/** A workbook has some twenty. */
const maxParts = 1_000
/** Bytes of all parts that are read, unpacked, at most: they pass through, but for texts and styles. */
const maxUnpackedBytes = 500 * 1024 * 1024

interface Entry {
  isEncrypted: boolean
  method: number
  checksum: number
  packed: number
  unpacked: number
  at: number
}

/**
 * The parts of a workbook in a browser, which has none of Node’s modules. Reads what spreadsheet programs write; any other
 * archive is damaged.
 */
export class ZipParts implements Parts {
  readonly #bytes: Uint8Array<ArrayBuffer>
  readonly #view: DataView
  readonly #entries = new Map<string, Entry>()
  #left = maxUnpackedBytes

  /** @throws ServiceError unreadable_workbook */
  constructor(bytes: Uint8Array<ArrayBuffer>) {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    try {
      this.#readDirectory()
    } catch (error) {
      throw damaged(error)
    }
  }

  has(part: string): boolean {
    return this.#entries.has(partName(part))
  }

  async read(part: string, reader: XmlReader): Promise<void> {
    for await (const chunk of this.unpack(part)) if (!reader.isDone) reader.write(chunk)
    if (!reader.isDone) reader.end()
  }

  /** @throws ServiceError unreadable_workbook, too_complex */
  async *unpack(part: string): AsyncGenerator<Uint8Array> {
    const entry = this.#entries.get(partName(part))
    if (!entry) throw damaged(`there is no ${part}`)
    if (entry.isEncrypted) throw protectedByPassword()
    let checksum = ~0
    let size = 0
    for await (const chunk of this.#chunksOf(entry)) {
      size += chunk.length
      this.#left -= chunk.length
      if (this.#left < 0) throw tooMuch(`more than ${maxUnpackedBytes / 1024 / 1024} MB once it is unpacked`)
      if (size > entry.unpacked) throw damaged('a size')
      for (const byte of chunk) checksum = (checksum >>> 8) ^ (remainders[(checksum ^ byte) & 0xff] ?? 0)
      yield chunk
    }
    if (~checksum >>> 0 !== entry.checksum || size !== entry.unpacked) throw damaged('a checksum')
  }

  explain(): Error {
    return explainParts((part) => this.has(part))
  }

  #readDirectory(): void {
    const view = this.#view
    const end = this.#findEnd()
    const count = view.getUint16(end + 10, true)
    if (count > maxParts) throw new Error('it has too many parts')
    let at = view.getUint32(end + 16, true)
    for (let index = 0; index < count; index++) {
      if (view.getUint32(at, true) !== 0x02014b50) throw new Error('its directory is cut')
      const nameLength = view.getUint16(at + 28, true)
      const name = partName(new TextDecoder().decode(this.#bytes.subarray(at + 46, at + 46 + nameLength)))
      const entry: Entry = {
        isEncrypted: (view.getUint16(at + 8, true) & 1) === 1,
        method: view.getUint16(at + 10, true),
        checksum: view.getUint32(at + 16, true),
        packed: view.getUint32(at + 20, true),
        unpacked: view.getUint32(at + 24, true),
        at: view.getUint32(at + 42, true),
      }
      if (!this.#entries.has(name)) this.#entries.set(name, entry)
      at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
    }
  }

  #findEnd(): number {
    const last = this.#bytes.length - 22
    for (let at = last; at >= Math.max(0, last - 0xffff); at--) {
      const isEnd = this.#view.getUint32(at, true) === 0x06054b50
      if (isEnd && at + 22 + this.#view.getUint16(at + 20, true) === this.#bytes.length) return at
    }
    throw new Error('it has no end')
  }

  async *#chunksOf({ method, packed, at }: Entry): AsyncGenerator<Uint8Array> {
    try {
      if (this.#view.getUint32(at, true) !== 0x04034b50 || (method !== 0 && method !== 8))
        throw new Error('a part is not where it should be')
      const start = at + 30 + this.#view.getUint16(at + 26, true) + this.#view.getUint16(at + 28, true)
      const stored = new Blob([this.#bytes.subarray(start, start + packed)]).stream()
      const reader = (
        method === 0 ? stored : stored.pipeThrough(new DecompressionStream('deflate-raw'))
      ).getReader()
      try {
        for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value
      } finally {
        await reader.cancel()
      }
    } catch (error) {
      throw damaged(error)
    }
  }
}

/** Of the checksum of ZIP, by byte. */
const remainders = Uint32Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte
  for (let bit = 0; bit < 8; bit++) remainder = (remainder >>> 1) ^ (remainder & 1 ? 0xedb88320 : 0)
  return remainder
})
