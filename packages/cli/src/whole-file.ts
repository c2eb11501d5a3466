import { randomUUID } from 'node:crypto'
import { createWriteStream, rmSync } from 'node:fs'
import type { Stats } from 'node:fs'
import { chmod, chown, lstat, open, readlink, realpath, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { types } from 'node:util'
import { CommandError } from './failures.ts'
import { reasonOf } from './settings.ts'

type Source = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/**
 * Writes a file completely or not at all: under a temporary name next to it, which is renamed once all bytes are on the
 * disk. An earlier file of the name stays until then, and leaves its mode and, if possible, its owner. A link stays,
 * and the file that it names is written. What is no regular file (a device, a pipe) is written as the bytes arrive.
 * @throws CommandError if it cannot be written; what the source throws
 */
export async function writeWholeFile(file: string, source: Source): Promise<void> {
  try {
    const { path, stats } = await findTarget(file)
    if (stats === undefined || stats.isFile()) await replaceFile(path, stats, source)
    else await writeInPlace(file, source)
  } catch (error) {
    if (!isOfFileSystem(error)) throw error
    throw new CommandError(`${file} cannot be written: ${reasonOf(error)}.`, { cause: error })
  }
}

interface Target {
  path: string
  /** Undefined if there is nothing yet. */
  stats: Stats | undefined
}

/** What the path names, through links, one of which may name a file that is yet to be made. */
async function findTarget(file: string): Promise<Target> {
  const stats = await stat(file).catch(undefinedIfMissing)
  if (stats !== undefined) return { path: stats.isFile() ? await realpath(file) : file, stats }
  const isLink = (await lstat(file).catch(undefinedIfMissing)) !== undefined
  return isLink ? await findTarget(resolve(dirname(file), await readlink(file))) : { path: file, stats }
}

async function replaceFile(file: string, earlier: Stats | undefined, source: Source): Promise<void> {
  const own = join(dirname(file), `.${basename(file)}.${randomUUID()}.part`)
  const abandon = (signal: NodeJS.Signals) => {
    rmSync(own, { force: true })
    process.kill(process.pid, signal)
  }
  for (const signal of signals) process.once(signal, abandon)
  try {
    // Nobody may read meanwhile what only the owner of the earlier file could read.
    const handle = await open(own, 'wx', earlier && 0o600)
    // Open before anything can fail: a stream that is destroyed while it opens a file makes it after this removes it.
    await pipeline(source, handle.createWriteStream({ flush: true }))
    if (earlier !== undefined) {
      await chown(own, earlier.uid, earlier.gid).catch(ignoreIfForbidden)
      await chmod(own, earlier.mode & 0o777)
    }
    await rename(own, file)
  } catch (error) {
    await rm(own, { force: true })
    throw error
  } finally {
    for (const signal of signals) process.off(signal, abandon)
  }
}

async function writeInPlace(file: string, source: Source): Promise<void> {
  let hasBegun = false
  const noted = async function* () {
    for await (const bytes of source) {
      hasBegun = true
      yield bytes
    }
  }
  try {
    await pipeline(noted, createWriteStream(file))
  } catch (error) {
    if (!hasBegun || isOfFileSystem(error)) throw error
    // It cannot be taken back: another attempt would write the beginning twice.
    throw new Error(`${file} received only the beginning: ${reasonOf(error)}`, { cause: error })
  }
}

function undefinedIfMissing(error: unknown): undefined {
  if (!hasCode(error, 'ENOENT')) throw error
}

/** Only root can give a file away. */
function ignoreIfForbidden(error: unknown): void {
  if (!hasCode(error, 'EPERM')) throw error
}

function hasCode(error: unknown, code: string): boolean {
  return types.isNativeError(error) && 'code' in error && error.code === code
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

function isOfFileSystem(error: unknown): boolean {
  return types.isNativeError(error) && 'syscall' in error && 'path' in error
}
