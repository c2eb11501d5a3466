import { crc32 } from 'node:zlib'
import { fromBufferPromise } from 'yauzl'
import type { Entry, ZipFile } from 'yauzl'
import type { Parts } from './find-parts.ts'
import { explainParts, partName } from './part-names.ts'
import { damaged, protectedByPassword, saveAsWorkbook, tooMuch } from './unreadable.ts'
import type { XmlReader } from './xml.ts'

/** Bytes of all unpacked parts that are read, at most. */
export const maxUnpackedBytes = 100 * 1024 * 1024

const zipMarks = new Set(['504b0304', '504b0506', '504b0708'])
const compoundMark = 'd0cf11e0'

/** Whether these bytes begin a workbook or something similar: a ZIP archive, or an office file from before 2007. */
export function beginsWorkbook(bytes: Uint8Array): boolean {
  const mark = Buffer.from(bytes.subarray(0, 4)).toString('hex')
  return zipMarks.has(mark) || mark === compoundMark
}

/** The parts of a workbook, which are unpacked one at a time on demand. */
export class Archive implements Parts {
  readonly #zip: ZipFile
  readonly #entries: Map<string, Entry>
  #left = maxUnpackedBytes

  private constructor(zip: ZipFile, entries: Map<string, Entry>) {
    this.#zip = zip
    this.#entries = entries
  }

  /** @throws ServiceError unreadable_workbook */
  static async open(bytes: Buffer): Promise<Archive> {
    if (bytes.toString('hex', 0, 4) === compoundMark) throw explainCompound(bytes)
    const entries = new Map<string, Entry>()
    try {
      // As bytes: no file is written under these names, and some programs write `\` or a leading `/`.
      const zip = await fromBufferPromise(bytes, { decodeStrings: false })
      if (hasTwoDirectories(bytes, zip)) throw new Error('it has two directories')
      for await (const entry of zip.eachEntry()) {
        const name = partName(entry.fileNameRaw.toString())
        if (!entries.has(name)) entries.set(name, entry)
      }
      return new Archive(zip, entries)
    } catch (error) {
      throw damaged(error)
    }
  }

  has(part: string): boolean {
    return this.#entries.has(partName(part))
  }

  /** The first bytes, unpacked, of a part that is not read otherwise: fewer, or none, if it is damaged. */
  async head(part: string, length: number): Promise<Buffer> {
    const entry = this.#entries.get(partName(part))
    const chunks: Buffer[] = []
    let left = entry?.isEncrypted() === false ? length : 0
    try {
      if (entry && left > 0)
        for await (const chunk of await this.#zip.openReadStreamPromise(entry)) {
          chunks.push(chunk)
          left -= chunk.length
          if (left <= 0) break
        }
    } catch {
      // What is wrong with it is no error of the rest.
    }
    return Buffer.concat(chunks).subarray(0, length)
  }

  /**
   * Passes the part to its reader.
   * @throws ServiceError unreadable_workbook, too_complex
   */
  async read(part: string, reader: XmlReader): Promise<void> {
    for await (const chunk of this.#unpack(part)) {
      // The rest is unpacked to check the checksum.
      if (!reader.isDone) reader.write(chunk)
    }
    if (!reader.isDone) reader.end()
  }

  async *#unpack(part: string): AsyncGenerator<Buffer> {
    const entry = this.#entries.get(partName(part))
    if (!entry) throw damaged(`there is no ${part}`)
    if (entry.isEncrypted()) throw protectedByPassword()
    if (entry.uncompressedSize > this.#left) throw tooLarge()
    let checksum = 0
    for await (const chunk of this.#streamOf(entry)) {
      checksum = crc32(chunk, checksum)
      this.#left -= chunk.length
      if (this.#left < 0) throw tooLarge()
      yield chunk
    }
    if (checksum !== entry.crc32) throw damaged('a checksum')
  }

  async *#streamOf(entry: Entry): AsyncGenerator<Buffer> {
    try {
      yield* await this.#zip.openReadStreamPromise(entry)
    } catch (error) {
      throw damaged(error)
    }
  }

  explain(): Error {
    return explainParts((part) => this.has(part))
  }
}

/**
 * Whether the record of ZIP64 names another directory than the record at the end, so that other programs than this one
 * see another workbook, and another size.
 */
function hasTwoDirectories(bytes: Buffer, { comment, entryCount }: ZipFile): boolean {
  const end = bytes.length - 22 - comment.length
  if (end < 20 || bytes.readUInt32LE(end - 20) !== 0x07064b50) return false
  const record = Number(bytes.readBigUInt64LE(end - 12))
  const directory = Number(bytes.readBigUInt64LE(record + 48))
  const [entries, start] = [bytes.readUInt16LE(end + 10), bytes.readUInt32LE(end + 16)]
  // All bits are set where the record of ZIP64 has the value.
  return (entries !== 0xffff && entries !== entryCount) || (start !== 0xffffffff && start !== directory)
}

function tooLarge(): Error {
  return tooMuch(`more than ${maxUnpackedBytes / 1024 / 1024} MB once it is unpacked`)
}

/** Office files from before 2007, and newer ones with a password, use the same container. */
function explainCompound(bytes: Buffer): Error {
  return bytes.includes(Buffer.from('EncryptedPackage', 'utf16le'))
    ? protectedByPassword()
    : saveAsWorkbook('an old Excel workbook (.xls), or another office file of that time')
}
