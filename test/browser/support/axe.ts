import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type axe from 'axe-core'
import type { Page } from 'playwright-core'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** `axe.source` is twice as long, and every page has to parse it. */
const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

declare global {
  interface Window {
    axe: typeof axe
  }
}

/** Violations that axe finds in the page's current state, one line for each element. */
export async function findViolations(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  const options = {
    runOnly: rules ? { type: 'rule' as const, values: [...rules] } : { type: 'tag' as const, values: tags },
    resultTypes: ['violations' as const],
  }
  // Described in the page: a whole result is large, and takes longer to transfer than to find.
  return page.evaluate(async (asked) => {
    const { violations } = await window.axe.run(document, asked)
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} at ${String(target)}: ${failureSummary ?? ''}`),
    )
  }, options)
}
