import { randomUUID } from 'node:crypto'
import { createWriteStream, rmSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { types } from 'node:util'
import { UsageError } from './failures.ts'
import { reasonOf } from './settings.ts'

/**
 * Writes a file completely or not at all: under a temporary name next to it, which is renamed once all bytes are on the
 * disk. An earlier file of the name stays until then.
 * @throws UsageError if it cannot be written; what the source throws
 */
export async function writeWholeFile(
  file: string,
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<void> {
  const own = join(dirname(file), `.${basename(file)}.${randomUUID()}.part`)
  const abandon = (signal: NodeJS.Signals) => {
    rmSync(own, { force: true })
    process.kill(process.pid, signal)
  }
  for (const signal of signals) process.once(signal, abandon)
  try {
    await pipeline(source, createWriteStream(own, { flags: 'wx', flush: true }))
    await rename(own, file)
  } catch (error) {
    await rm(own, { force: true })
    if (!isOfFileSystem(error)) throw error
    throw new UsageError(`${file} cannot be written: ${reasonOf(error)}.`, { cause: error })
  } finally {
    for (const signal of signals) process.off(signal, abandon)
  }
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

function isOfFileSystem(error: unknown): boolean {
  return types.isNativeError(error) && 'syscall' in error && 'path' in error
}
