import { folded } from '../phrase-of.ts'
import dutch from './dutch.json' with { type: 'json' }
import english from './english.json' with { type: 'json' }
import french from './french.json' with { type: 'json' }
import generalWords from './general.json' with { type: 'json' }
import german from './german.json' with { type: 'json' }
import italian from './italian.json' with { type: 'json' }
import polish from './polish.json' with { type: 'json' }
import russian from './russian.json' with { type: 'json' }
import shopSystems from './shop-systems.json' with { type: 'json' }
import spanish from './spanish.json' with { type: 'json' }
import ukrainian from './ukrainian.json' with { type: 'json' }
import type { Target, WordList } from './word-list.ts'

/** A phrase's meaning in one language; `rank` is its index among the phrases of the target. */
export interface Meaning {
  language: string
  target: Target
  rank: number
}

const lists: Record<string, WordList> = {
  english,
  german,
  french,
  spanish,
  italian,
  dutch,
  polish,
  russian,
  ukrainian,
  shopSystems,
}

/** By phrase, as `phraseOf` writes names. */
export const meanings: ReadonlyMap<string, readonly Meaning[]> = index(lists)

/** Words that also occur in names of other columns, such as `new product`. */
const general = new Set(generalWords)

/** Phrases of several words, and long words, by their first word: these are also found inside names. */
export const phrasesByFirstWord: ReadonlyMap<string, readonly string[]> = Map.groupBy(
  [...meanings.keys()].filter(
    (phrase) => phrase.includes(' ') || (phrase.length >= 5 && !general.has(phrase)),
  ),
  (phrase) => phrase.split(' ', 1)[0] ?? '',
)

function index(all: Record<string, WordList>): Map<string, Meaning[]> {
  const byPhrase = new Map<string, Meaning[]>()
  for (const [language, list] of Object.entries(all)) {
    for (const { target, phrases } of targetsOf(list)) {
      phrases.map(folded).forEach((phrase, rank) => {
        const same = byPhrase.get(phrase)
        if (same) same.push({ language, target, rank })
        else byPhrase.set(phrase, [{ language, target, rank }])
      })
    }
  }
  return byPhrase
}

function targetsOf(list: WordList): { target: Target; phrases: string[] }[] {
  const targets: { target: Target; phrases: string[] }[] = []
  let target: Target
  for (target in list) targets.push({ target, phrases: list[target] ?? [] })
  return targets
}
