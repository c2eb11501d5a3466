import type { Translate } from '../i18n/translate.ts'
import type { FirstMessages, Messages } from './catalog.ts'

// Finds the message of a code; codes that the page does not know are `unknown`.

let tables: FirstMessages | undefined

/** Reads the keys from the loaded language: all languages have the same. */
export function learnCodes(messages: FirstMessages): void {
  tables = messages
}

export function knownCode<Part extends 'problems' | 'rowErrors' | 'rowWarnings' | 'fileWarnings'>(
  part: Part,
  code: string,
): (keyof Messages[Part] & string) | 'unknown' {
  return isKnown(part, code) ? code : 'unknown'
}

/** Null for a case that is headed by its code's title. */
export function titledCase(code: string, name: string | null): keyof Messages['errorCases'] | null {
  const key = `${code}:${name ?? ''}`
  return isKnown('errorCases', key) ? key : null
}

/** Null for the file's own columns, such as `metadata.material`. */
export function knownField(column: string): keyof Messages['fields'] | null {
  return isKnown('fields', column) ? column : null
}

/** The label of a column; the file's own columns have none but their names. */
export function fieldName(t: Translate, column: string): string {
  const field = knownField(column)
  return field === null ? column : t(`fields.${field}`)
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
