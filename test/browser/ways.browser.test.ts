import type { DraftPage, Summary } from '@catalog/contracts'
import { describe, expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { editedFile, picturesFile, pricesFile, stockFile } from './support/example-files.ts'
import { focused, focusIs, isInSight, tabTo } from './support/focus.ts'
import {
  chooseFile,
  downloadBy,
  miss,
  preferencesButton,
  see,
  uploadFile,
  uploadNamed,
} from './support/journeys.ts'
import { largeFile } from './support/large-files.ts'
import { priceList, wideList } from './support/price-lists.ts'
import { sceneNamed, settled } from './support/scenes.ts'
import { applied, edition, expireDraft, review, shopOf } from './support/shops.ts'
import { findWrongTexts } from './support/texts.ts'
import { useBrowsing } from './support/use-browsing.ts'
import { waitFor } from '../support/wait-for.ts'

const browsing = await useBrowsing()

test('a second tab is signed in as the one it comes from, and all of a storefront sign out together', async () => {
  const { system } = browsing
  const north = await browsing.visit({ storefront: 'north', isFresh: true })
  await see(shopName(north, 'north'))
  const south = await openTab(north, `#token=${system.token('south')}`)
  await south.getByRole('button', { name: 'Sign in' }).click()
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

test('a link to a storefront that was never opened here asks first, and is left by a click', async () => {
  const { system } = browsing
  const own = await browsing.visit({ storefront: 'own', isFresh: true })
  await see(shopName(own, 'own'))
  await own.goto(`${system.baseUrl}/admin/runs#token=${system.token('stranger')}`)
  await see(own.getByRole('heading', { name: 'Open the storefront “stranger”?', level: 1 }))
  expect(await own.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain('stranger')
  await own.getByRole('button', { name: 'Cancel' }).click()
  await see(shopName(own, 'own'))

  const other = await openTab(own, `#token=${system.token('other')}`)
  await other.getByRole('button', { name: 'Sign in' }).click()
  await see(shopName(other, 'other'))
  for (const storefront of ['own', 'other']) {
    const again = await openTab(own, `#token=${system.token(storefront)}`)
    await see(shopName(again, storefront))
  }
})

test('the storefront of a sign-in that this tab asked for is opened at once', async () => {
  const { system } = browsing
  const page = await browsing.visit({ storefront: 'own', isFresh: true, expected: [400] })
  await see(shopName(page, 'own'))
  await page.route('**/admin/config.json', (route) =>
    route.fulfill({ json: { login_url: `${system.baseUrl}/healthz` } }),
  )
  await signOut(page)
  await page.reload()
  await page.getByRole('button', { name: 'Continue to sign-in' }).click()
  await page.waitForURL(/healthz/)
  await page.goto(`${system.baseUrl}/admin/#token=${system.token('second')}`)
  await see(shopName(page, 'second'))
})

test('before a session ends it is renewed in another tab, and what is on the screen stays', async () => {
  const { system } = browsing
  const page = await browsing.visit({ isFresh: true, isSignedIn: false })
  await page.route('**/admin/config.json', (route) =>
    route.fulfill({ json: { login_url: `${system.baseUrl}/healthz` } }),
  )
  await page.reload()
  await page.getByLabel('Access token').waitFor({ state: 'attached' })
  await page.goto(
    `${system.baseUrl}/admin/runs#token=${system.token('renewed', undefined, { lifetimeS: 20 })}`,
  )
  await page.getByRole('link', { name: 'Help', exact: true }).click()
  await see(page.getByText('Your session ends in a moment'))
  const [tab] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('button', { name: 'Continue to sign-in' }).click(),
  ])
  await tab.waitForURL(/healthz\?return_to=.*%2Fadmin%2F$/)
  await tab.goto(`${system.baseUrl}/admin/#token=${system.token('renewed')}`)
  await miss(page.getByText('Your session ends in a moment'))
  await see(page.getByRole('heading', { name: 'Help', level: 1 }))
  await page.getByRole('link', { name: 'History', exact: true }).click()
  await see(page.getByText('No imports yet'))
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

test('a picture is recognised before it is uploaded, and the advice is shown once', async () => {
  const page = await browsing.visit({ storefront: 'no-catalog', expected: [422] })
  const alert = page.getByRole('alert')
  await chooseFile(page, { name: 'mug.csv', bytes: Buffer.from('ffd8ffe000104a46', 'hex') })
  await see(alert.getByText('mug.csv is a picture'))
  expect(await alert.textContent()).not.toContain('Save as')
  await chooseFile(page, { name: 'tool.csv', text: 'handle,title\na,\0\n' })
  await see(alert.getByText('This is not a catalog file'))
  expect((await alert.textContent())?.match(/CSV UTF-8/g)).toHaveLength(1)

  // A column of a known format is missing: it can be added, or the columns matched.
  await chooseFile(page, { name: 'cups.csv', text: 'title,variant_price\nCup,1\n' })
  await see(alert.getByText('A required column is missing'))
  await alert.getByRole('button', { name: 'Choose what the columns hold' }).click()
  await isAtHeading(page, 'Match your columns')

  // The columns of a known format can be matched as well.
  await page.getByRole('link', { name: 'Import & export', exact: true }).click()
  await chooseFile(page, { name: 'stock.csv', text: stock })
  await isAtHeading(page, 'Review import')
  await page.locator('summary').first().click()
  await page.getByRole('button', { name: 'Choose the columns yourself' }).click()
  await isAtHeading(page, 'Match your columns')
  expect(await page.getByRole('combobox', { name: 'variant_price' }).inputValue()).toBe('variant_price')
})

const prices = { name: 'prices.csv', text: priceList() }
const stock = 'handle,title,variant_sku,variant_price\ncup,Cup,T-0,10.00\njug,Jug,T-1,9.90\n'

test('a price list is at its preview in three keys, and in none the next time, until it is forgotten', async () => {
  const storefront = 'supplier'
  await applied(browsing, { storefront }, stock)
  const page = await browsing.visit({ storefront, expected: [422] })
  await chooseFile(page, prices)
  await isAtHeading(page, 'Match your columns')
  for (const key of ['Tab', 'Enter', 'Enter']) await page.keyboard.press(key)
  await page.waitForURL('**/admin/imports/*')
  await isAtHeading(page, 'Review import')
  await page.locator('summary').first().click()
  await see(page.getByText('Columns were read as chosen for this file'))
  await see(page.getByRole('radio', { name: '2 Changed' }))
  await see(page.getByText('Only products that your catalog already has are changed; new ones are left out.'))

  const start = page.getByRole('link', { name: 'Import & export', exact: true })
  await start.click()
  await chooseFile(page, prices)
  await page.waitForURL('**/admin/imports/*')
  await page.locator('summary').first().click()
  await see(page.getByText('Columns were read as last time'))

  // The file is still here: what its columns hold can be changed without choosing it again.
  await tabTo(page, 'Change what columns hold')
  await page.keyboard.press('Enter')
  await isAtHeading(page, 'Match your columns')
  await page.getByRole('combobox', { name: 'Bestand' }).selectOption({ label: 'Leave out' })
  await page.getByRole('button', { name: 'Continue to the preview' }).click()
  await page.waitForURL('**/admin/imports/*')
  await see(page.getByText('2 columns are ignored'))
  await page.goBack()
  await isAtHeading(page, 'Match your columns')
  const stockList = page.getByRole('combobox', { name: 'Bestand' })
  expect(await stockList.inputValue()).toBe('')
  await page.goForward()

  // After a reload it has to be chosen again, and is asked about although its columns are remembered.
  await page.reload()
  await page.locator('summary').first().click()
  await page.getByRole('button', { name: 'Change what columns hold' }).click()
  await see(page.getByText('Choose the file again'))
  await chooseFile(page, prices)
  await isAtHeading(page, 'Match your columns')
  expect(await stockList.inputValue()).toBe('')
  await page.getByRole('button', { name: 'Continue to the preview' }).click()
  await page.waitForURL('**/admin/imports/*')
  await page.locator('summary').first().click()
  await tabTo(page, 'Forget')
  await page.keyboard.press('Enter')
  await focusIs(page, 'on the confirmation', ({ name }) => name.startsWith('Forgotten.'))

  await start.click()
  await miss(page.getByText('Remembered columns'))
  await chooseFile(page, prices)
  await isAtHeading(page, 'Match your columns')
  await page.getByRole('button', { name: 'Continue to the preview' }).click()
  await page.waitForURL('**/admin/imports/*')
  await start.click()
  await page.getByText('Remembered columns').click()
  await tabTo(page, 'Forget')
  await page.keyboard.press('Enter')
  await focusIs(page, 'on the confirmation', ({ name }) => name.startsWith('Forgotten.'))
  await miss(page.getByRole('listitem').filter({ hasText: 'Artikelnr' }))
})

test('what a mapping would do is shown beside it, of the whole file, and leaves no preview behind', async () => {
  const storefront = 'effect'
  await applied(browsing, { storefront }, stock)
  const page = await browsing.visit({ storefront, expected: [422] })
  await chooseFile(page, prices)
  const effect = page.getByRole('region', { name: 'What would happen' })
  await see(effect.getByText('0 new products, 2 changed products', { exact: true }))
  await see(effect.getByText('Title 2', { exact: true }))
  const cup = effect.getByRole('row', { name: 'Kaffeetasse 0' })
  expect(await cup.innerText()).toMatch(/was\s+Cup[^]*was\s+10\.00[^]*now\s+12\.50/)

  await page.getByRole('combobox', { name: 'Bezeichnung' }).selectOption('')
  await see(effect.getByRole('row', { name: /^Cup/ }))
  await miss(effect.getByText('Title 2', { exact: true }))
  const sku = page.getByRole('combobox', { name: 'Artikelnr' })
  await sku.focus()
  await sku.selectOption('')
  await miss(effect)
  const { drafts } = await browsing.system.json<DraftPage>('/api/products/imports', { storefront })
  expect(drafts).toEqual([])
})

test('of many columns each choice changes two at most, and what is missing is shown before the upload', async () => {
  const page = await browsing.visit({ storefront: 'wide', expected: [422] })
  await chooseFile(page, { name: 'wide.csv', text: wideList(200) })
  const lists = page.locator('select')
  await see(lists)
  expect(await lists.count()).toBe(200)
  // By their places: to ask each list for its name takes long.
  const [one, sku, price] = [lists.nth(7), lists.nth(195), lists.nth(197)]
  await page.evaluate(recordChangedItems)

  // As arrow keys go through the list: what is passed by stays with its column.
  await one.focus()
  await one.selectOption('variant_sku')
  await see(page.getByText('Left out: SKU is now read from “Merkmal 7”.'))
  expect(await sku.inputValue()).toBe('')
  await one.selectOption('vendor')
  expect(await sku.inputValue()).toBe('variant_sku')
  expect(await page.evaluate('window.changedItems.size')).toBe(2)

  const onlyLeftOut = page.getByLabel('Show only columns that are left out')
  await onlyLeftOut.check()
  const leftOut = await lists.count()
  expect(leftOut).toBeLessThan(197)
  await lists.first().selectOption('metadata.merkmal_0')
  expect(await lists.count()).toBe(leftOut)
  await onlyLeftOut.uncheck()
  expect(await lists.count()).toBe(200)

  await see(page.getByText('A product that is not in your catalog yet is added.'))
  await price.focus()
  await price.selectOption('')
  await see(page.getByText('a new product also needs a column for Price.'))
  await page.getByText('By handle').click()
  const missing = 'Choose a column for Handle, or find products in another way.'
  await page.getByText('Continue to the preview').click()
  await focusIs(page, 'on what is missing', ({ name }) => name === missing)
})

test('a file of more rows than an import takes is applied in parts, and nothing is lost between two', async () => {
  const { system } = browsing
  const storefront = 'in-parts'
  // Parts are applied before all of their rows are loaded: these are no longer there then.
  const page = await browsing.visit({ storefront, isFresh: true, expected: [404, 410, 413] })
  await chooseFile(page, { name: 'all.csv', text: largeFile() })
  await see(page.getByRole('alert').getByText('all.csv is larger than one import'))
  await page.getByRole('button', { name: 'Split into parts' }).click()
  await see(page.getByText('5,200 rows: 2 parts, products whole.'))
  await page.getByRole('button', { name: 'Review part 1' }).click()
  await see(page.getByText('Part 1 of 2 of all.csv'))
  await page.getByRole('button', { name: 'Apply 2,500 new products' }).click()
  await see(page.getByText('Part 2 of 2 of all.csv'))
  await see(page.getByText('This is the last part.'))
  const secondDraft = new URL(page.url()).pathname.split('/').at(-1) ?? ''

  const beside = await openTab(page, `#token=${system.token('beside')}`)
  await beside.getByRole('button', { name: 'Sign in' }).click()
  await see(beside.getByText('No imports yet'))
  await beside.goto(`${system.baseUrl}/admin/parts`)
  await see(beside.getByText('No parts to import'))
  await beside.close()

  const next = await openTab(page, `#token=${system.token(storefront)}`)
  await page.close()
  await expireDraft(browsing, secondDraft)
  await see(next.getByText('1 part of all.csv is left to import'))
  await next.getByRole('link', { name: 'Go on' }).click()
  const parts = next.getByRole('list', { name: 'Parts' }).getByRole('listitem')
  await see(parts.nth(0).getByText('Applied'))
  await see(parts.nth(1).getByText('Waiting'))
  await next.getByRole('button', { name: 'Review part 2' }).click()
  await see(next.getByText('Part 2 of 2 of all.csv'))
  await next.getByRole('button', { name: 'Apply 100 new products' }).click()
  await see(next.getByText('All 2 parts are done'))
  expect(await parts.getByRole('link', { name: 'What was applied' }).count()).toBe(2)
  expect(await keptIn(next)).toEqual([0, 0])
  expect(await system.json('/api/products/summary', { storefront })).toMatchObject({
    product_count: 2_600,
    variant_count: 5_200,
  })

  // It is larger than one import on its way out as well.
  await next.getByRole('link', { name: 'To the start page' }).click()
  await see(next.getByText('As a ZIP it is about 2 files'))
  const archive = await downloadBy(next.getByRole('button', { name: 'Download ZIP' }))
  expect(archive).toEqual({ name: expect.stringMatching(/\.zip$/), text: expect.stringMatching(/^PK/) })
  await see(next.getByText('Downloaded 2,600 products.'))
  await see(next.getByRole('button', { name: 'Download one CSV' }))
  const workbook = await downloadBy(next.getByRole('button', { name: 'Download Excel workbook' }))
  expect(workbook).toEqual({ name: expect.stringMatching(/\.xlsx$/), text: expect.stringMatching(/^PK/) })

  // All of it again changes nothing, and can be skipped; signing out leaves nothing behind.
  await chooseFile(next, { name: 'again.csv', text: largeFile() })
  await next.getByRole('button', { name: 'Split into parts' }).click()
  await next.getByRole('button', { name: 'Review part 1' }).click()
  await next.getByRole('button', { name: 'Skip this part' }).click()
  await see(next.getByText('Part 2 of 2 of again.csv'))
  expect(await keptIn(next)).toEqual([1, 2])
  await signOut(next)
  await see(next.getByText('You are signed out in every tab.'))
  await waitFor('nothing to be kept', async () => (await keptIn(next)).every((count) => count === 0))
})

test('of a price list in parts the columns are asked for once', async () => {
  const page = await browsing.visit({ storefront: 'list-in-parts', expected: [404, 413, 422] })
  const rows = Array.from({ length: 5_001 }, (_, row) => `A-${row};Ware ${row};${row},50;3`)
  await chooseFile(page, {
    name: 'liste.csv',
    text: `Artikelnr;Bezeichnung;Preis;Bestand\n${rows.join('\n')}\n`,
  })
  const stockList = page.getByRole('combobox', { name: 'Bestand' })
  await stockList.selectOption({ label: 'Leave out' })
  await page.getByRole('button', { name: 'Continue to the preview' }).click()
  await page.getByRole('button', { name: 'Split into parts' }).click()
  await page.getByRole('button', { name: 'Review part 1' }).click()
  // As it was chosen for the whole file.
  await see(stockList)
  expect(await stockList.inputValue()).toBe('')
  await page.getByRole('button', { name: 'Continue to the preview' }).click()
  await see(page.getByText('Part 1 of 2 of liste.csv'))
  await page.getByRole('button', { name: 'Apply 5,000 new products' }).click()
  await see(page.getByText('Part 2 of 2 of liste.csv'))
  await page.locator('summary').first().click()
  await see(page.getByText('Columns were read as last time'))
  await see(page.getByRole('button', { name: 'Apply 1 new product' }))
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

test('going back before the preview is shown leaves it among the open ones', async () => {
  const page = await browsing.visit({ storefront: 'back' })
  const { promise: isLoaded, resolve: load } = Promise.withResolvers<void>()
  browsing.defer(() => load())
  await page.route('**/admin/**/*.js', (route) => isLoaded.then(() => route.continue()))
  await chooseFile(page, { name: 'stock.csv', text: stockFile(2) })
  await page.waitForURL('**/admin/imports/*')
  await page.goBack()
  await page.waitForURL('**/admin/')
  load()
  await see(page.getByRole('link', { name: 'Open preview' }))
  await miss(page.getByRole('alertdialog'))
  expect(await page.getByRole('heading', { level: 1 }).allInnerTexts()).not.toContain('Review import')
  expect(new URL(page.url()).pathname).toBe('/admin/')
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
  const page = await review(browsing, { storefront }, editedFile())
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
  const page = await review(browsing, { storefront }, csv)
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
  const page = await review(browsing, { storefront, colorScheme: 'dark' }, editedFile())
  expect(await onPaper(page)).toEqual({ isBlackOnWhite: true, pressable: [], stuck: [] })
  await see(page.getByRole('button', { name: 'Kaffeetasse 0', exact: true }))
  await page.goto(`${browsing.system.baseUrl}/admin/runs/${run}`)
  await see(page.getByRole('table'))
  expect(await onPaper(page)).toEqual({ isBlackOnWhite: true, pressable: [], stuck: [] })
})

test('the browser’s language is taken, another can be chosen, and the choice is kept', async () => {
  const page = await browsing.visit({ storefront: 'sprachen', language: 'de-CH' })
  await see(page.getByRole('heading', { name: 'Import & Export', level: 1 }))
  await see(page.locator('html[lang=de]'))
  await page.getByRole('button', { name: 'Sprache, Darstellung und Sitzung' }).click()
  await page.getByRole('menuitemradio', { name: 'English' }).click()
  await see(page.getByRole('heading', { name: 'Import & export', level: 1 }))
  await page.reload()
  await see(page.getByText('Drop a CSV file or an Excel workbook here'))
  await see(page.locator('html[lang=en]'))
})

test('in French, a file is checked, applied and found again, with French numbers and words throughout', async () => {
  const page = await browsing.visit({ storefront: 'boutique', language: 'fr-FR', isFresh: true })
  await see(page.locator('html[lang=fr]').getByText('Jusqu’à 10\u00A0Mo et 5\u202F000 lignes.'))
  const name = 'stock-du-fournisseur-printemps-2026.csv'
  await uploadFile(page, { name, text: stockFile(1000) })
  await see(page.getByRole('heading', { name: 'Vérifier l’import', level: 1 }))
  await miss(page.getByRole('main').getByRole('progressbar'))
  await page.getByRole('button', { name: /^Appliquer / }).click()
  await see(page.getByRole('heading', { name: `Import de ${name}`, level: 1 }))
  expect(await findWrongTexts(page, 'fr')).toEqual([])
  await page.getByRole('link', { name: 'Historique' }).click()
  await see(page.getByRole('heading', { name: 'Historique', level: 1 }))
  expect(await page.getByRole('table').innerText()).toMatch(/\d\u202F\d{3}/)
  await page.setViewportSize({ width: 1_024, height: 900 })
  const link = page.getByRole('table').getByRole('link', { name })
  // In one line.
  expect((await link.boundingBox())?.height).toBeLessThan(30)
  expect(await findWrongTexts(page, 'fr')).toEqual([])
})

test('a language that cannot be loaded is reported, and the page stays in its own', async () => {
  const page = await browsing.visit({ storefront: 'stumm', expected: ['unreachable'], isFresh: true })
  await see(page.getByText('No imports yet'))
  await page.route('**/*.js', (route) => route.abort())
  const choose = async () => {
    await preferencesButton(page).click()
    await page.getByRole('menuitemradio', { name: 'Deutsch' }).click()
  }
  await choose()
  await see(page.getByRole('alert').getByText('The language could not be loaded.'))
  await see(page.locator('html[lang=en]'))
  await page.unrouteAll()
  await choose()
  await see(page.locator('html[lang=de]'))
  await miss(page.getByRole('alert'))
})

test('a language that there is no translation for is met in English', async () => {
  const page = await browsing.visit({ storefront: 'andere', language: 'pl-PL' })
  await see(page.getByText('Drop a CSV file or an Excel workbook here'))
})

test('the help is one step away, answers at the place that was asked for, and can be read on a phone', async () => {
  const page = await browsing.visit({ storefront: 'hilfe', language: 'de', width: 390, height: 844 })
  await page.getByRole('link', { name: 'Was in welche Spalte gehört' }).click()
  await focusIs(page, 'on the heading', ({ name }) => name === 'Spalten')
  expect(await page.title()).toBe('Spalten · Katalog-Import & -Export')
  await see(page.getByRole('rowheader', { name: 'variant_barcode' }))

  // Where a table is too wide, it scrolls by itself, by the keyboard too.
  await page.setViewportSize({ width: 320, height: 844 })
  // In the contents first, then the table.
  await tabTo(page, 'Spalten')
  await tabTo(page, 'Spalten')
  await page.keyboard.press('ArrowRight')
  const table = page.getByRole('region', { name: 'Spalten' })
  await waitFor('a scrolled table', async () => (await table.evaluate(({ scrollLeft }) => scrollLeft)) > 0)

  // By an address, as a link in an error is; again, once the focus is elsewhere; and from page to page.
  await page.goto(`${browsing.system.baseUrl}/admin/help/rules#which-variant-is-meant`)
  const isAt = (id: string) => focusIs(page, `on ${id}`, (at) => at.id === id && isInSight(at))
  await isAt('which-variant-is-meant')
  for (const [name, id] of [
    ['Bilder', 'images'],
    ['Zeilen', 'rows'],
    ['Bilder', 'images'],
  ] as const) {
    await page.getByRole('link', { name, exact: true }).click()
    await isAt(id)
  }
  await page.getByRole('link', { name: 'Eine erste Änderung' }).click()
  await focusIs(page, 'on the heading', ({ name }) => name === 'Eine erste Änderung')
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  await page.getByRole('link', { name: 'so geht es', exact: true }).click()
  await focusIs(page, 'on the heading', ({ name }) => name === 'Regeln')
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
  await page.goBack()
  await see(page.getByRole('heading', { name: 'Eine erste Änderung' }))
})

test('the help is searched in the page’s language, by keyboard', async () => {
  const page = await browsing.visit({ storefront: 'suche', language: 'de', path: 'help' })
  await tabTo(page, 'Suche')
  await page.keyboard.type('bild fehlt')
  await see(page.getByText(/Stellen? gefunden/))
  await tabTo(page, 'Nach einem Import')
  await page.keyboard.press('Enter')
  await focusIs(page, 'on the passage', ({ id }) => id === 'pictures-that-are-missing')
})

test('a chosen appearance is kept against the system’s', async () => {
  const page = await browsing.visit({ storefront: 'dark' })
  await page.getByRole('button', { name: 'Language, appearance and session' }).click()
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  await page.reload()
  await see(page.getByRole('heading', { level: 1 }))
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('dark')
})

test('with reduced motion, nothing moves for a time that could be seen', async () => {
  const page = await sceneNamed('start, uploading').show(browsing, {})
  const longest = await page.evaluate(() =>
    Math.max(
      0,
      ...document
        .getAnimations()
        .map(({ effect }) => Number(effect?.getComputedTiming().activeDuration ?? 0)),
    ),
  )
  expect(longest).toBeLessThan(1)
})

describe('a session', () => {
  test('that the gateway no longer takes ends in the sign-in, and goes on where it was', async () => {
    const run = await applied(browsing, { storefront: 'ended' }, edition(1))
    const page = await browsing.visit({ storefront: 'ended', path: 'runs', expected: [401] })
    await see(page.getByRole('table'))
    await page.route('**/api/products/imports/runs/**', (route) =>
      route.continue({ headers: { ...route.request().headers(), authorization: 'Bearer a.b.c' } }),
    )
    await page.getByRole('table').getByRole('link').click()
    await see(page.getByText('Your session has ended.'))
    expect(page.url()).toContain(run)
    await page.unrouteAll()
    await page.getByLabel('Access token').fill('not a token')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await see(page.getByRole('alert').getByText('this is not a complete token of a storefront'))
    await page.getByLabel('Access token').fill(browsing.system.token('ended'))
    await page.getByRole('button', { name: 'Sign in' }).click()
    await see(page.getByRole('heading', { name: /^Import of / }))
  })

  test('is over after signing out, in this tab and after a reload', async () => {
    const page = await browsing.visit({ storefront: 'left' })
    await page.getByRole('button', { name: 'Language, appearance and session' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await see(page.getByText('You are signed out in every tab.'))
    await page.reload()
    await see(page.getByRole('heading', { name: 'Sign in' }))
  })

  test.each([
    [['catalog:read'], ['You cannot import', 'You cannot export'], ['No imports yet']],
    [['catalog:propose'], ['You cannot export', 'You cannot see this'], ['Choose a file']],
    [['catalog:import'], ['You cannot export', 'You cannot see this'], ['Choose a file']],
    [['catalog:export'], ['You cannot import', 'You cannot see this'], ['Download CSV']],
  ])('with no more than %j sees what it may not do', async (scopes, refused, allowed) => {
    const page = await browsing.visit({ storefront: 'permitted', scopes })
    for (const text of [...refused, ...allowed]) await see(page.getByText(text, { exact: true }))
  })

  test('that may only propose sees a preview, and who can apply it', async () => {
    const page = await review(
      browsing,
      { storefront: 'proposing', scopes: ['catalog:propose'] },
      stockFile(2),
    )
    await see(page.getByText('Someone who may import into your storefront has to apply it here.'))
    expect(await page.getByRole('button', { name: /^Apply/ }).count()).toBe(0)
    await see(page.getByRole('button', { name: 'Discard preview', disabled: false }))
  })

  test('that may only look sees a preview, and why it cannot be applied', async () => {
    const page = await review(browsing, { storefront: 'looking', scopes: ['catalog:read'] }, stockFile(2))
    await see(
      page.getByText('Your sign-in does not allow imports: you can view this preview, but not apply it.'),
    )
    await see(page.getByRole('button', { name: /^Apply/, disabled: true }))
    await see(page.getByRole('button', { name: 'Discard preview', disabled: true }))
  })
})

test('the first load takes at most 220 KiB, as it is transferred', async () => {
  const page = await browsing.visit({ storefront: 'light', isFresh: true })
  await see(page.getByText('No imports yet'))
  await page.evaluate(() => document.fonts.ready)
  const files = await page.evaluate(() =>
    [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].flatMap(
      (entry) =>
        entry instanceof PerformanceResourceTiming && !entry.name.includes('/api/')
          ? [{ name: entry.name, size: entry.transferSize }]
          : [],
    ),
  )
  expect(files.map(({ name }) => name.split('.').at(-1))).toEqual(
    expect.arrayContaining(['js', 'css', 'woff2']),
  )
  expect(files.reduce((sum, { size }) => sum + size, 0)).toBeLessThanOrEqual(220 * 1024)
})

test('the start, the history, a run, a preview and the help stay where they are shown, on a desk and a phone', async () => {
  const { storefront, draftId, runs } = await shopOf(browsing)
  const shifts: Record<string, number> = {}
  for (const [shop, paths] of [
    [storefront, ['', 'runs', `runs/${runs.pictures}`, `imports/${draftId}`, 'help', 'help/errors']],
    ['unmoved', ['']],
  ] as const) {
    const page = await browsing.visit({
      storefront: shop,
      isFresh: true,
      reducedMotion: 'no-preference',
    })
    const devtools = await page.context().newCDPSession(page)
    // What comes late, as the font does, moves the page.
    await devtools.send('Network.setCacheDisabled', { cacheDisabled: true })
    for (const [width, height] of [
      [1440, 900],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height })
      for (const path of paths) {
        await page.goto(`${browsing.system.baseUrl}/admin/${path}`)
        shifts[`${width} px, ${shop}/${path}`] = await layoutShift(await settled(page))
      }
    }
  }
  expect(Object.entries(shifts).filter(([, shift]) => shift > 0.05)).toEqual([])
})

test('an empty catalog is met with an example, which is tried and taken back', async () => {
  const page = await browsing.visit({ storefront: 'welcome' })
  await see(page.getByRole('heading', { name: 'Your first import in three steps' }))
  await page.getByRole('button', { name: 'Try it with an example' }).click()
  await page.getByRole('button', { name: 'Apply 3 new products' }).click()
  await page.getByRole('button', { name: 'Undo this import' }).click()
  await page.getByRole('button', { name: 'Undo these changes' }).click()
  await see(page.getByRole('heading', { name: 'Undo of example.csv', level: 1, exact: true }))
  const { products_by_status: products } = await browsing.system.json<Summary>('/api/products/summary', {
    storefront: 'welcome',
  })
  expect(products).toEqual({ active: 0, draft: 0, archived: 3 })
})

test('an open preview is discarded on the start screen, which says so', async () => {
  const own = { storefront: 'discarding' }
  await uploadNamed(browsing.system, { name: 'a.csv', text: edition(1) }, own)
  await uploadNamed(browsing.system, { name: 'b.csv', text: edition(2) }, own)
  const page = await browsing.visit(own)
  const discards = page.getByRole('button', { name: 'Discard preview' })
  await discards.first().focus()
  await page.keyboard.press('Enter')
  const question = page.getByRole('alertdialog')
  await see(question)
  await question.getByRole('button', { name: 'Discard preview' }).press('Enter')
  await focusIs(page, 'on what happened', ({ name }) => name.startsWith('The preview was discarded.'))
  await waitFor('one preview', async () => (await discards.count()) === 1)
  await see(page.getByText('a.csv'))
})

test('none of this goes unheard: another host, a broken content policy, an error', async () => {
  const page = await browsing.visit({ storefront: 'heard', isFresh: true })
  await see(page.getByText('No imports yet'))
  // A page that is left reports no event that has not come yet.
  const written = Promise.all(
    ['broke the content policy: style-src', 'broke the content policy: connect-src', 'an error'].map((text) =>
      page.waitForEvent('console', (message) => message.text().startsWith(text)),
    ),
  )
  await page.evaluate(async () => {
    document.head.append(Object.assign(document.createElement('style'), { textContent: 'p { color: red }' }))
    await fetch('http://elsewhere.invalid/').catch(() => {})
    console.error('an error')
  })
  await written
  await expect(page.goto('http://127.0.0.1:9/')).rejects.toThrow('net::ERR')
  const faults = (await browsing.leave()).join('\n')
  expect(faults).toContain('broke the content policy: style-src')
  expect(faults).toContain('broke the content policy: connect-src')
  expect(faults).toContain('wrote an error')
  expect(faults).toContain('asked for http://127.0.0.1:9/')
})

const isAtHeading = (page: Page, title: string) =>
  focusIs(page, `on ${title}`, ({ tag, name }) => tag === 'H1' && name === title)

/** Of the lists that are on the page by now. */
const recordChangedItems = `
  window.changedItems = new Set()
  const note = (records) => {
    for (const { target } of records) {
      const item = (target.closest ? target : target.parentElement)?.closest('li')
      if (item) window.changedItems.add(item)
    }
  }
  for (const list of document.querySelectorAll('main ul')) {
    new MutationObserver(note).observe(list, { subtree: true, childList: true, attributes: true, characterData: true })
  }
`

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

/** How many splits and files of parts the browser keeps. */
function keptIn(page: Page): Promise<number[]> {
  return page.evaluate(countKept)
}

function countKept(): Promise<number[]> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('catalog.parts')
    opening.addEventListener('error', () => reject(opening.error ?? new Error('not opened')))
    opening.addEventListener('success', () => {
      const transaction = opening.result.transaction(['splits', 'files'])
      const counts = ['splits', 'files'].map((name) => transaction.objectStore(name).count())
      transaction.addEventListener('complete', () => {
        opening.result.close()
        resolve(counts.map(({ result }) => result))
      })
    })
  })
}

/** Of all that the page has moved by itself, as browsers measure it. */
function layoutShift(page: Page): Promise<number> {
  return page.evaluate(async () => {
    let sum = 0
    const add = (entries: PerformanceEntryList) => {
      for (const entry of entries) {
        const { value, hadRecentInput } = entry.toJSON()
        if (!hadRecentInput) sum += value
      }
    }
    const observer = new PerformanceObserver((list) => add(list.getEntries()))
    observer.observe({ type: 'layout-shift', buffered: true })
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    add(observer.takeRecords())
    return sum
  })
}
