import { useI18n } from '../../i18n/i18n.tsx'
import { help } from './help-pages.js'
import type { HelpPage, HelpPageName } from './help-pages.js'

/** The help in the page's language. */
export function useHelp() {
  const { language } = useI18n()
  const own = help[language]
  if (own === undefined) throw new Error(`no help in ${language}`)
  return own
}

export function isPage(name: string): name is HelpPageName {
  return Object.hasOwn(help['en']?.pages ?? {}, name)
}

export interface Found {
  page: HelpPageName
  anchor: string
  text: string
}

const mostFound = 30

/** Paragraphs and rows that have all words. */
export function findInHelp(pages: Record<HelpPageName, HelpPage>, wanted: string): Found[] {
  const words = wanted.toLowerCase().split(/\s+/)
  return Object.entries(pages)
    .flatMap(([page, { html }]) => {
      const parsed = new DOMParser().parseFromString(html, 'text/html')
      return [...parsed.querySelectorAll('p, li, tbody tr')].flatMap(({ id: anchor, textContent: text }) =>
        isPage(page) && words.every((word) => text.toLowerCase().includes(word))
          ? { page, anchor, text }
          : [],
      )
    })
    .slice(0, mostFound)
}
