import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import { canonicalColumnNames, codesOf, problemTexts } from '@catalog/catalog'
import { readAllHelp, readHelp, sourceOf } from '../packages/admin-page/build/help-pages.ts'
import { languages, messagesOf } from '../packages/admin-page/build/languages.ts'

const markdown = readFileSync(sourceOf('en'), 'utf8')
const { pages } = readHelp(markdown)

const anchorsOf = (page: string) =>
  [...(pages[page]?.html ?? '').matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)

const codes = (text = '') => new Set([...text.matchAll(/<tr id="([^"]*)"/g)].map(([, id]) => id))
const formats = (text = '') => [...text.matchAll(/<\/strong> \(<code>(.*?)<\/code>/g)].map(([, one]) => one)
const sentences = (text = '') =>
  [...text.matchAll(/<(?:p|td)[^>]*>(.{40,}?)<\/(?:p|td)>/g)].map(([, one]) => one)

describe('the help of the admin page', () => {
  test.each([
    ['column', 'columns', [...canonicalColumnNames, 'metadata']],
    ['error', 'errors', codesOf(problemTexts.rowErrorTexts)],
    [
      'warning',
      'warnings',
      [...codesOf(problemTexts.rowWarningTexts), ...codesOf(problemTexts.fileWarningTexts)],
    ],
  ] as const)('has an anchor for each %s', (_what, page, names) => {
    expect(anchorsOf(page)).toEqual(expect.arrayContaining([...names]))
  })

  test('has an anchor for each rule and each shop system', () => {
    expect(anchorsOf('rules')).toEqual(pages.rules?.parts.map(({ anchor }) => anchor))
    expect(anchorsOf('rules')).toEqual(expect.arrayContaining(['which-variant-is-meant', 'true-and-false']))
    expect(anchorsOf('other-systems')).toEqual(expect.arrayContaining(['shopify', 'magento-2']))
  })

  test.each(Object.entries(pages))(
    '%s has each anchor once, and links within the help only',
    (name, page) => {
      const anchors = anchorsOf(name)
      expect(new Set(anchors).size).toBe(anchors.length)
      const links = [...page.html.matchAll(/ href="([^"]*)"/g)].map(([, href = '']) => href)
      for (const link of links) expect(Object.keys(pages)).toContain(link.replace('/admin/help/', ''))
      // As the content policy requires.
      expect(page.html).not.toMatch(/<style|<script|\sstyle=|\son\w+=/)
    },
  )

  test('is linked to only with anchors that it has', () => {
    const cwd = new URL('../packages/admin-page/src/', import.meta.url)
    const code = globSync('**/*.tsx', { cwd: cwd.pathname }).map((file) =>
      readFileSync(new URL(file, cwd), 'utf8'),
    )
    const links = [...code.join('\n').matchAll(/<HelpLink\s+page="([^"]+)"(?:\s+anchor="([^"]+)")?/g)]
    expect(links.length).toBeGreaterThan(2)
    for (const [, page = '', anchor] of links) {
      if (anchor !== undefined) expect(anchorsOf(page)).toContain(anchor)
    }
  })

  test.each(languages)('says in %s of each reason of a missing image what to do', async (language) => {
    const html = (await readAllHelp())[language]?.pages['after-an-import']?.html ?? ''
    for (const [code, reason] of Object.entries(messagesOf(language).reasons)) {
      expect(html).toMatch(new RegExp(`id="${code}".*<td>${reason}\\. .+</td>`))
    }
  })

  test.each(languages.filter((language) => language !== 'en'))(
    'in %s, each page has the codes, formats and paragraphs of the English one, and no sentence of it',
    (language) => {
      const translated = readHelp(readFileSync(sourceOf(language), 'utf8'), language).pages
      expect(Object.keys(translated)).toEqual(Object.keys(pages))
      for (const [name, { html, parts }] of Object.entries(translated)) {
        expect(codes(html)).toEqual(codes(pages[name]?.html))
        expect({ name, formats: formats(html) }).toEqual({ name, formats: formats(pages[name]?.html) })
        expect({ name, parts: parts.length }).toEqual({ name, parts: pages[name]?.parts.length })
        const english = new Set(sentences(pages[name]?.html))
        expect(sentences(html).filter((one) => english.has(one))).toEqual([])
      }
    },
  )

  test.each([
    ['a heading that has no page', `${markdown}\n## Something new\n`],
    ['a page that has no heading', markdown.replace('## Rules', '')],
    ['a link to where merchants cannot follow', `${markdown}\n[The README](README.md)\n`],
  ])('is not made of %s', (_what, text) => {
    expect(() => readHelp(text)).toThrow()
  })
})
