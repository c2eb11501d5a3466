import type { Page } from 'playwright-core'
import { findViolations } from './axe.ts'
import type { Browsing } from './browsing.ts'
import { findWrongGerman } from './german.ts'
import { settled } from './scenes.ts'
import type { Scene } from './scenes.ts'

/**
 * What is wrong with a scene, shown in German and then in English: texts that are no German; what axe finds in light
 * and dark, wide and narrow; what scrolls sideways. Each says in which language, appearance and width.
 */
export async function findSceneFaults(
  browsing: Browsing,
  { show, switchLanguage }: Scene,
): Promise<string[]> {
  const faults: string[] = []
  const note = (where: string, found: string[]) => faults.push(...found.map((fault) => `${where}: ${fault}`))

  // Colours on their way are neither the ones nor the others.
  const page = await show(browsing, { language: 'de-DE', reducedMotion: 'reduce' })
  note('German', await findWrongGerman(page))
  const state = await stateOf(page)
  await switchLanguage(page, 'English')
  const inEnglish = await stateOf(page)
  if (inEnglish !== state)
    faults.push(`English: no longer in the state of German, ${state}, but ${inEnglish}`)

  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 900 })
    // There, nothing is beneath what sticks to the window's edge.
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await atRest(page)
    note(`English, light, ${width} px`, await findViolations(page))
    const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth)
    if (scrollWidth > width) faults.push(`English, ${width} px: scrolls sideways, ${scrollWidth} px wide`)
    await page.emulateMedia({ colorScheme: 'dark' })
    await atRest(page)
    // The appearances differ in colours alone: what the other rules look at is the same in both.
    note(`English, dark, ${width} px`, await findViolations(page, ['color-contrast', 'link-in-text-block']))
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

async function atRest(page: Page): Promise<void> {
  await settled(page)
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
}
