import { PartMissing } from '../components/lazy-part.ts'
import { remember } from '../i18n/format-message.ts'
import type { AnyCatalog, Explanations, FirstMessages, LaterPart } from './catalog.ts'
import { learnCodes } from './known-codes.ts'

// A language is a folder here: what the page offers and loads follows from the folders.
const folders = import.meta.glob<FirstMessages>('./*/page.json', { import: 'default' })
const explanations: Record<string, (() => Promise<Explanations>) | undefined> = {
  ...import.meta.glob<Explanations>('./*/explanations.json', { import: 'default' }),
  // The API’s own sentences.
  './en/explanations.json': async () => (await import('@catalog/catalog/problems.json')).default,
}
const later = {
  mapping: import.meta.glob<LaterTexts>('./*/mapping.json', { import: 'default' }),
  parts: import.meta.glob<LaterTexts>('./*/parts.json', { import: 'default' }),
} satisfies Record<LaterPart, unknown>

/** Codes such as `de`. */
export const languages: readonly string[] = Object.keys(folders).map((path) => path.split('/')[1] ?? '')

export async function loadMessages(language: string): Promise<FirstMessages> {
  const load = folders[`./${language}/page.json`]
  if (!load) throw new Error(`no messages in ${language}`)
  // Where texts of a part are shown, they change with all others.
  const [first] = await Promise.all([load(), ...[...usedLater].map((part) => laterTextsIn(part, language))])
  learnCodes(first)
  return first
}

/** The same promise for a language each time. Null if they cannot be loaded: the page then shows the API's English. */
export const explanationsIn = remember((language) => {
  const loading = explanations[`./${language}/explanations.json`]?.() ?? Promise.resolve(null)
  return loading.catch(() => null)
})

/** The texts of the page's later parts, by name. */
export type LaterTexts = Partial<Pick<AnyCatalog, LaterPart>>

const loadedLater = new Map<string, Promise<LaterTexts>>()
const usedLater = new Set<LaterPart>()

/** The same promise for a part and a language each time, unless it fails. */
export function laterTextsIn(part: LaterPart, language: string): Promise<LaterTexts> {
  usedLater.add(part)
  const path = `./${language}/${part}.json`
  const known = loadedLater.get(path)
  if (known !== undefined) return known
  const load = later[part][path]
  if (!load) throw new Error(`no texts ${path}`)
  const loading = load().catch((cause: unknown) => {
    loadedLater.delete(path)
    throw new PartMissing('the texts of a part of the page did not load', { cause })
  })
  loadedLater.set(path, loading)
  return loading
}
