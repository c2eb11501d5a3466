export interface PartsSearch {
  /** The previous part was just applied: the next one is uploaded at once. */
  next?: true
}

export function readPartsSearch({ next }: Record<string, unknown>): PartsSearch {
  return next === true ? { next } : {}
}
