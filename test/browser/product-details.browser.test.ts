import { expect, test } from '@jest/globals'
import type { Locator, Page } from 'playwright-core'
import { findViolations } from './support/axe.ts'
import { focused, focusIs, tabTo } from './support/focus.ts'
import { miss, see } from './support/journeys.ts'
import { changedKitchen, kitchenShop } from './support/kitchen-files.ts'
import { applied, visitPreview } from './support/shops.ts'
import { useBrowsing } from './support/use-browsing.ts'

const browsing = useBrowsing()

test('an open product shows each change where it is: words of a text, cells of variants, pictures', async () => {
  const storefront = 'kitchen'
  await applied(browsing, { storefront }, kitchenShop(browsing.images))
  const { draft_id: draftId } = await browsing.system.upload(changedKitchen(browsing.images), { storefront })
  const page = await visitPreview(browsing, { storefront, width: 1440, height: 900 }, draftId)

  // One word at character 900 of a description, with nothing opened but the product.
  const teapot = await open(page, 'Teapot')
  await see(teapot.getByText('removed: porcelain'))
  await see(teapot.getByText('added: stoneware'))
  expect(await teapot.getByText('drips').count()).toBe(0)
  await see(teapot.getByText('was Teapot, handmade'))
  await see(teapot.getByText('Cleared', { exact: true }))

  // By keyboard: the HTML instead of the text, and what is folded.
  await tabTo(page, 'Text')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await see(teapot.getByText('<em>'))
  expect(await teapot.locator('em', { hasText: /porcelain|stoneware/ }).count()).toBe(0)
  await tabTo(page, /^⋯ 8\d\d unchanged characters$/)
  await tabTo(page, /^⋯ 8\d\d unchanged characters$/)
  await page.keyboard.press('Enter')
  await focusIs(page, 'on the button still', ({ name }) => name === 'Show less')
  await see(teapot.getByText('drips'))
  await page.keyboard.press('Enter')
  await miss(teapot.getByText('drips'))

  // One table of the variants, in which only what changes is marked.
  const mug = await open(page, 'Mug')
  const variants = mug.getByRole('table', { name: 'Variants of Mug' })
  expect(await variants.getByRole('columnheader').allTextContents()).toEqual([
    'Row',
    'Color',
    'Size',
    'SKU',
    'Price',
    'Variant image',
  ])
  const cells = (row: number) => variants.locator(`#row-${row}`).getByRole('cell').allInnerTexts()
  expect((await cells(3)).map(plain)).toEqual([
    'White',
    'S',
    'MUG-W-S',
    'was 18.00 → now 19.50',
    '– stays as it is',
  ])
  expect((await cells(5)).map(plain)).toEqual([
    'White',
    'L',
    'MUG-W-L',
    '– stays as it is',
    '– stays as it is',
  ])
  const failed = variants.locator('#row-8')
  await see(failed.getByText('Error', { exact: true }))
  await see(failed.getByText('Not a number'))
  const shown = variants.locator('#row-4')
  await see(shown.locator('img').nth(1))
  expect(await shown.locator('img').count()).toBe(2)
  await see(shown.getByText('white.png'))
  await see(shown.getByText('blue.png'))
  await shown.focus()
  await focusIs(page, 'on the row that a link names', ({ id, isSeen }) => id === 'row-4' && isSeen)

  // A new product with twelve variants in one window and a third.
  const apron = await open(page, 'Apron')
  await see(apron.getByText(/^The same for all 12 variants:.*Taxable TRUE/))
  await see(apron.getByText('graphite.jpg').first())
  expect(await apron.locator('img').count()).toBe(0)
  expect((await apron.boundingBox())?.height).toBeLessThanOrEqual(1_200)

  // Of a thousand variants, the rest comes when it is asked for.
  const sampler = await open(page, 'Sampler')
  const lines = sampler.getByRole('table').getByRole('row')
  expect(await lines.count()).toBe(1 + 100)
  await sampler.getByRole('button', { name: 'Show all 1,000 variants' }).press('Enter')
  await see(lines.nth(1_000))
  expect((await focused(page)).name).toMatch(/^Row 121/)
  await page.getByRole('button', { name: 'Sampler', exact: true }).click()

  for (const width of [1_440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await findViolations(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
  await page.evaluate(() => window.scrollTo(0, 0))
  await see(variants.locator('#row-3').getByText('Price was 18.00'))
})

/** Alone, so that it is in sight. */
async function open(page: Page, name: string): Promise<Locator> {
  const button = page.getByRole('button', { name, exact: true })
  await button.click()
  return page.locator('[data-index]').filter({ has: button })
}

function plain(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
