export interface PartsSearch {
  /** The part before was just applied: the next one is uploaded at once. */
  next?: true
}

export function readPartsSearch({ next }: Record<string, unknown>): PartsSearch {
  return next === true ? { next } : {}
}
