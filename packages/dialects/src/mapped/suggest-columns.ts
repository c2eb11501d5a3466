import { distance as editDistance } from 'fastest-levenshtein'
import { canonicalColumnNames, metadataKey } from '@catalog/catalog'
import { optionValueColumns } from '../named-cells.ts'
import { isCost } from './cost-words.ts'
import { areGrams, lookOf, mayBe } from './look-of-cells.ts'
import { folded, phraseOf } from './phrase-of.ts'
import { unitOf } from './weight-units.ts'
import taxWords from './words/tax-words.json' with { type: 'json' }
import type { Target } from './words/word-list.ts'
import { meanings, phrasesByFirstWord } from './words/words.ts'
import type { Meaning } from './words/words.ts'

export interface NamedColumn {
  name: string
  /** Some of its non-blank cells, each once. */
  cells: string[]
  /** Whether each row that was looked at has such a cell, and each another one. */
  isFilled?: boolean
  isUnique?: boolean
}

interface Candidate {
  column: number
  target: Target
  score: number
}

/** Scores for a name that is a phrase of the lists, contains one, or is a misspelling of one; and for cells alone. */
const scores = { exact: 1_000, inside: 500, alike: 300, look: 100 }
/** Added for a phrase of the language that most of the header is in. */
const languageBonus = 60
/** Subtracted for each place of a phrase below the clearest one of its target. */
const rankCost = 4
const maxRankCost = 160
/** Added to a price with the tax, more where its name only contains one of the lists; subtracted without the tax. */
const taxBonus = { exact: 60, inside: 600 }
/** Subtracted from a column without a cell where others have some, and from a code that is not in each row its own. */
const doubtCost = 2_000

/**
 * The probable canonical column of each column, or null. Each canonical column is suggested once, for the column with
 * the best score.
 */
export function suggestColumns(columns: NamedColumn[]): (string | null)[] {
  const choice = new Choice(columns)
  const phrases = columns.map(({ name }) => phraseOf(name))
  const language = languageOf(phrases)
  const misspelt = new Misspellings()
  const hasCells = columns.some(({ cells }) => cells.length > 0)
  const candidates = columns.flatMap(({ cells, isUnique }, column) =>
    candidatesOf({ column, phrase: phrases[column] ?? '', cells }, language, misspelt).map((candidate) => {
      const isBlank = hasCells && cells.length === 0
      const isNoCode = isUnique === false && candidate.target === 'variant_sku'
      const isDoubtful = candidate.target !== 'none' && (isBlank || isNoCode)
      return isDoubtful ? Object.assign(candidate, { score: candidate.score - doubtCost }) : candidate
    }),
  )
  for (const candidate of candidates.sort((a, b) => b.score - a.score || a.column - b.column)) {
    choice.offer(candidate)
  }
  // A list with nothing but recommended prices, or nothing but a description of each product.
  choice.moveTo('variant_price', 'variant_compare_at_price', () => true)
  choice.moveTo('title', 'description_html', ({ cells }) => cells.every(isShort))
  return choice.names()
}

/** Whether the word lists contain the name. */
export function isKnownName(name: string): boolean {
  return canonicalNameOf(name) !== undefined || meanings.has(phraseOf(name))
}

/** Whether it is a common name outside of shop systems' exports. */
export function isCommonName(name: string): boolean {
  const phrase = phraseOf(name)
  if (/^(?:variant|product|meta|seo)\b/.test(phrase) && phrase.includes(' ')) return false
  return meanings.get(phrase)?.some(({ language }) => language !== 'shopSystems') ?? false
}

/** The canonical columns that the word lists know by this name; none if it may also be something else. */
export function fieldsOf(name: string): readonly Target[] {
  const targets = (meanings.get(phraseOf(name)) ?? []).map(({ target }) => target)
  return targets.includes('none') || targets.includes('option') ? [] : targets
}

/** An assignment of columns to canonical columns, each at most once. */
class Choice {
  readonly #columns: NamedColumn[]
  /** By column. Columns with canonical names are assigned from the beginning. */
  readonly #chosen = new Map<number, string>()
  readonly #taken = new Map<string, number>()
  #options: number

  constructor(columns: NamedColumn[]) {
    this.#columns = columns
    for (const [column, { name, cells }] of columns.entries()) {
      const own = canonicalNameOf(name)
      if (own === undefined || this.#taken.has(own) || (cells.length > 0 && !mayBe(own, cells))) continue
      this.#choose(column, own)
    }
    this.#options = optionValueColumns.filter((name) => !this.#taken.has(name)).length
  }

  offer({ column, target }: Candidate): void {
    if (this.#chosen.has(column) || this.#taken.has(target)) return
    if (target === 'option') {
      if (this.#options === 0) return
      this.#options--
    }
    if (target === 'option' || target === 'none') this.#chosen.set(column, target)
    else this.#choose(column, target)
  }

  /** Reassigns a column from `other` to `wanted` if no other column has that. */
  moveTo(wanted: Target, other: Target, fits: (column: NamedColumn) => boolean): void {
    const column = this.#taken.get(other)
    const named = column === undefined ? undefined : this.#columns[column]
    if (column === undefined || named === undefined || this.#taken.has(wanted) || !fits(named)) return
    if (canonicalNameOf(named.name) !== undefined) return
    this.#taken.delete(other)
    this.#choose(column, wanted)
  }

  names(): (string | null)[] {
    // Where the options have columns for their names, another one would lack its name.
    const free = this.#taken.has('option1_name')
      ? []
      : optionValueColumns.filter((name) => !this.#taken.has(name))
    return this.#columns.map((_, column) => {
      const chosen = this.#chosen.get(column) ?? 'none'
      if (chosen === 'option') return free.shift() ?? null
      return chosen === 'none' ? null : chosen
    })
  }

  #choose(column: number, target: string): void {
    this.#chosen.set(column, target)
    this.#taken.set(target, column)
  }
}

function isShort(cell: string): boolean {
  return cell.length <= 120 && !cell.includes('<')
}

/** The canonical column with this name. */
function canonicalNameOf(name: string): string | undefined {
  const text = name.trim().toLowerCase()
  const normalized = text.replaceAll(/[\s-]+/g, '_')
  if (canonicalColumnNames.includes(normalized)) return normalized
  return metadataKey(text) === undefined ? undefined : text
}

interface Named {
  column: number
  phrase: string
  cells: string[]
}

function candidatesOf(
  { column, phrase, cells }: Named,
  language: string | undefined,
  misspelt: Misspellings,
): Candidate[] {
  const found = new Map<Target, number>()
  const add = (target: Target, score: number) => {
    if (target !== 'none' && (!mayHold(target, phrase, cells) || isRuledOut(target, phrase))) return
    if (target === 'variant_weight_grams' && unitOf(phrase) === undefined && !areGrams(cells)) return
    found.set(target, Math.max(score, found.get(target) ?? 0))
  }
  const addMeanings = (of: readonly Meaning[] = [], score: number) => {
    for (const { target, rank, language: own } of of) {
      add(target, score - Math.min(rank * rankCost, maxRankCost) + (own === language ? languageBonus : 0))
    }
  }
  const exact = meanings.get(phrase)
  if (exact) addMeanings(exact, scores.exact)
  else {
    for (const inside of phrasesIn(phrase)) {
      const share = inside.length / phrase.length
      addMeanings(meanings.get(inside), scores.inside + Math.round(insideBonus * share))
    }
    if (found.size === 0 && !isCost(phrase))
      addMeanings(meanings.get(misspelt.correct(phrase) ?? ''), scores.alike)
  }
  weighTax(phrase, withTax, exact ? taxBonus.exact : taxBonus.inside, found)
  weighTax(phrase, withoutTax, -taxBonus.inside, found)
  const look = found.size === 0 ? lookOf(cells) : undefined
  if (look && !(prices.has(look) && isCost(phrase))) found.set(look, scores.look)
  return [...found].map(([target, score]) => ({ column, target, score }))
}

const withTax = new Set(taxWords.with.map(folded))
const withoutTax = new Set(taxWords.without.map(folded))

/** What customers pay is the price with the tax, if a file has both. */
function weighTax(
  phrase: string,
  words: ReadonlySet<string>,
  bonus: number,
  found: Map<Target, number>,
): void {
  const score = found.get('variant_price')
  if (score !== undefined && phrase.split(' ').some((word) => words.has(word)))
    found.set('variant_price', score + bonus)
}

/** A column such as `active` may hold 1 and 0, which one called `status` may mean otherwise. */
function mayHold(target: Target, phrase: string, cells: string[]): boolean {
  if (mayBe(target, cells)) return true
  const isSwitch = target === 'status' && !stateName.test(phrase) && cells.length > 0
  return isSwitch && cells.every((cell) => cell === '0' || cell === '1')
}

const stateName = /\b(?:status|state|estado|estatus|stato|statut|etat|zustand|stan)\b/

/** Added for a phrase that is most of the name. */
const insideBonus = 200

/** The language of most names. */
function languageOf(phrases: string[]): string | undefined {
  const counts = new Map<string, number>()
  for (const phrase of phrases) {
    const languages = new Set(meanings.get(phrase)?.map(({ language }) => language))
    for (const language of languages) counts.set(language, (counts.get(language) ?? 0) + 1)
  }
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0]
}

/** Phrases that the name contains. `Variant …` may be anything of a variant. */
function phrasesIn(name: string): string[] {
  const padded = ` ${name} `
  return name
    .split(' ')
    .flatMap((word) => phrasesByFirstWord.get(word) ?? [])
    .filter((phrase) => phrase !== 'variant' && padded.includes(` ${phrase} `))
}

const prices = new Set<Target>(['variant_price', 'variant_compare_at_price'])
/** Names of prices for something else, or not in whole units. */
const otherPrice = wordsThat(
  'tier|staffel|sale|special|promo\\S*|group|gruppe|unit|einheit|rabatt|discount|shipping|versand|cents?|centimes|centesimi|centimos|grosze|коп\\S*|скидк\\S*|знижк\\S*|акци\\S*',
)
const otherQuantity = wordsThat(
  'min|mini|minimum|minimal\\S*|max|maximum|mindest\\S*|reorder|melde|threshold|alert|sold|reserved|order|ordered|lineitem|bestellt\\S*|preorder|backorder|pack|status|location|value|date|costs?|мин|минимальн\\S*|мін|мінімальн\\S*|продан\\S*|резерв\\S*|упаковк\\S*',
)
const priceName = /(?:^| )(?:pric|prix|preis|preci|prezz|prij|cena|ceny|цен|цін)/
/** A further one, such as the second image or a category's number. */
const isFurther = /(?: |^)(?:[2-9]|1\d)$/
const isId = /\b(?:id|ids|code|url|link|date|datum|fecha|data|html class)$/

/** A pattern for phrases with one of these words. */
function wordsThat(match: string): RegExp {
  return new RegExp(`(?:^| )(?:${match})(?= |$)`, 'u')
}

function isRuledOut(target: Target, phrase: string): boolean {
  if (prices.has(target) && isCost(phrase)) return true
  if (meanings.has(phrase)) return false
  if (prices.has(target)) return otherPrice.test(phrase) || isFurther.test(phrase)
  if (target === 'variant_inventory_quantity') return otherQuantity.test(phrase)
  if (target === 'image_url') return isFurther.test(phrase)
  if (target === 'variant_sku' || target === 'variant_barcode' || target === 'handle') return false
  return isId.test(phrase) || isFurther.test(phrase) || priceName.test(phrase)
}

/** Finds names that differ from a phrase of the lists by a letter or two. */
class Misspellings {
  /** Remaining look-ups for a header, however many unknown names it has. */
  #left = 100

  correct(name: string): string | undefined {
    const limit = Math.min(2, Math.floor(name.length / 6))
    if (limit === 0 || name.length > longestPhrase || this.#left === 0) return undefined
    this.#left--
    const digits = digitsOf(name)
    let nearest: { phrase: string; distance: number } | undefined
    for (const phrase of meanings.keys()) {
      if (Math.abs(phrase.length - name.length) > limit) continue
      // Another number names another column.
      if (digitsOf(phrase) !== digits) continue
      const distance = editDistance(name, phrase)
      if (distance <= limit && distance < (nearest?.distance ?? Infinity)) nearest = { phrase, distance }
    }
    return nearest?.phrase
  }
}

function digitsOf(name: string): string {
  return name.replaceAll(/\D+/g, '')
}

const longestPhrase = Math.max(...[...meanings.keys()].map(({ length }) => length))
