import { readdirSync, readFileSync } from 'node:fs'
import problems from '@catalog/catalog/problems.json' with { type: 'json' }
import type { Messages } from '../src/messages/catalog.ts'

const folder = new URL('../src/messages/', import.meta.url)

/** By code: each has a folder of messages. */
export const languages: readonly string[] = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .sort()

/** All texts of a language, for the build and tests. */
export function messagesOf(language: string): Messages {
  const own = new URL(`${language}/`, folder)
  return Object.assign(
    // A problem's English is the API's.
    { ...(language === 'en' && problems) },
    ...readdirSync(own)
      .filter((file) => file.endsWith('.json'))
      .map((file): object => JSON.parse(readFileSync(new URL(file, own), 'utf8'))),
  )
}
