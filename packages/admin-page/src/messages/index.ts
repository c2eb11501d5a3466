import type { AnyCatalog } from './catalog.ts'
import { learnCodes } from './known-codes.ts'

// A language is a folder here: what the page offers and loads follows from the folders.
const folders = import.meta.glob<{ messages: AnyCatalog }>('./*/index.ts')

/** By code: `de`. */
export const languages: readonly string[] = Object.keys(folders).map((path) => path.split('/')[1] ?? '')

export async function loadMessages(language: string): Promise<AnyCatalog> {
  const load = folders[`./${language}/index.ts`]
  if (!load) throw new Error(`no messages in ${language}`)
  const { messages } = await load()
  learnCodes(messages)
  return messages
}
