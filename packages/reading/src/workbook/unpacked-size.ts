import { fromBufferPromise } from 'yauzl'

/** A workbook has some twenty, besides its pictures. These take 10 ms of the event loop. */
const maxParts = 1_000

/**
 * The unpacked bytes of all parts of an archive according to the directory from which it will be read; undefined if that
 * is damaged, or has too many parts to be looked through here. A part that turns out to be larger is not read further.
 */
export async function unpackedSize(bytes: Buffer): Promise<number | undefined> {
  try {
    const zip = await fromBufferPromise(bytes, { decodeStrings: false })
    if (zip.entryCount > maxParts) return undefined
    let size = 0
    for await (const { uncompressedSize } of zip.eachEntry()) size += uncompressedSize
    return size
  } catch {
    // The thread that reads it says what is wrong with it.
    return undefined
  }
}
