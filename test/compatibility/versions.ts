/**
 * Whether `next` may contain breaking changes of `released`: before 1.0.0 with a higher minor version, from then on
 * with a higher major version (Semantic Versioning 2.0.0, items 4 and 8).
 * @param released,next as in `1.2.3`, or `1.2.3-dev` until it is released
 */
export function mayBreak(released: string, next: string): boolean {
  const [[major = 0, minor = 0], [nextMajor = 0, nextMinor = 0]] = [partsOf(released), partsOf(next)]
  return nextMajor > major || (major === 0 && nextMajor === 0 && nextMinor > minor)
}

function partsOf(version: string): number[] {
  return version.split('.').map(Number)
}
