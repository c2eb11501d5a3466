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
} as const

export type Right = keyof typeof grantedBy
export const scopes = [...new Set(Object.values(grantedBy).flat())]

export function isGranted(right: Right, held: Iterable<string>): boolean {
  const all = new Set(held)
  return grantedBy[right].some((scope) => all.has(scope))
}
