import { expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { editedFile, picturesFile, pricesFile, stockFile } from './support/example-files.ts'
import { focused, focusIs, isInSight } from './support/focus.ts'
import { chooseFile, miss, see } from './support/journeys.ts'
import { applied, visitPreview } from './support/scenes.ts'
import { useBrowsing } from './support/use-browsing.ts'

const browsing = useBrowsing()

test('a second tab is signed in as the one it comes from, and all of a storefront sign out together', async () => {
  const { system } = browsing
  const north = await browsing.visit({ storefront: 'north', isFresh: true })
  await see(shopName(north, 'north'))
  const south = await openTab(north, `#token=${system.token('south')}`)
  await see(shopName(south, 'south'))

  const [second] = await Promise.all([
    north.context().waitForEvent('page'),
    north.getByRole('link', { name: 'History' }).click({ modifiers: ['ControlOrMeta'] }),
  ])
  await see(second.getByRole('heading', { name: 'History', level: 1 }))
  await see(shopName(second, 'north'))
  expect(await second.evaluate(() => JSON.stringify(localStorage))).not.toContain('ey')

  // The tab that was used last is the one of the south.
  await south.getByRole('heading', { level: 1 }).click()
  const third = await openTab(north, 'runs')
  await see(shopName(third, 'south'))

  await signOut(second)
  await see(second.getByText('You are signed out in every tab.'))
  await see(north.getByText('You are signed out in every tab.'))
  await see(shopName(south, 'south'))
  await third.reload()
  await see(shopName(third, 'south'))

  // Signing in again in one tab is enough, where another one waits for the same storefront.
  await second.getByLabel('Access token').fill(system.token('north'))
  await second.getByRole('button', { name: 'Sign in' }).click()
  await see(shopName(second, 'north'))
  await see(shopName(north, 'north'))
})

test('a part that does not load says that the connection is lost, and loads once it is back', async () => {
  const page = await browsing.visit({ storefront: 'lost', isFresh: true, expected: ['unreachable'] })
  await see(page.getByText('No imports yet'))
  await page.context().setOffline(true)
  await page.getByRole('link', { name: 'History' }).click()
  await see(page.getByRole('heading', { name: 'Connection lost', level: 1 }))
  await page.getByRole('button', { name: 'Try again' }).click()
  await see(page.getByRole('heading', { name: 'Connection lost', level: 1 }))
  await page.context().setOffline(false)
  await see(page.getByRole('heading', { name: 'History', level: 1 }))
})

test('after a release the page is loaded again, once by itself and then by a button', async () => {
  const page = await browsing.visit({ storefront: 'released', isFresh: true, expected: [404] })
  await see(page.getByText('No imports yet'))
  await page.route('**/assets/history-screen-*.{js,css}', (route) => route.fulfill({ status: 404 }))
  await page.route('**/admin/', (route) => route.fulfill({ body: '<script src="/admin/assets/next.js">' }))
  const loads: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads.push(request.url())
  })
  await page.getByRole('link', { name: 'History' }).click()
  await see(page.getByRole('heading', { name: 'This page has a new version', level: 1 }))
  expect(loads).toEqual([expect.stringMatching(/\/admin\/runs$/)])
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Load the page again' }).click()
  await see(page.getByRole('heading', { name: 'History', level: 1 }))
})

test('a picture is told to be a picture before it is uploaded, and what to do is said once', async () => {
  const page = await browsing.visit({ storefront: 'no-catalog', expected: [422] })
  const alert = page.getByRole('alert')
  await page.locator('input[type=file]').setInputFiles({
    name: 'mug.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('ffd8ffe000104a46', 'hex'),
  })
  await see(alert.getByText('mug.csv is a picture'))
  expect(await alert.textContent()).not.toContain('Save as')
  await chooseFile(page, { name: 'tool.csv', text: 'handle,title\na,\0\n' })
  await see(alert.getByText('This is not a catalog file'))
  expect((await alert.textContent())?.match(/CSV UTF-8/g)).toHaveLength(1)
})

test('leaving during an upload asks first', async () => {
  const page = await browsing.visit({ storefront: 'leaving' })
  await page.route('**/api/products/imports', () => {})
  await chooseFile(page, { name: 'stock.csv', text: stockFile(2) })
  await see(page.getByRole('progressbar'))
  const question = page.getByRole('alertdialog', { name: 'Cancel the upload?' })
  await page.getByRole('link', { name: 'History' }).click()
  await question.getByRole('button', { name: 'Stay' }).click()
  await miss(question)
  await see(page.getByRole('progressbar'))

  const [dialog] = await Promise.all([
    page.waitForEvent('dialog'),
    page.evaluate(() => void setTimeout(() => location.reload())),
  ])
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  await see(page.getByRole('progressbar'))

  await page.getByRole('link', { name: 'History' }).click()
  await question.getByRole('button', { name: 'Leave and cancel' }).click()
  await see(page.getByRole('heading', { name: 'History', level: 1 }))
})

test('images that are awaited are told of when they are done, and can be requested again', async () => {
  const storefront = 'awaited'
  const held = browsing.images.hold()
  browsing.defer(() => held.open())
  const csv = { name: 'pictures.csv', text: picturesFile(browsing.images) }
  const run = await applied(browsing, { storefront }, csv, false)
  const page = await browsing.visit({ storefront, isFresh: true })
  await page.addInitScript({ content: awayWithNotifications })
  await page.goto(`${browsing.system.baseUrl}/admin/runs/${run}`)
  await page.getByRole('button', { name: 'Notify me when the images are done' }).click()
  await see(page.getByText('You will be notified when the images are done'))
  expect(await page.title()).toMatch(/^\d+% – Import of pictures\.csv · /)
  held.open()
  await see(page.getByText('9 of them could not be fetched'))
  await see(page.getByText('Completed, 9 images missing'))
  expect(await page.title()).toMatch(/^⚠ 9 images missing – Import of pictures\.csv · /)
  expect(await page.evaluate('window.notified')).toEqual(['9 images missing: Import of pictures.csv'])

  await page.getByRole('link', { name: /^Failed/ }).click()
  await page.waitForURL('**/*outcome=failed*')
  await page.getByRole('button', { name: 'Retry 9 images' }).click()
  await see(page.getByText('9 images were requested again.'))
  await focusIs(page, 'on the confirmation', ({ name }) => name === '9 images were requested again.')
  await see(page.getByRole('link', { name: /^All/ }).and(page.locator('[aria-current=page]')))
  await see(page.getByText('9 of them could not be fetched'))

  await page.getByRole('link', { name: 'History' }).click()
  await see(page.getByRole('table').getByText('Completed, 9 images missing'))
})

test('Apply is at most 15 Tab stops from the top', async () => {
  const storefront = 'tabs'
  await applied(browsing, { storefront }, stockFile())
  const { draft_id: draftId } = await browsing.system.upload(editedFile(), { storefront })
  const page = await visitPreview(browsing, { storefront }, draftId)
  const names: string[] = []
  const press = async (key: string) => {
    await page.keyboard.press(key)
    names.push((await focused(page)).name)
  }
  while (names.at(-1) !== 'Skip to the decision' && names.length < 20) await press('Tab')
  await press('Enter')
  while (!names.at(-1)?.startsWith('Apply ') && names.length < 20) await press('Tab')
  await focusIs(page, 'in sight', isInSight)
  expect(names.at(-1)).toMatch(/^Apply /)
  expect(names.length).toBeLessThanOrEqual(15)
  expect(page.url()).not.toContain('#')
})

test('Back restores what was open, and the place', async () => {
  const storefront = 'back'
  await applied(
    browsing,
    { storefront },
    pricesFile(() => `100.00`),
  )
  const csv = pricesFile((index) => `${101 + (index % 50)}.00`)
  const { draft_id: draftId } = await browsing.system.upload(csv, { storefront })
  const page = await visitPreview(browsing, { storefront }, draftId)
  const product = (number: number) => page.getByRole('button', { name: `Ware ${number}`, exact: true })
  for (const number of [0, 1, 2]) await product(number).click()
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight / 2))
  await product(110).click()
  await see(product(110).and(page.locator('[aria-expanded=true]')))
  const place = () => product(110).evaluate((button) => Math.round(button.getBoundingClientRect().top))
  const before = await place()

  // A click would scroll to the link.
  await page.evaluate(() => document.querySelector<HTMLElement>('a[href="/admin/runs"]')?.click())
  await page.getByRole('table').getByRole('link').click()
  await see(page.getByRole('heading', { name: /^Import of / }))
  await page.goBack()
  await page.goBack()
  await see(product(110).and(page.locator('[aria-expanded=true]')))
  expect(await place()).toBe(before)
  await page.evaluate(() => scrollTo(0, 0))
  await see(product(1).and(page.locator('[aria-expanded=true]')))
})

test('a review and a run are printed in black on white, without bars and buttons', async () => {
  const storefront = 'paper'
  const run = await applied(browsing, { storefront }, picturesFile(browsing.images))
  const { draft_id: draftId } = await browsing.system.upload(editedFile(), { storefront })
  const page = await visitPreview(browsing, { storefront, colorScheme: 'dark' }, draftId)
  expect(await onPaper(page)).toEqual({ isBlackOnWhite: true, pressable: [], stuck: [] })
  await see(page.getByRole('button', { name: 'Kaffeetasse 0', exact: true }))
  await page.goto(`${browsing.system.baseUrl}/admin/runs/${run}`)
  await see(page.getByRole('table'))
  expect(await onPaper(page)).toEqual({ isBlackOnWhite: true, pressable: [], stuck: [] })
})

/** What of the page would be printed and should not. */
async function onPaper(page: Page) {
  await page.evaluate(() => (document.documentElement.dataset.theme = 'dark'))
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  const found = await page.evaluate(() => {
    const shown = [...document.querySelectorAll('body *')]
      .filter((element) => element.checkVisibility())
      .map((element) => ({ element, text: element.textContent.trim(), style: getComputedStyle(element) }))
    const light = shown.filter(({ style }) => Number(/\d+/.exec(style.color)?.[0]) > 180)
    return {
      isBlackOnWhite:
        light.length === 0 &&
        getComputedStyle(document.documentElement).backgroundColor === 'rgb(255, 255, 255)',
      pressable: shown
        .filter(({ element }) =>
          element.matches('input, button:not([role=row] button, [role=radio]), header *'),
        )
        .map(({ text }) => text),
      stuck: shown
        .filter(({ style }) => ['sticky', 'fixed'].includes(style.position))
        .map(({ text }) => text),
    }
  })
  await page.emulateMedia({ media: 'screen' })
  return found
}

/** Allowed once they are asked for; nobody looks at the page. */
const awayWithNotifications = `
  document.hasFocus = () => false
  window.notified = []
  window.Notification = class extends EventTarget {
    static permission = 'default'
    static async requestPermission() {
      return (this.permission = 'granted')
    }
    constructor(title, { body }) {
      super()
      window.notified.push(title + ': ' + body)
    }
  }
`

const shopName = (page: Page, name: string) => page.getByTitle(`Storefront ${name}`)

async function openTab(beside: Page, path: string): Promise<Page> {
  const page = await beside.context().newPage()
  await page.goto(`${browsing.system.baseUrl}/admin/${path}`)
  return page
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Language, appearance and session' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
}
