import { canonicalColumnNames } from '@catalog/catalog'
import { expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { de } from '../../packages/admin-page/src/messages/de/index.ts'
import { en } from '../../packages/admin-page/src/messages/en/index.ts'
import { see } from './support/journeys.ts'
import { scenes } from './support/scenes.ts'
import { useBrowsing } from './support/use-browsing.ts'

const browsing = useBrowsing()

test('the browser’s language is taken, another can be chosen, and the choice is kept', async () => {
  const page = await browsing.visit({ storefront: 'sprachen', language: 'de-CH' })
  await see(page.getByRole('heading', { name: 'Import & Export', level: 1 }))
  expect(await page.locator('html').getAttribute('lang')).toBe('de')
  await page.getByRole('button', { name: 'Sprache, Darstellung und Sitzung' }).click()
  await page.getByRole('menuitemradio', { name: 'English' }).click()
  await see(page.getByRole('heading', { name: 'Import & export', level: 1 }))
  await page.reload()
  await see(page.getByText('Drop a CSV file here'))
  expect(await page.locator('html').getAttribute('lang')).toBe('en')
})

test('a language that there is no translation for is met in English', async () => {
  const page = await browsing.visit({ storefront: 'andere', language: 'fr-FR' })
  await see(page.getByText('Drop a CSV file here'))
})

const english = wordsOf(en)
for (const word of wordsOf(de)) english.delete(word)
const keys = new Set(
  Object.entries(en).flatMap(([part, table]) => Object.keys(table).map((name) => `${part}.${name}`)),
)

test.each(scenes.map(({ name, show }) => [name, show] as const))(
  '%s: in German, nothing of the English catalog and no bare key is left',
  async (_name, show) => {
    const page = await show(browsing, { language: 'de-DE' })
    const texts = (await textsOf(page)).map(withoutNames)
    expect(texts.length).toBeGreaterThan(3)
    expect(texts.filter((text) => text.split(/\s+/).some((word) => keys.has(word)))).toEqual([])
    expect(texts.filter((text) => splitWords(text).some((word) => english.has(word)))).toEqual([])
  },
  120_000,
)

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

const columnNames = new Set<string>(canonicalColumnNames)

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
