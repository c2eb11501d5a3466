import { readFile, rename, writeFile } from 'node:fs/promises'

/**
 * Writes a file that appears completely or not at all, even if the process or the machine fails. Readable by the owner
 * only.
 */
export async function writeWhole(path: string, text: string): Promise<void> {
  const fresh = `${path}.new`
  await writeFile(fresh, text, { mode: 0o600, flush: true })
  await rename(fresh, path)
}

/** The object in a JSON file; null if there is no file, or it is incomplete. */
export async function readWhole(path: string): Promise<object | null> {
  const text = await readFile(path, 'utf8').catch(() => '')
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}
