import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type axe from 'axe-core'
import type { Page } from 'playwright-core'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** `axe.source` is twice as long, and every page has to parse it. */
const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

declare global {
  interface Window {
    axe: typeof axe & {
      _audit: { rules: { id: string; matches: (...of: [Element, ...unknown[]]) => boolean }[] }
    }
  }
}

/** Colours of texts whose contrast was decided, by all pages of this process. */
const decided = new Set<string>()

/**
 * Violations that axe finds in the page's current state, one line for each element. The contrast of texts with the same
 * colours, sizes and classes, up to the page's root, is checked once: it is the same, and takes most of axe's time. So
 * are rows that differ from an earlier one only by what they say.
 */
export async function findViolations(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  const options = {
    runOnly: rules ? { type: 'rule' as const, values: [...rules] } : { type: 'tag' as const, values: tags },
    resultTypes: ['violations' as const, 'incomplete' as const],
    // No rule of these reads style sheets.
    preload: false,
    elementRef: true,
  }
  // Described in the page: a whole result is large, and takes longer to transfer than to find.
  const { violations, looks } = await page.evaluate(
    async ([asked, before]) => {
      const grounds = new Map<Element, string>()
      const lookOf = (element: Element): string => {
        const { color, fontSize, fontWeight } = getComputedStyle(element)
        return [color, fontSize, fontWeight, groundOf(element)].join()
      }
      const groundOf = (element: Element): string => {
        const known = grounds.get(element)
        if (known !== undefined) return known
        const { backgroundColor, backgroundImage, opacity } = getComputedStyle(element)
        const parent = element.parentElement
        const own = [element.className, backgroundColor, backgroundImage, opacity]
        const ground = [...own, parent && groundOf(parent)].join()
        grounds.set(element, ground)
        return ground
      }
      const texts =
        / (?:id|for|href|src|alt|title|value|style|datetime|data-[\w-]+|aria-(?:label|labelledby|describedby|controls|rowindex))="[^"]+"/g
      const seen = new Set(before)
      // eslint-disable-next-line no-underscore-dangle -- axe has no other way to what a rule matches
      const rule = window.axe._audit.rules.find(({ id }) => id === 'color-contrast')
      if (rule === undefined) throw new Error('axe has no rule for contrast')
      const { matches } = rule
      rule.matches = (element, ...more) => {
        const look = lookOf(element)
        if (seen.has(look) || !matches(element, ...more)) return false
        seen.add(look)
        return true
      }
      const outlines = new Set<string>()
      const repeated = [...document.querySelectorAll('tr, li')].filter((row) => {
        const outline = row.outerHTML.replaceAll(/>[^<]+/g, '>text').replaceAll(texts, '')
        return outlines.size === outlines.add(getComputedStyle(row).backgroundColor + outline).size
      })
      const results = await window.axe.run(repeated.length > 0 ? { exclude: repeated } : document, asked)
      rule.matches = matches
      for (const { nodes } of results.incomplete)
        for (const { element } of nodes) if (element) seen.delete(lookOf(element))
      return {
        violations: results.violations.flatMap(({ id, nodes }) =>
          nodes.map(({ target, failureSummary }) => `${id} at ${String(target)}: ${failureSummary ?? ''}`),
        ),
        looks: [...seen],
      }
    },
    [options, [...decided]] as const,
  )
  for (const look of looks) decided.add(look)
  return violations
}
