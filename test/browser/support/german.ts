import { canonicalColumnNames } from '@catalog/catalog'
import type { Page } from 'playwright-core'
import { de } from '../../../packages/admin-page/src/messages/de/index.ts'
import { en } from '../../../packages/admin-page/src/messages/en/index.ts'

const english = wordsOf(en)
for (const word of wordsOf(de)) english.delete(word)
const keys = new Set(
  Object.entries(en).flatMap(([part, table]) => Object.keys(table).map((name) => `${part}.${name}`)),
)
const columnNames = new Set<string>(canonicalColumnNames)

/** Bare keys, and texts with words that only the English catalog has. */
export async function findWrongGerman(page: Page): Promise<string[]> {
  const texts = await textsOf(page)
  if (texts.length <= 3) return [`only ${texts.length} texts are there`]
  return [
    ...texts
      .filter((text) => text.split(/\s+/).some((word) => keys.has(word)))
      .map((text) => `a bare key in “${text}”`),
    ...texts
      .filter((text) => splitWords(withoutNames(text)).some((word) => english.has(word)))
      .map((text) => `English in “${text}”`),
  ]
}

/** Everything that is read, seen or heard, but what is marked as English and what is the merchant's. */
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
