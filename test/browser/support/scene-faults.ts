import type { Page } from 'playwright-core'
import { findViolations } from './axe.ts'
import type { Browsing } from './browsing.ts'
import { settled } from './scenes.ts'
import type { Scene } from './scenes.ts'
import { findWrongTexts, otherLanguages } from './texts.ts'

/**
 * What is wrong with a scene, shown in every language, English last: texts that are not of the language; what axe finds
 * in light and dark, wide and narrow; what scrolls sideways. Each says in which language, appearance and width.
 */
export async function findSceneFaults(
  browsing: Browsing,
  { show, switchLanguage }: Scene,
): Promise<string[]> {
  const faults: string[] = []
  const note = (where: string, found: string[]) => faults.push(...found.map((fault) => `${where}: ${fault}`))

  // Colours on their way are neither the ones nor the others.
  const [first = '', ...others] = otherLanguages
  const page = await show(browsing, { language: first, reducedMotion: 'reduce' })
  note(first, await findWrongTexts(page, first))
  const state = await stateOf(page)
  for (const language of [...others, 'en']) {
    await switchLanguage(page, language)
    const switched = await stateOf(page)
    if (switched !== state) note(language, [`no longer in the state of ${first}, ${state}, but ${switched}`])
    if (language !== 'en') note(language, await findWrongTexts(page, language))
  }

  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 900 })
    // There, nothing is beneath what sticks to the window's edge.
    await scrollToEnd(page)
    await atRest(page)
    note(`light, ${width} px`, await findViolations(page))
    const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth)
    if (scrollWidth > width) faults.push(`${width} px: scrolls sideways, ${scrollWidth} px wide`)
    await page.emulateMedia({ colorScheme: 'dark' })
    await atRest(page)
    // The appearances differ in colours alone: what the other rules look at is the same in both.
    note(`dark, ${width} px`, await findViolations(page, ['color-contrast', 'link-in-text-block']))
    await page.emulateMedia({ colorScheme: 'light' })
  }
  return faults
}

/** What is there to be read or used, opened or chosen, whatever it says and however many rows are in sight. */
function stateOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const parts = [...document.querySelectorAll('h1, h2, [role], [aria-expanded]')].map((element) =>
      [
        element.localName,
        ...['role', 'aria-expanded', 'aria-checked', 'aria-current', 'disabled'].map((name) =>
          element.getAttribute(name),
        ),
      ].join(' '),
    )
    return [...new Set(parts)].toSorted().join(', ')
  })
}

/** Products are measured when they come into sight, and then the end is further down. */
function scrollToEnd(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const { documentElement: root } = document
    do {
      window.scrollTo(0, root.scrollHeight)
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    } while (window.scrollY + window.innerHeight < root.scrollHeight - 1)
  })
}

async function atRest(page: Page): Promise<void> {
  await settled(page)
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
}
