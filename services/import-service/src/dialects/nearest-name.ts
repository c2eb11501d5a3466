/** The name that a misspelt or shortened one probably means; null if none is near. */
export function nearestName(name: string, names: readonly string[]): string | null {
  const words = name.split(/[_ ]/)
  const containing = names.filter((known) => words.every((word) => known.split(/[_ ]/).includes(word)))
  if (containing.length > 0) {
    return containing.reduce((best, known) => (known.length < best.length ? known : best))
  }
  const limit = Math.min(3, Math.floor(name.length / 3))
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

/** The Levenshtein distance. */
export function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const current = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      current.push(Math.min(replaced, (previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1))
    }
    previous = current
  }
  return previous[b.length] ?? 0
}
