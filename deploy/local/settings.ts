import { randomBytes } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readWhole, writeWhole } from './whole-files.ts'

/** Folder for all of a start's files: `.catalog` in the repository, unless CATALOG_LOCAL_HOME names another. */
export const home = resolve(
  process.env.CATALOG_LOCAL_HOME ?? fileURLToPath(new URL('../../.catalog', import.meta.url)),
)

export interface Secrets {
  /** Signs the tokens. */
  auth: string
  /** Password of export-service's database login. */
  reader: string
}

/**
 * Created at the first start, stored for later ones, readable by the owner only. Created again if they cannot be read.
 */
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

/** As in the environment of import-service. */
export interface OperatorSettings {
  CATALOG_DATABASE_URL: string
  CATALOG_DATABASE_SCHEMA: string
  CATALOG_NATS_URL: string
}

const operatorFile = join(home, 'operator.json')

/** `.catalog/local.json`: the address of the system of the last start, and tokens for two storefronts. */
export async function writeLocalSettings(settings: LocalSettings): Promise<void> {
  // Complete or not at all, because scripts wait for it.
  await writeWhole(join(home, 'local.json'), `${JSON.stringify(settings, null, 2)}\n`)
}

/** `.catalog/operator.json`: environment variables for operators' commands such as `npm run erase`. */
export async function writeOperatorSettings(settings: OperatorSettings): Promise<void> {
  await writeWhole(operatorFile, JSON.stringify(settings))
}

/** Null if no start is running. */
export async function readOperatorSettings(): Promise<OperatorSettings | null> {
  const settings = await readWhole(operatorFile)
  return areOperatorSettings(settings) ? settings : null
}

function areOperatorSettings(settings: object | null): settings is OperatorSettings {
  return settings !== null && 'CATALOG_DATABASE_URL' in settings && 'CATALOG_NATS_URL' in settings
}

/** Settings of a start that has ended must not be taken for those of a running one. */
export async function removeLocalSettings(): Promise<void> {
  for (const file of [join(home, 'local.json'), operatorFile]) await rm(file, { force: true })
}
