import { readFileSync } from 'node:fs'
import { canonicalColumnNames } from '@catalog/catalog'
import type { Page } from 'playwright-core'
import { sourceOf } from '../../../packages/admin-page/build/help-pages.ts'
import { languages, messagesOf } from '../../../packages/admin-page/build/languages.ts'
import type { AnyCatalog } from '../../../packages/admin-page/src/messages/catalog.ts'

const catalogs = new Map<string, AnyCatalog>(languages.map((language) => [language, messagesOf(language)]))
const english = messagesOf('en')
const words = new Map(
  [...catalogs].map(([language, catalog]) => [
    language,
    wordsOf([catalog, readFileSync(sourceOf(language), 'utf8')]),
  ]),
)
const englishWords = wordsOf(english)
const keys = new Set(
  Object.entries(english).flatMap(([part, table]) => Object.keys(table).map((name) => `${part}.${name}`)),
)
const columnNames = new Set<string>(canonicalColumnNames)

/** The languages of the page. */
export const otherLanguages = languages.filter((language) => language !== 'en')

/** Finds the whole text of a message, in whatever language the page is; what is put in may be anything. */
export function inAnyLanguage(part: keyof AnyCatalog, name: string): RegExp {
  const texts = [...catalogs.values()].flatMap((catalog) => leavesOf(catalog[part][name] ?? ''))
  return new RegExp(`^(${texts.map(asPattern).join('|')})$`)
}

/** Bare keys, and texts with words that only the English catalog has. */
export async function findWrongTexts(page: Page, language: string): Promise<string[]> {
  const texts = await textsOf(page)
  if (texts.length <= 3) return [`only ${texts.length} texts are there`]
  const own = words.get(language)
  const isEnglish = (word: string) => englishWords.has(word) && own?.has(word) !== true
  return [
    ...texts
      .filter((text) => text.split(/\s+/).some((word) => keys.has(word)))
      .map((text) => `a bare key in “${text}”`),
    ...texts
      .filter((text) => splitWords(withoutNames(text)).some(isEnglish))
      .map((text) => `English in “${text}”`),
  ]
}

/** All visible or audible texts, except those marked as English and the merchant's own. */
function textsOf(page: Page): Promise<string[]> {
  return page.evaluate((others) => {
    const texts: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const { parentElement, nodeValue } = walker.currentNode
      if (parentElement?.closest(others) === null) texts.push(nodeValue ?? '')
    }
    for (const element of document.querySelectorAll('body *')) {
      for (const name of ['aria-label', 'aria-valuetext', 'alt', 'placeholder']) {
        const text = element.getAttribute(name)
        if (text !== null && element.closest(others) === null) texts.push(text)
      }
    }
    return [...texts, document.title].map((text) => text.trim()).filter((text) => text !== '')
  }, '[lang=en], bdi, code, time, noscript')
}

/** Columns are called the same in every language. */
function withoutNames(text: string): string {
  return text
    .split(/(?<=[\p{L}\d])(?![\p{L}\d_])/u)
    .filter((word) => !columnNames.has(word.replace(/^\W+/, '')))
    .join('')
}

function wordsOf(messages: object): Set<string> {
  return new Set(
    splitWords(
      leavesOf(messages)
        .join(' ')
        .replaceAll(/\{\w+\}/g, ' '),
    ),
  )
}

function leavesOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : []
}

function splitWords(text: string): string[] {
  return text.toLowerCase().match(/\p{L}{2,}/gu) ?? []
}

function asPattern(text: string): string {
  return text.replaceAll(/[.*+?^$()[\]|\\]/g, String.raw`\$&`).replaceAll(/\{\w+\}/g, '.*')
}
