/**
 * By what a request needs, the scopes of a token of which any one gives it. `drafts`: to read drafts and what an upload
 * uses.
 */
export const grantedBy = {
  'catalog:read': ['catalog:read'],
  drafts: ['catalog:read', 'catalog:propose', 'catalog:import'],
  'catalog:propose': ['catalog:propose', 'catalog:import'],
  'catalog:import': ['catalog:import'],
  'catalog:export': ['catalog:export'],
  'catalog:stock': ['catalog:stock'],
} as const

export type Right = keyof typeof grantedBy
export const scopes = [...new Set(Object.values(grantedBy).flat())]

export function isGranted(right: Right, held: Iterable<string>): boolean {
  const all = new Set(held)
  return grantedBy[right].some((scope) => all.has(scope))
}

/** Which claims of a token name its storefront and its scopes: a claim, or a path such as `realm_access.roles`. */
export interface ClaimNames {
  storefront: string
  scope: string
  /** What scopes of this system begin with; others grant nothing. */
  prefix: string
}

export const standardClaims: ClaimNames = { storefront: 'storefront_id', scope: 'scope', prefix: '' }

/** The storefront is undefined unless exactly one is named; whether it can be one is the caller's to check. */
export function readClaims(
  payload: Claims,
  { storefront, scope, prefix }: ClaimNames,
): { storefrontId: string | undefined; scopes: string[] } {
  const [storefrontId, ...others] = textsAt(payload, storefront)
  return {
    storefrontId: others.length === 0 ? storefrontId : undefined,
    scopes: textsAt(payload, scope)
      .filter((text) => text.startsWith(prefix))
      .map((text) => text.slice(prefix.length)),
  }
}

type Claims = Readonly<Record<string, unknown>>

/** Of a text separated by spaces, or of a list. */
function textsAt(payload: Claims, name: string): string[] {
  const claim = claimAt(payload, name)
  if (typeof claim === 'string') return claim.split(' ')
  return Array.isArray(claim) ? claim.filter((entry) => typeof entry === 'string') : []
}

/** The name comes first, since it may have dots itself: `https://shop.example/storefront`. */
function claimAt(payload: Claims, name: string): unknown {
  const path = Object.hasOwn(payload, name) ? [name] : name.split('.')
  return path.reduce<unknown>((at, part) => (hasClaim(at, part) ? at[part] : undefined), payload)
}

function hasClaim(value: unknown, name: string): value is Claims {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
}
