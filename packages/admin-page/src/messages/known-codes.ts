import type { FirstMessages, Messages } from './catalog.ts'

// Finds the message of a code; codes that the page does not know are `unknown`.

let tables: FirstMessages | undefined

/** Reads the keys from the loaded language: all languages have the same. */
export function learnCodes(messages: FirstMessages): void {
  tables = messages
}

export function knownProblem(code: string): keyof Messages['problems'] {
  return isKnown('problems', code) ? code : 'unknown'
}

export function knownRowError(code: string): keyof Messages['rowErrors'] {
  return isKnown('rowErrors', code) ? code : 'unknown'
}

export function knownRowWarning(code: string): keyof Messages['rowWarnings'] {
  return isKnown('rowWarnings', code) ? code : 'unknown'
}

export function knownFileWarning(code: string): keyof Messages['fileWarnings'] {
  return isKnown('fileWarnings', code) ? code : 'unknown'
}

/** Null for the file's own columns, such as `metadata.material`. */
export function knownField(column: string): keyof Messages['fields'] | null {
  return isKnown('fields', column) ? column : null
}

/** The place of a column in a file; those that the page does not know come last. */
export function fieldRank(column: string): number {
  const rank = Object.keys(tables?.fields ?? {}).indexOf(column)
  return rank < 0 ? Number.MAX_SAFE_INTEGER : rank
}

function isKnown<Part extends keyof Messages & keyof FirstMessages>(
  part: Part,
  key: string,
): key is keyof Messages[Part] & string {
  if (!tables) throw new Error('no language is loaded yet')
  return Object.hasOwn(tables[part], key)
}
