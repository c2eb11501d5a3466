import { expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { findViolations } from './support/axe.ts'
import { see } from './support/journeys.ts'
import { scenes } from './support/scenes.ts'
import { useBrowsing } from './support/use-browsing.ts'

const browsing = useBrowsing()

test.each(scenes.map(({ name, show }) => [name, show] as const))(
  '%s: axe finds nothing in light and dark, wide and narrow, and nothing scrolls sideways',
  async (_name, show) => {
    // Colours on their way are neither the ones nor the others.
    const page = await show(browsing, { reducedMotion: 'reduce' })
    for (const width of [1280, 320]) {
      await page.setViewportSize({ width, height: 900 })
      // There, nothing lies beneath what sticks to the window's edge.
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
      await atRest(page)
      expect(await findViolations(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      await page.emulateMedia({ colorScheme: 'dark' })
      await atRest(page)
      expect(await findViolations(page, ['color-contrast', 'link-in-text-block'])).toEqual([])
      await page.emulateMedia({ colorScheme: 'light' })
    }
  },
  120_000,
)

test('a chosen appearance is kept against the system’s', async () => {
  const page = await browsing.visit({ storefront: 'dark' })
  await page.getByRole('button', { name: 'Language, appearance and session' }).click()
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  await page.reload()
  await see(page.getByRole('heading', { level: 1 }))
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('dark')
})

test('whoever wants less motion sees none', async () => {
  const uploading = scenes.find(({ name }) => name === 'start, uploading')
  const page = await uploading?.show(browsing, { storefront: 'ruhig', reducedMotion: 'reduce' })
  const longest = await page?.evaluate(() =>
    Math.max(
      0,
      ...document
        .getAnimations()
        .map(({ effect }) => Number(effect?.getComputedTiming().activeDuration ?? 0)),
    ),
  )
  expect(longest).toBeLessThan(1)
})

test('with forced colours, what is chosen and what has the focus can still be told', async () => {
  const edited = scenes.find(({ name }) => name === 'review, of an edited shop')
  const page = await edited?.show(browsing, { storefront: 'erzwungene-farben', forcedColors: 'active' })
  if (page === undefined) throw new Error('no such scene')
  expect(await findViolations(page)).toEqual([])
  const chosen = page.getByRole('radio', { name: /All rows/ })
  expect(await outlineOf(page, '[role=radio][aria-checked=true]')).not.toBe('none')
  await chosen.focus()
  await page.keyboard.press('ArrowRight')
  expect(await outlineOf(page, ':focus')).not.toBe('none')
})

async function atRest(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
}

function outlineOf(page: Page, selector: string): Promise<string> {
  return page
    .locator(selector)
    .first()
    .evaluate((element) => getComputedStyle(element).outlineStyle)
}
