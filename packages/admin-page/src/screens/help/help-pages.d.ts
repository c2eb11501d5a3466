import type { Messages } from '../../messages/catalog.ts'

// Made of MERCHANTS.md and its translations when the page is built: build/help-pages.ts.

export type HelpPageName = keyof Messages['helpPages']

export interface HelpPage {
  html: string
  /** What the page can be linked to at, besides codes. */
  parts: { anchor: string; title: string }[]
}

/** By language. `intro`: what precedes the first page, in HTML. */
export const help: Record<string, { intro: string; pages: Record<HelpPageName, HelpPage> } | undefined>
