import { readClaims } from '@catalog/catalog/scopes'
import type { ClaimNames } from '@catalog/catalog/scopes'

/** The claims of a token. Only for display: the gateway decides what it allows. */
export interface TokenClaims {
  storefrontId: string
  scopes: readonly string[]
  /** Milliseconds since 1970. */
  expiresAt: number
}

/** The token in the fragment of the address, as a sign-in returns it: `#token=…`. */
export function tokenInFragment(fragment: string): string | null {
  const token = new URLSearchParams(fragment.replace(/^#/, '')).get('token')
  return token === null || token.trim() === '' ? null : token.trim()
}

/** Null unless it is a token of a storefront: a JWT with `exp` that names one. */
export function readToken(token: string, names: ClaimNames): TokenClaims | null {
  const [, payload, signature] = token.split('.')
  if (payload === undefined || signature === undefined) return null
  const claims = parseJson(decodeBase64Url(payload))
  const { storefrontId, scopes } = readClaims(claims, names)
  if (storefrontId === undefined || typeof claims['exp'] !== 'number') return null
  return { storefrontId, expiresAt: claims['exp'] * 1000, scopes }
}

function decodeBase64Url(text: string): string {
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
      letter.charCodeAt(0),
    )
    return new TextDecoder().decode(bytes)
  } catch {
    return ''
  }
}

function parseJson(text: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {}
  } catch {
    return {}
  }
}
