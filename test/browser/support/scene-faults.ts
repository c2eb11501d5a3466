import type { Page } from 'playwright-core'
import { findViolations } from './axe.ts'
import type { Browsing } from './browsing.ts'
import { preferencesButton } from './journeys.ts'
import { scenes, settled } from './scenes.ts'
import type { Scene } from './scenes.ts'
import { findWrongTexts, otherLanguages } from './texts.ts'

/** Rules that depend on colours and layout; the other rules give the same result everywhere. */
export const colourRules = ['color-contrast', 'link-in-text-block']
export const visualRules = [...colourRules, 'scrollable-region-focusable', 'target-size']

/**
 * What is wrong with a scene: texts that are not of its language, which is another one from scene to scene and never
 * English; what axe finds in light and dark, wide and narrow; what scrolls sideways. Each says where.
 * @param isSwitched then another language is chosen, too
 */
export async function findSceneFaults(
  browsing: Browsing,
  scene: Scene,
  isSwitched: boolean,
): Promise<string[]> {
  const faults: string[] = []
  const note = (where: string, found: string[]) => faults.push(...found.map((fault) => `${where}: ${fault}`))

  const language = otherLanguages[scenes.indexOf(scene) % otherLanguages.length] ?? ''
  const page = await scene.show(browsing, { language })
  note(language, await findWrongTexts(page, language))

  await lookAt(page, 1280)
  note('light, 1280 px', await findViolations(page))
  await page.emulateMedia({ colorScheme: 'dark' })
  await lookAt(page, 320)
  note('dark, 320 px', await findViolations(page, visualRules))
  const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth)
  if (scrollWidth > 320) faults.push(`320 px: scrolls sideways, ${scrollWidth} px wide`)
  const others = otherLanguages.filter((other) => other !== language)
  if (isSwitched) note('switched', await findFaultsOfSwitching(page, others))
  return faults
}

/** What a change to the languages by the menu takes from a page or adds to it, and texts that are not of them. */
async function findFaultsOfSwitching(page: Page, languages: string[]): Promise<string[]> {
  const state = await stateOf(page)
  const faults: string[] = []
  for (const language of languages) {
    await preferencesButton(page).click()
    await page.locator(`[role=menuitemradio]:has([lang=${language}])`).click()
    await page.getByRole('menu').waitFor({ state: 'detached' })
    await page.locator(`html[lang=${language}]`).waitFor()
    await page.mouse.move(0, 0)
    await settled(page)
    const switched = await stateOf(page)
    if (switched !== state) faults.push(`no longer in the state before, ${state}, but ${switched}`)
    faults.push(...(await findWrongTexts(page, language)))
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

async function lookAt(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 900 })
  // There, nothing is covered by sticky elements.
  await scrollToEnd(page)
  await settled(page)
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
}
