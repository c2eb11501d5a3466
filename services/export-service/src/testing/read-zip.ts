import { buffer } from 'node:stream/consumers'
import { fromBufferPromise } from 'yauzl'

/**
 * The files of an archive.
 * @throws if it is incomplete
 */
export async function readZip(archive: Buffer): Promise<{ name: string; bytes: Buffer }[]> {
  const zip = await fromBufferPromise(archive)
  return Array.fromAsync(zip.eachEntry(), async (entry) => ({
    name: entry.fileName,
    bytes: await buffer(await zip.openReadStreamPromise(entry)),
  }))
}
