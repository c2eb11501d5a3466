import type { Explanations, FirstMessages } from './catalog.ts'
import { learnCodes } from './known-codes.ts'

// A language is a folder here: what the page offers and loads follows from the folders.
const folders = import.meta.glob<{ first: FirstMessages }>('./*/first.ts')
const explanations = import.meta.glob<Explanations>('./*/explanations.ts')

/** By code: `de`. */
export const languages: readonly string[] = Object.keys(folders).map((path) => path.split('/')[1] ?? '')

export async function loadMessages(language: string): Promise<FirstMessages> {
  const load = folders[`./${language}/first.ts`]
  if (!load) throw new Error(`no messages in ${language}`)
  const { first } = await load()
  learnCodes(first)
  return first
}

const loaded = new Map<string, Promise<Explanations | null>>()

/** The same promise for a language each time. Null where they cannot be loaded: the page then shows the API's English. */
export function explanationsIn(language: string): Promise<Explanations | null> {
  const known = loaded.get(language)
  if (known !== undefined) return known
  const loading = (explanations[`./${language}/explanations.ts`]?.() ?? Promise.resolve(null)).catch(
    () => null,
  )
  loaded.set(language, loading)
  return loading
}
