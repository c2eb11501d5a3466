import { distance as editDistance } from 'fastest-levenshtein'

/** The name that a misspelt or shortened one probably means; null if none is near. */
export function nearestName(name: string, names: readonly string[]): string | null {
  const words = name.split(/[_ ]/)
  const containing = names.filter((known) => words.every((word) => known.split(/[_ ]/).includes(word)))
  if (containing.length > 0) {
    return containing.reduce((best, known) => (known.length < best.length ? known : best))
  }
  return misspelt(name, names, Math.min(3, Math.floor(name.length / 3)))
}

/** The nearest name that differs by at most `limit` letters; null if there is none. */
export function misspelt(name: string, names: readonly string[], limit: number): string | null {
  let nearest: { name: string; distance: number } | undefined
  for (const known of names) {
    if (Math.abs(known.length - name.length) > limit) continue
    const distance = editDistance(name, known)
    if (distance <= limit && (!nearest || distance < nearest.distance)) nearest = { name: known, distance }
  }
  return nearest?.name ?? null
}

/** The same for names in a vendor's spelling: `name` is compared without regard to case. */
export function nearestHeader(name: string, spelled: readonly string[]): string | null {
  const names = spelled.map((known) => known.toLowerCase())
  const nearest = nearestName(name.toLowerCase(), names)
  return nearest === null ? null : (spelled[names.indexOf(nearest)] ?? null)
}
