import { readFile } from 'node:fs/promises'
import { readClaims, standardClaims } from '@catalog/catalog/scopes'
import { SignInError, UsageError } from './failures.ts'

export interface Settings {
  /** `https://catalog.example`, without a slash at the end. */
  url: string
  token: string
}

export interface ConnectionOptions {
  url?: string | undefined
  tokenFile?: string | undefined
  storefront?: string | undefined
}

type Environment = Record<string, string | undefined>

/**
 * The address of the service and the token. There is no option for the token itself: everybody on the machine can read
 * the arguments of a process.
 * @throws UsageError, or SignInError where the token is missing or wrong
 */
export async function readSettings(options: ConnectionOptions, env: Environment): Promise<Settings> {
  const url = readUrl(options.url ?? variable(env, 'CATALOG_URL'))
  const token = await readToken(options.tokenFile ?? variable(env, 'CATALOG_TOKEN_FILE'), env)
  const claim = variable(env, 'CATALOG_AUTH_STOREFRONT_CLAIM') ?? standardClaims.storefront
  refuseOtherStorefront(token, claim, options.storefront ?? variable(env, 'CATALOG_STOREFRONT'))
  return { url, token }
}

/** An empty variable counts as unset. */
function variable(env: Environment, name: string): string | undefined {
  return env[name] === '' ? undefined : env[name]
}

function readUrl(text: string | undefined): string {
  if (text === undefined) throw new UsageError('Say where the service is: --url, or CATALOG_URL.')
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    throw new UsageError(`“${text}” is not the address of a service, such as https://catalog.example.`)
  if (url.username !== '' || url.password !== '')
    throw new UsageError('The address of the service holds a user or a password: only a token signs in.')
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`
}

async function readToken(file: string | undefined, env: Environment): Promise<string> {
  const text = file === undefined ? variable(env, 'CATALOG_TOKEN') : await readTokenFile(file)
  if (text === undefined)
    throw new SignInError(
      'There is no token: set CATALOG_TOKEN, or name a file that holds it (--token-file).',
    )
  const token = text.trim()
  if (!/^[\w.~+/-]+=*$/.test(token))
    throw new SignInError('The token is empty, or holds characters that no token has.')
  return token
}

async function readTokenFile(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    throw new SignInError(`The file of the token cannot be read: ${reasonOf(error)}.`, { cause: error })
  }
}

/** The token decides whose catalog it is. Naming the storefront too keeps a wrong token from changing another one's. */
function refuseOtherStorefront(token: string, claim: string, expected: string | undefined): void {
  if (expected === undefined) return
  const storefront = storefrontOf(token, claim)
  if (storefront === expected) return
  throw new SignInError(
    storefront === undefined
      ? 'The token does not say of which storefront it is.'
      : `The token is of the storefront “${storefront}”, not of “${expected}”.`,
  )
}

function storefrontOf(token: string, claim: string): string | undefined {
  try {
    const payload = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()
    return readClaims({ ...JSON.parse(payload) }, { ...standardClaims, storefront: claim }).storefrontId
  } catch {
    return undefined
  }
}

/** The middle of an error message of the file system, “ENOENT: no such file or directory, open 'x'”. */
export function reasonOf(error: unknown): string {
  return /(?:^|: )[A-Z0-9]+: ([^,]+)/.exec(String(error))?.[1] ?? String(error)
}
