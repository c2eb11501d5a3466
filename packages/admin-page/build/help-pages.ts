import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { Marked, Renderer } from 'marked'
import type { Token, Tokens } from 'marked'
import type { Plugin } from 'vite'
import { codesOf } from '@catalog/catalog'
import { languages, messagesOf } from './languages.ts'

interface HelpPage {
  html: string
  /** Paragraphs that begin with what they are about. */
  parts: { anchor: string; title: string }[]
}

export interface Help {
  /** What the page for merchants says before its first heading. */
  intro: string
  /** By address: `first-change`. */
  pages: Record<string, HelpPage>
}

type Names = Record<string, string>

/** Each language's text; the English one is for readers of the repository too. */
export const sourceOf = (language: string) =>
  new URL(
    language === 'en' ? '../../../MERCHANTS.md' : `../src/messages/${language}/help.md`,
    import.meta.url,
  )
const plainHtml = new Renderer()
const moduleId = '\0help-pages'

/** Makes `screens/help/help-pages.js` of Markdown, so that merchants have one text and the page ships no parser. */
export function helpPages(): Plugin {
  return {
    name: 'help-pages',
    resolveId: (id) => (id.endsWith('/help-pages.js') ? moduleId : null),
    async load(id) {
      if (id !== moduleId) return null
      for (const language of languages) this.addWatchFile(fileURLToPath(sourceOf(language)))
      return `export const help = ${JSON.stringify(await readAllHelp())}`
    },
  }
}

/** The help in each language. */
export async function readAllHelp(): Promise<Record<string, Help>> {
  const texts = await Promise.all(
    languages.map(async (language) => ({ language, text: await readFile(sourceOf(language), 'utf8') })),
  )
  const english = readHelp(await readFile(sourceOf('en'), 'utf8'))
  return Object.fromEntries(texts.map(({ language, text }) => [language, readHelp(text, language, english)]))
}

/**
 * Splits the page for merchants by its headings and makes HTML of each part. What can be linked to has an anchor: rows
 * of a table by the code in their first cell, paragraphs by the bold words that they begin with. The rows
 * `{errors}` and `{warnings}` become those of the language's table of problems.
 * @param english the English help, whose anchors a translation takes: addresses are the same in all languages
 * @throws Error for a heading without a page, a page without a heading, and for a link that leads out of these pages
 */
export function readHelp(markdown: string, language = 'en', english?: Help): Help {
  const messages = messagesOf(language)
  const names: Names = messages.helpPages
  const { rowErrors, rowErrorTexts, rowWarnings, rowWarningTexts, fileWarnings, fileWarningTexts } = messages
  const warnings = problemRows(rowWarnings, rowWarningTexts) + problemRows(fileWarnings, fileWarningTexts)
  const whole = markdown
    .replace(/^\| \{errors\} .*\n/m, () => problemRows(rowErrors, rowErrorTexts))
    .replace(/^\| \{warnings\} .*\n/m, () => warnings)
  const [intro, ...rest] = splitByHeading(new Marked().lexer(whole))
  const pages = Object.fromEntries(
    rest.map(({ heading, tokens }) => {
      const name = pageOf(heading, names)
      const anchors = english?.pages[name]?.parts.map(({ anchor }) => anchor)
      return [name, makePage(heading, tokens, names, anchors)]
    }),
  )
  const missing = Object.entries(names).filter(([name]) => !Object.hasOwn(pages, name))
  if (missing.length > 0) throw new Error(`the help in ${language} lacks headings: ${missing.join('; ')}`)
  return { intro: makePage('', intro?.tokens ?? [], names).html, pages }
}

function problemRows(titles: Names, texts: Names): string {
  return codesOf(texts)
    .map((code) => `| \`${code}\` | ${asPlain(titles[code])}. ${asPlain(texts[code])} |\n`)
    .join('')
}

interface Section {
  heading: string
  tokens: Token[]
}

function asPlain(text = ''): string {
  return text.replaceAll(/[\\`*_<>|~[\]]/g, String.raw`\$&`)
}

function splitByHeading(tokens: readonly Token[]): Section[] {
  const sections: Section[] = [{ heading: '', tokens: [] }]
  for (const token of tokens) {
    if (token.type !== 'heading') sections.at(-1)?.tokens.push(token)
    else if (token.depth === 2) sections.push({ heading: token.text, tokens: [] })
    else if (token.depth !== 1) throw new Error(`a page of the help has no further headings: ${token.text}`)
  }
  return sections
}

function pageOf(heading: string, names: Names): string {
  const [page] = Object.entries(names).find(([, name]) => name === heading) ?? []
  if (page === undefined) throw new Error(`no page of the help is named “${heading}”: page.json`)
  return page
}

function makePage(heading: string, tokens: Token[], names: Names, anchors: string[] = []): HelpPage {
  const taken = new Set<string>()
  const parts: HelpPage['parts'] = []
  let lastText = heading
  const anchor = (name: string) => {
    const unique = taken.has(name) ? `${name}-1` : name
    if (taken.has(unique)) throw new Error(`“${heading}” has ${name} more than twice`)
    taken.add(unique)
    return unique
  }

  const page = new Marked({
    renderer: {
      paragraph({ tokens: inline }) {
        const text = this.parser.parseInline(inline)
        const [first] = inline
        lastText = this.parser.parseInline(inline, this.parser.textRenderer).replace(/\W+$/, '')
        if (first?.type !== 'strong') return `<p>${text}</p>\n`
        const title = plain(first.text).replace(/\.$/, '')
        const id = anchor(anchors[parts.length] ?? slug(title))
        parts.push({ anchor: id, title })
        return `<p id="${id}" tabindex="-1">${text}</p>\n`
      },
      table({ header, rows }) {
        const label = taken.size === 0 ? heading : lastText
        const cells = (row: Tokens.TableCell[]) =>
          row.map(({ tokens: cell }) => this.parser.parseInline(cell))
        const head = cells(header).map((cell) => `<th scope="col">${cell}</th>`)
        const body = rows.map((row) => {
          const [first = '', ...others] = cells(row)
          const code = row[0]?.tokens[0]
          const id =
            code?.type === 'codespan'
              ? ` id="${anchor(/^\w+/.exec(code.text)?.[0] ?? '')}" tabindex="-1"`
              : ''
          return `<tr${id}><th scope="row">${first}</th>${others.map((cell) => `<td>${cell}</td>`).join('')}</tr>`
        })
        return (
          `<div role="region" tabindex="0" aria-label="${label}"><table><thead><tr>${head.join('')}</tr></thead>` +
          `<tbody>${body.join('\n')}</tbody></table></div>\n`
        )
      },
      // Long codes may wrap behind an underscore.
      codespan: (token) => plainHtml.codespan(token).replaceAll('_', '_<wbr>'),
      code: (token) => plainHtml.code(token).replace('<pre>', '<pre tabindex="0">'),
      link({ href, tokens: inline }) {
        return `<a href="${addressOf(href, names)}">${this.parser.parseInline(inline)}</a>`
      },
    },
  })
  return { html: page.parser(tokens), parts }
}

function addressOf(href: string, names: Names): string {
  const heading = Object.values(names).find((name) => `#${slug(name)}` === href)
  if (heading === undefined) throw new Error(`MERCHANTS.md links to ${href}, where its readers cannot follow`)
  return `/admin/help/${pageOf(heading, names)}`
}

const plain = (markdown: string) => markdown.replaceAll('`', '')

function slug(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
}
