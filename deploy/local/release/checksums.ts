import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { runQuietly } from '../commands.ts'
import { presentTool } from '../tools.ts'

const checksums = 'SHA256SUMS'

/** Writes the checksums of all files in a folder, in the format of `sha256sum --check`. */
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
 * Signs the checksums, and so all files and the digests of all images, with the key in COSIGN_KEY, whose password is in
 * COSIGN_PASSWORD.
 */
export async function signWithCosign(folder: string): Promise<string> {
  const key = process.env.COSIGN_KEY
  if (key === undefined) return 'NOT signed, as COSIGN_KEY names no key'
  const file = join(folder, checksums)
  const offline = ['--use-signing-config=false', '--tlog-upload=false']
  const bundle = `${file}.sigstore.json`
  // With our own key, nothing is sent to a public log.
  const cosign = presentTool('cosign') ?? 'cosign'
  await runQuietly(cosign, ['sign-blob', '--yes', ...offline, '--key', key, '--bundle', bundle, file])
  return basename(bundle)
}
