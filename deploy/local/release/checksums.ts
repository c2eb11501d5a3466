import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { runQuietly } from '../commands.ts'

const checksums = 'SHA256SUMS'

/** Writes the checksums of all files in a folder beside them, as `sha256sum --check` reads them. */
export async function hashFiles(folder: string): Promise<void> {
  const lines: string[] = []
  for (const name of (await readdir(folder)).toSorted()) {
    const hash = createHash('sha256')
    await pipeline(createReadStream(join(folder, name)), hash)
    lines.push(`${hash.digest('hex')}  ${name}\n`)
  }
  await writeFile(join(folder, checksums), lines.join(''))
}

/**
 * Signs the checksums, and with them all files and the digests of all images, by the key that COSIGN_KEY names; its
 * password is COSIGN_PASSWORD.
 */
export async function signWithCosign(folder: string): Promise<string> {
  const key = process.env.COSIGN_KEY
  if (key === undefined) return 'NOT signed, as COSIGN_KEY names no key'
  const file = join(folder, checksums)
  const offline = ['--use-signing-config=false', '--tlog-upload=false']
  const bundle = `${file}.sigstore.json`
  // A key of our own is its own proof; nothing is said to a public log.
  await runQuietly('cosign', ['sign-blob', '--yes', ...offline, '--key', key, '--bundle', bundle, file])
  return basename(bundle)
}
