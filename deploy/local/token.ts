import { createHmac } from 'node:crypto'

const scopes = ['catalog:read', 'catalog:import', 'catalog:export', 'catalog:stock'] as const

export interface Claims {
  storefrontId: string
  scopes?: readonly string[]
  /** Seconds from now; negative for an expired one. */
  lifetimeS?: number
  /** Further claims, or replacements. */
  extra?: Record<string, unknown>
}

/** A bearer token for a gateway with CATALOG_AUTH_SECRET: a JWT signed with HS256. */
export function signToken(
  secret: string,
  { storefrontId, scopes: granted = scopes, lifetimeS = 3600, extra = {} }: Claims,
): string {
  const now = Math.floor(Date.now() / 1000)
  const header = { alg: 'HS256', typ: 'JWT' }
  const claims = {
    sub: 'local',
    name: 'Local merchant',
    storefront_id: storefrontId,
    scope: granted.join(' '),
    iat: now,
    exp: now + lifetimeS,
  }
  const signed = [header, { ...claims, ...extra }]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}
