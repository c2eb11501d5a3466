import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Holds everything that a start keeps: `.catalog` in the repository, unless CATALOG_LOCAL_HOME names another folder. */
export const home = resolve(
  process.env.CATALOG_LOCAL_HOME ?? fileURLToPath(new URL('../../.catalog', import.meta.url)),
)

export interface Secrets {
  /** Signs the tokens. */
  auth: string
  /** Of the database role of export-service. */
  reader: string
}

/** Made at the first start, kept for the later ones, readable by the owner only. */
export async function readSecrets(): Promise<Secrets> {
  const file = join(home, 'secrets.json')
  const known = await readFile(file, 'utf8').catch(() => null)
  if (known !== null) return JSON.parse(known)
  const secrets = {
    auth: randomBytes(32).toString('base64url'),
    reader: randomBytes(18).toString('base64url'),
  }
  await mkdir(home, { recursive: true })
  await writeFile(file, JSON.stringify(secrets), { mode: 0o600 })
  return secrets
}

export interface LocalSettings {
  base_url: string
  token: string
  storefront_id: string
  other_token: string
  other_storefront_id: string
}

/** `.catalog/local.json`: where the system of the last start answers, and tokens for two storefronts. */
export async function writeLocalSettings(settings: LocalSettings): Promise<void> {
  const file = join(home, 'local.json')
  // Whole or not at all: scripts wait for it.
  await writeFile(`${file}.new`, `${JSON.stringify(settings, null, 2)}\n`, { mode: 0o600 })
  await rename(`${file}.new`, file)
}

/** Nobody is to take the settings of a start that is over for those of one that runs. */
export async function removeLocalSettings(): Promise<void> {
  await rm(join(home, 'local.json'), { force: true })
}
