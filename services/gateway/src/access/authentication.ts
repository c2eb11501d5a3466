import { readClaims } from '@catalog/catalog/scopes'
import type { ClaimNames } from '@catalog/catalog/scopes'
import { ServiceError, StorefrontId } from '@catalog/contracts'
import { createRemoteJWKSet, errors, jwtVerify } from 'jose'
import type { JWTPayload, JWTVerifyGetKey, JWTVerifyOptions } from 'jose'
import type { Config } from '../config.ts'
import type { Caller, Middleware } from '../context.ts'
import { visibleName } from '../visible-text.ts'

/** Reads the bearer token of endpoints that require one. */
export function authenticate(verify: VerifyToken): Middleware {
  return async (ctx, next) => {
    if (ctx.state.endpoint?.scope) ctx.state.caller = await verify(bearerToken(ctx.get('Authorization')))
    await next()
  }
}

/** @throws ServiceError `unauthenticated`; `unavailable` if the platform's keys cannot be fetched */
export type VerifyToken = (token: string) => Promise<Caller>

/** Where this platform's tokens name storefront and scopes. */
export function claimNamesOf(config: Config): ClaimNames {
  return {
    storefront: config.CATALOG_AUTH_STOREFRONT_CLAIM,
    scope: config.CATALOG_AUTH_SCOPE_CLAIM,
    prefix: config.CATALOG_AUTH_SCOPE_PREFIX,
  }
}

interface KeySetOptions {
  /** After the keys were fetched, how long an unknown key does not cause another fetch, in milliseconds. */
  cooldownMs?: number
  /** How long fetching the keys may take, in milliseconds. */
  timeoutMs?: number
  /** How often the keys are fetched while tokens arrive, in milliseconds; those that it has serve meanwhile. */
  renewEveryMs?: number
  /** Called if keys cannot be renewed; those that were fetched before are kept. */
  onNotRenewed?: (error: unknown) => void
}

/** How long keys serve that cannot be renewed. */
const keysLastMs = 12 * 60 * 60_000

export function tokenVerifier(
  config: Config,
  {
    cooldownMs = 5_000,
    timeoutMs = 5_000,
    renewEveryMs = 60_000,
    onNotRenewed = () => {},
  }: KeySetOptions = {},
): VerifyToken {
  const keySetUrl = config.CATALOG_AUTH_JWKS_URL
  const options: JWTVerifyOptions = {
    // The list is fixed here, never taken from the token, and `none` is never on it.
    algorithms: config.CATALOG_AUTH_ALGORITHMS ?? (keySetUrl === undefined ? ['HS256'] : ['RS256', 'ES256']),
    requiredClaims: ['exp', 'sub'],
    ...(config.CATALOG_AUTH_ISSUER !== undefined && { issuer: config.CATALOG_AUTH_ISSUER }),
    ...(config.CATALOG_AUTH_AUDIENCE !== undefined && { audience: config.CATALOG_AUTH_AUDIENCE }),
  }
  const secrets = [config.CATALOG_AUTH_SECRET, config.CATALOG_AUTH_PREVIOUS_SECRET]
  const keys =
    keySetUrl === undefined
      ? secrets.filter((secret) => secret !== undefined).map(secretKey)
      : [keySet(keySetUrl, { cooldownMs, timeoutMs, renewEveryMs, onNotRenewed })]

  const names = claimNamesOf(config)
  return async (token) => {
    try {
      return callerOf(await verifyWithAny(keys, token, options), names)
    } catch (error) {
      if (error instanceof ServiceError) throw error
      throw refusal(error)
    }
  }
}

function bearerToken(header: string): string {
  const [, token] = /^Bearer +([A-Za-z0-9._~+/=-]+) *$/i.exec(header) ?? []
  if (token === undefined) {
    throw new ServiceError('unauthenticated', 'Send "Authorization: Bearer" with a token of your storefront.')
  }
  return token
}

function secretKey(secret: string): JWTVerifyGetKey {
  const key = new TextEncoder().encode(secret)
  return () => key
}

function keySet(
  url: string,
  { cooldownMs, timeoutMs, renewEveryMs, onNotRenewed }: Required<KeySetOptions>,
): JWTVerifyGetKey {
  const find = createRemoteJWKSet(new URL(url), {
    cooldownDuration: cooldownMs,
    timeoutDuration: timeoutMs,
    cacheMaxAge: keysLastMs,
  })
  let lastRenewal = -Infinity
  return async (header, token) => {
    if (Date.now() >= lastRenewal + renewEveryMs) {
      lastRenewal = Date.now()
      if (find.fresh) find.reload().catch(onNotRenewed)
    }
    try {
      return await find(header, token)
    } catch (error) {
      if (isTokensFault(error)) throw error
      throw new ServiceError('unavailable', 'Try again shortly: tokens cannot be checked at the moment.', {
        cause: error,
        retryAfterS: 5,
      })
    }
  }
}

/** While a secret is changed, either of two may be the one. */
async function verifyWithAny(
  keys: readonly JWTVerifyGetKey[],
  token: string,
  options: JWTVerifyOptions,
): Promise<JWTPayload> {
  for (const [at, key] of keys.entries()) {
    try {
      return await verifyPayload(token, key, options)
    } catch (error) {
      if (at === keys.length - 1) throw error
      onlyWrongKey(error)
    }
  }
  throw new Error('there is no key to check tokens with')
}

async function verifyPayload(
  token: string,
  key: JWTVerifyGetKey,
  options: JWTVerifyOptions,
): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(token, key, options)
    return payload
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error
    // During a rotation of keys without a `kid`, any of them may be the one.
    for await (const candidate of error) {
      const verified = await jwtVerify(token, candidate, options).catch(onlyWrongKey)
      if (verified) return verified.payload
    }
    throw error
  }
}

function onlyWrongKey(error: unknown): undefined {
  if (!(error instanceof errors.JWSSignatureVerificationFailed)) throw error
}

/** Whether the token is to blame; any other error while looking for a key is the key server's. */
function isTokensFault(error: unknown): boolean {
  return (
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JWKSMultipleMatchingKeys ||
    error instanceof errors.JOSENotSupported ||
    error instanceof errors.JWSInvalid
  )
}

function callerOf(payload: JWTPayload, names: ClaimNames): Caller {
  const { sub, name } = payload
  const claims = readClaims(payload, names)
  const storefrontId = StorefrontId.safeParse(claims.storefrontId)
  if (!storefrontId.success) {
    throw new ServiceError(
      'unauthenticated',
      `The token has no valid ${names.storefront}. Sign in again, or ask for another token.`,
    )
  }
  if (typeof sub !== 'string' || sub === '') {
    throw new ServiceError(
      'unauthenticated',
      'The token has no subject (sub). Sign in again, or ask for another token.',
    )
  }
  return {
    person: { sub: visibleName(sub) ?? '', name: typeof name === 'string' ? visibleName(name) : null },
    storefrontId: storefrontId.data,
    scopes: new Set(claims.scopes),
  }
}

function refusal(error: unknown): ServiceError {
  const detail =
    error instanceof errors.JWTExpired
      ? 'The token has expired. Sign in again.'
      : 'The token is not valid. Sign in again.'
  return new ServiceError('unauthenticated', detail, { cause: error })
}
