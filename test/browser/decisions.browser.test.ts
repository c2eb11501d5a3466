import { expect, test } from '@jest/globals'
import type { Locator, Page } from 'playwright-core'
import { csvOf } from '../support/canonical-file.ts'
import { chooseFile, see } from './support/journeys.ts'
import type { Csv } from './support/journeys.ts'
import { applied } from './support/shops.ts'
import { useBrowsing } from './support/use-browsing.ts'
import { winter, winterRelaunch, winterStock } from './support/winter-relaunch.ts'

// From a file to what the shop is to become, in few clicks.

const browsing = useBrowsing()

const decision = (page: Page) => page.getByRole('region', { name: 'Decision' })

test('a season’s file is applied without its wrong prices and with its currencies corrected, and undone', async () => {
  const storefront = 'winter'
  const { system } = browsing
  const catalog = () =>
    Promise.all(
      ['active', 'draft'].map(async (status) =>
        (await system.request(`/api/products/export?status=${status}`, { storefront })).text(),
      ),
    )
  await applied(browsing, { storefront }, winterStock())
  const before = await catalog()

  const page = await browsing.visit({ storefront, width: 1_440, height: 900 })
  const { choose, click, counted } = counting(page)
  await choose({ name: 'winter-relaunch.csv', text: winterRelaunch() })
  await see(page.getByRole('heading', { name: `${winter.errors} rows have errors` }))
  const first = page.locator('[data-index="0"]')
  await see(first)
  expect((await first.boundingBox())?.y).toBeLessThan(600)
  await page.setViewportSize({ width: 390, height: 844 })
  expect((await first.boundingBox())?.y).toBeLessThan(760)
  await page.setViewportSize({ width: 1_440, height: 900 })

  await click(page.getByRole('radio', { name: `${winter.wrongPrices} Price falls by half or more` }))
  await see(page.getByRole('status').getByText(`${winter.wrongPrices} products`, { exact: true }))
  await click(page.getByRole('button', { name: 'Leave out all of these' }))
  await see(page.getByRole('status').getByText(`${winter.wrongPrices} products are left out as chosen`))
  await click(page.getByRole('button', { name: `Correct ${winter.currencies} rows` }))
  await see(page.getByRole('heading', { name: `${winter.otherErrors} rows have errors` }))
  await click(decision(page).getByRole('button', { name: /^Apply 300 new products/ }))
  await page.waitForURL('**/admin/runs/*')
  expect(counted()).toEqual({ clicks: 5, uploads: 1 })
  const [active = ''] = await catalog()
  expect(active).not.toContain(',0.50,')
  expect(active.split(',171.00,').length - 1).toBe(2 * 400 + winter.currencies)

  await click(page.getByRole('button', { name: 'Undo this import' }))
  await page.waitForURL('**/admin/imports/*')
  await click(decision(page).getByRole('button', { name: 'Undo these changes' }))
  await page.waitForURL('**/admin/runs/*')
  expect(await catalog()).toEqual(before)
  expect(counted().clicks).toBeLessThanOrEqual(12)
})

test('a wholesaler’s stock adds nothing, and lists what the shop does not have', async () => {
  const storefront = 'wholesale'
  const products = 2_600
  await applied(
    browsing,
    { storefront },
    csvOf(
      Array.from({ length: products }, (_, index) => ({
        handle: `ware-${index}`,
        title: `Ware ${index}`,
        variant_barcode: ean(index),
        variant_price: '3.00',
        variant_inventory_quantity: '1',
      })),
    ),
  )
  const page = await browsing.visit({ storefront, expected: [422] })
  const { choose, click, counted } = counting(page)
  const lines = Array.from({ length: 3_000 }, (_, index) => `${ean(index)};${index % 9}`)
  await choose({ name: 'bestand.csv', text: `EAN;QTY\n${lines.join('\n')}\n` })
  await click(page.getByRole('button', { name: 'Continue to the preview' }))
  await page.waitForURL('**/admin/imports/*')
  await see(page.getByRole('heading', { name: '400 rows have errors' }))
  await see(page.getByText('400 rows', { exact: true }))
  const wrong = page.getByRole('list', { name: 'What is wrong' }).getByRole('button')
  expect(await wrong.first().innerText()).toBe('Your catalog does not have this barcode')
  await click(wrong.first())
  await see(page.getByText('Row 2602'))
  await click(decision(page).getByRole('button', { name: /^Apply/ }))
  await page.waitForURL('**/admin/runs/*')
  expect(counted().clicks).toBeLessThanOrEqual(6)
  expect(await browsing.system.json('/api/products/summary', { storefront })).toMatchObject({
    product_count: products,
  })
})

function ean(index: number): string {
  return String(4_000_000_000_000 + index)
}

/** Counts clicks, of which choosing a file is one, and uploads. */
function counting(page: Page) {
  let clicks = 0
  let uploads = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/products/imports')) uploads += 1
  })
  return {
    choose: async (file: Csv) => {
      clicks += 1
      await chooseFile(page, file)
    },
    click: async (what: Locator) => {
      clicks += 1
      await what.click()
    },
    counted: () => ({ clicks, uploads }),
  }
}
