import { randomBytes } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readWhole, writeWhole } from './whole-files.ts'

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

/** Made at the first start, kept for the later ones, readable by the owner only. Made again where they cannot be read. */
export async function readSecrets(): Promise<Secrets> {
  const file = join(home, 'secrets.json')
  const known = await readWhole(file)
  if (areSecrets(known)) return known
  const secrets = {
    auth: randomBytes(32).toString('base64url'),
    reader: randomBytes(18).toString('base64url'),
  }
  await mkdir(home, { recursive: true })
  await writeWhole(file, JSON.stringify(secrets))
  return secrets
}

function areSecrets(value: object | null): value is Secrets {
  return value !== null && 'auth' in value && 'reader' in value
}

export interface LocalSettings {
  base_url: string
  token: string
  storefront_id: string
  other_token: string
  other_storefront_id: string
}

/** As the environment of import-service has them. */
export interface OperatorSettings {
  CATALOG_DATABASE_URL: string
  CATALOG_NATS_URL: string
}

const operatorFile = join(home, 'operator.json')

/** `.catalog/local.json`: where the system of the last start answers, and tokens for two storefronts. */
export async function writeLocalSettings(settings: LocalSettings): Promise<void> {
  // Scripts wait for it.
  await writeWhole(join(home, 'local.json'), `${JSON.stringify(settings, null, 2)}\n`)
}

/** `.catalog/operator.json`: what the commands of an operator need of the environment, here those of `npm run erase`. */
export async function writeOperatorSettings(settings: OperatorSettings): Promise<void> {
  await writeWhole(operatorFile, JSON.stringify(settings))
}

/** Null where no start runs. */
export async function readOperatorSettings(): Promise<OperatorSettings | null> {
  const settings = await readWhole(operatorFile)
  return areOperatorSettings(settings) ? settings : null
}

function areOperatorSettings(settings: object | null): settings is OperatorSettings {
  return settings !== null && 'CATALOG_DATABASE_URL' in settings && 'CATALOG_NATS_URL' in settings
}

/** Nobody is to take the settings of a start that is over for those of one that runs. */
export async function removeLocalSettings(): Promise<void> {
  for (const file of [join(home, 'local.json'), operatorFile]) await rm(file, { force: true })
}
