/** `Y` in v2, `TRUE` in v3. */
export function isYes(word: string): boolean {
  return /^(?:y|yes|true|1)$/i.test(word)
}

export interface ImagePlace {
  isThumbnail: boolean
  /** Infinity if the file does not have it. */
  sort: number
}

export function imagePlace(isThumbnail: string, sort: string): ImagePlace {
  const number = sort === '' ? Number.NaN : Number(sort)
  return { isThumbnail: isYes(isThumbnail), sort: Number.isNaN(number) ? Infinity : number }
}

/** Orders the thumbnail first, then by sort order. */
export function compareImagePlaces(a: ImagePlace, b: ImagePlace): number {
  if (a.isThumbnail !== b.isThumbnail) return a.isThumbnail ? -1 : 1
  return a.sort === b.sort ? 0 : a.sort - b.sort
}
