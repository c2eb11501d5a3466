import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { mkdir, open, opendir, readdir, rename, rm, rmdir, stat } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { codeOf } from '../error-code.ts'
import { objectBody } from './object-body.ts'
import { checkKey } from './object-store.ts'
import type { ObjectStore, StoredObject } from './object-store.ts'
import { toObjectStoreError } from './object-store-error.ts'

/** Stores objects as files below a folder, which it creates if necessary. For a single machine, and for tests. */
export async function openFilesystemStore(folder: string): Promise<ObjectStore> {
  const root = resolve(folder)
  // Objects' keys never begin with a dot.
  const unfinished = join(root, '.unfinished')
  await mkdir(unfinished, { recursive: true })
  await removeLeftovers(unfinished)

  return {
    async put(key, bytes) {
      checkKey(key)
      const temporary = join(unfinished, randomUUID())
      try {
        await write(temporary, bytes)
        await moveInto(join(root, key), temporary)
      } catch (error) {
        await rm(temporary, { force: true })
        throw toObjectStoreError(error)
      }
    },

    async get(key) {
      checkKey(key)
      try {
        const file = await openIfThere(join(root, key))
        return file === null ? null : await describe(file)
      } catch (error) {
        throw toObjectStoreError(error)
      }
    },

    async deleteBelow(key, limit) {
      checkKey(key)
      const path = join(root, key)
      try {
        const deleted = await removeFiles(path, limit)
        if (deleted > 0) await sync(dirname(path))
        return deleted
      } catch (error) {
        throw toObjectStoreError(error)
      }
    },

    async listBelow(key, after, limit) {
      checkKey(key)
      try {
        const found: string[] = []
        for await (const name of walk(join(root, key), '', after)) {
          if (found.push(name) === limit) break
        }
        return found
      } catch (error) {
        throw toObjectStoreError(error)
      }
    },
  }
}

/** The files below the folder in the order of their keys' bytes, those after `after`. */
async function* walk(folder: string, prefix: string, after: string): AsyncGenerator<string> {
  const entries = (await readdir(folder, { withFileTypes: true }).catch(nullIfMissing)) ?? []
  const names = entries.map((entry) => `${prefix}${entry.name}${entry.isDirectory() ? '/' : ''}`)
  for (const name of names.toSorted((a, b) => (a < b ? -1 : 1))) {
    if (!name.endsWith('/')) {
      if (name > after) yield name
    } else if (name > after || after.startsWith(name)) {
      yield* walk(join(folder, name.slice(prefix.length)), name, after)
    }
  }
}

const leftoverAgeMs = 60 * 60 * 1000

/** Removes incomplete files of a killed process; younger ones may belong to a running process. */
async function removeLeftovers(unfinished: string): Promise<void> {
  for (const name of await readdir(unfinished)) {
    const path = join(unfinished, name)
    const entry = await stat(path).catch(nullIfMissing)
    if (entry !== null && Date.now() - entry.mtimeMs > leftoverAgeMs) await rm(path, { force: true })
  }
}

async function write(path: string, bytes: Uint8Array): Promise<void> {
  await using file = await open(path, 'wx')
  await file.writeFile(bytes)
  // Before the file gets its name: after a power failure, a file is complete or does not exist.
  await file.datasync()
}

async function moveInto(path: string, temporary: string): Promise<void> {
  const folder = dirname(path)
  try {
    await rename(temporary, path)
  } catch (error) {
    if (!isMissing(error)) throw error
    const firstMade = await mkdir(folder, { recursive: true })
    await rename(temporary, path)
    if (firstMade !== undefined) await syncMade(folder, firstMade)
  }
  // The name is synced too: an image that is settled as fetched is not fetched again.
  await sync(folder)
}

/** Syncs the names of folders that were just created, up to the first of them. */
async function syncMade(folder: string, first: string): Promise<void> {
  for (let made = folder; made.length >= first.length; made = dirname(made)) await sync(dirname(made))
}

async function sync(folder: string): Promise<void> {
  // Windows cannot open folders, and stores names without this.
  if (process.platform === 'win32') return
  await using handle = await open(folder, constants.O_RDONLY)
  await handle.sync()
}

/** Deletes up to `limit` files and the folders that become empty, including the first one. */
async function removeFiles(folder: string, limit: number): Promise<number> {
  const entries = await opendir(folder).catch(nullIfMissing)
  if (entries === null) return 0
  let removed = 0
  for await (const entry of entries) {
    if (removed === limit) return removed
    const path = join(folder, entry.name)
    if (entry.isDirectory()) removed += await removeFiles(path, limit - removed)
    else {
      await rm(path, { force: true })
      removed += 1
    }
  }
  await rmdir(folder).catch((error: unknown) => {
    // An object was stored there meanwhile, or another call deleted the folder first.
    if (codeOf(error) !== 'ENOTEMPTY' && !isMissing(error)) throw error
  })
  return removed
}

async function openIfThere(path: string): Promise<FileHandle | null> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW).catch(nullIfMissing)
  if (file === null) return null
  if ((await file.stat()).isFile()) return file
  await file.close()
  return null
}

async function describe(file: FileHandle): Promise<StoredObject> {
  const { size, mtimeNs, ino, mtime } = await file.stat({ bigint: true })
  const contentLength = Number(size)
  return {
    contentLength,
    etag: `"${ino.toString(36)}-${mtimeNs.toString(36)}-${size.toString(36)}"`,
    lastModified: mtime,
    body: readOut(file, contentLength),
  }
}

const chunkBytes = 256 * 1024

function readOut(file: FileHandle, contentLength: number): AsyncIterable<Uint8Array> {
  return objectBody(contentLength, {
    async read() {
      const chunk = Buffer.allocUnsafe(chunkBytes)
      const { bytesRead } = await file.read(chunk, 0, chunkBytes, null)
      return bytesRead > 0 ? chunk.subarray(0, bytesRead) : null
    },
    close: () => file.close(),
  })
}

function nullIfMissing(error: unknown): null {
  if (isMissing(error)) return null
  throw error
}

/** Also if a part of the path is a file, or the key names a link. */
function isMissing(error: unknown): boolean {
  const code = codeOf(error)
  return code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP'
}
