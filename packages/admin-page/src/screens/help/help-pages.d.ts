import type { Messages } from '../../messages/catalog.ts'

// Made of MERCHANTS.md when the page is built: build/help-pages.ts.

export type HelpPageName = keyof Messages['helpPages']

export interface HelpPage {
  html: string
  /** What the page can be linked to at, besides codes. */
  parts: { anchor: string; title: string }[]
}

/** What precedes the first page, in HTML. */
export const intro: string
export const names: readonly HelpPageName[]
export const pages: Record<HelpPageName, HelpPage>
