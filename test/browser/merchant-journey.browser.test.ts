import { describe, expect, test } from '@jest/globals'
import type { FileChooser, Locator, Page } from 'playwright-core'
import type { Draft } from '@catalog/contracts'
import { workbookOf } from '@catalog/reading/testing'
import { csvOf } from '../support/canonical-file.ts'
import { waitFor } from '../support/wait-for.ts'
import { patienceMs } from './support/browsing.ts'
import type { VisitOptions } from './support/browsing.ts'
import { editedFile, fullFile, picturesFile, pricesFile, stockFile } from './support/example-files.ts'
import { focused, focusIs, isInSight, tabTo } from './support/focus.ts'
import type { Focused } from './support/focus.ts'
import { chooseFile, downloadBy, miss, see, uploadFile } from './support/journeys.ts'
import type { Csv } from './support/journeys.ts'
import { priceList } from './support/price-lists.ts'
import { applied, edition, review } from './support/shops.ts'
import { useBrowsing } from './support/use-browsing.ts'
import { winter, winterRelaunch, winterStock } from './support/winter-relaunch.ts'

const browsing = await useBrowsing()

const noProducts = { new: 0, changed: 0, unchanged: 0, with_errors: 0 }

const decision = (page: Page) => page.getByRole('region', { name: 'Decision' })

test('5,000 rows are uploaded, looked through, applied, followed to the last picture, exported and unchanged', async () => {
  const { images } = browsing
  images.answer('/voll/3.jpg', (_request, response) => void response.writeHead(404).end())
  const page = await browsing.visit({ storefront: 'voll' })
  await see(page.getByText('Storefront voll').or(page.getByTitle('Storefront voll')))
  expect(page.url()).not.toContain('token')
  await see(page.getByText('No imports yet'))

  // Held for a moment, so that there is a progress to be seen.
  const { promise: gate, resolve: letThrough } = Promise.withResolvers<void>()
  await page.route('**/api/products/imports', async (route) => {
    await gate
    await route.continue()
  })
  await chooseFile(page, { name: 'full.csv', text: fullFile({ images, pictures: 8 }) })
  await see(page.getByRole('progressbar', { name: 'Uploading full.csv' }))
  await see(page.getByText('Keep this tab open until the preview appears.'))
  letThrough()

  await page.waitForURL('**/admin/imports/*')
  await see(page.getByRole('heading', { name: 'Review import', level: 1 }))
  await see(page.getByText('1,250 products'))
  await see(page.getByRole('radio', { name: '1,250 New' }))

  // Down to the last product, of which only those in sight are in the document.
  const table = page.getByRole('table', { name: 'Products in this file' })
  await see(table.and(page.locator('[aria-rowcount="1251"]')))
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await see(table.getByRole('button', { name: 'Product 01250' }))
  expect(await table.getByRole('row').count()).toBeLessThan(100)
  await see(table.locator('[aria-rowindex="1251"]'))

  await page.getByRole('searchbox', { name: 'Search' }).fill('sku-00777-3')
  await see(page.getByText('1 product', { exact: true }))
  const product = table.getByRole('button', { name: 'Product 00777', exact: true })
  await product.click()
  await see(table.getByText('SKU SKU-00777-3'))
  await see(table.getByText('Size 3', { exact: true }))
  await page.reload()
  await see(table.getByRole('button', { name: 'Product 00777' }))
  expect(await page.getByRole('searchbox', { name: 'Search' }).inputValue()).toBe('sku-00777-3')

  await decision(page).getByRole('button', { name: 'Apply 1,250 new products', exact: true }).click()
  await page.waitForURL('**/admin/runs/*')
  await see(page.getByRole('heading', { name: /^Import of / }))
  await see(page.getByRole('main').getByText('5,000'))
  await see(page.getByText('All images are done'))
  await see(page.getByRole('link', { name: 'Fetched 7' }))
  await see(page.getByRole('link', { name: 'Rejected 1' }))
  const thumbnail = page.getByRole('img', { name: 'Picture of Product 00001' })
  await see(thumbnail)
  await thumbnail.evaluate((image: HTMLImageElement) => image.decode())

  images.answer('/voll/3.jpg', (_request, response) => {
    response.writeHead(302, { location: images.url('/elsewhere.jpg') }).end()
  })
  await page.getByRole('button', { name: 'Retry 1 image' }).click()
  await see(page.getByRole('link', { name: 'Fetched 8' }))
  await miss(page.getByRole('button', { name: /^Retry/ }))

  await page.getByRole('link', { name: 'History' }).click()
  await see(page.getByRole('heading', { name: 'History', level: 1 }))
  await see(page.getByRole('table', { name: 'History' }).getByText('8 of 8'))

  await page.getByRole('link', { name: 'Import & export', exact: true }).click()
  await see(page.getByRole('radio', { name: /^All/ }).and(page.locator(':checked')))
  const exported = await downloadBy(page.getByRole('button', { name: 'Download CSV' }))
  expect(exported.name).toMatch(/^catalog-all-.*\.csv$/)
  await see(page.getByText('Downloaded 1,250 products.'))

  await uploadFile(page, exported)
  await see(page.getByRole('radio', { name: '1,250 Unchanged' }))
  await see(decision(page).getByRole('button', { name: 'Nothing to apply', disabled: true }))
  await see(decision(page).getByText('Your catalog already has everything in this file'))
})

test('a file that is dropped is read, and what it changes is described row by row in words', async () => {
  const storefront = 'dropped'
  await applied(browsing, { storefront }, 'handle,title,variant_price,vendor\nvase,Vase,1.00,Acme\n')
  const page = await browsing.visit({ storefront })
  const dropped = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([text], 'dropped.csv', { type: 'text/csv' }))
    return transfer
  }, 'handle,title,variant_price,vendor\nvase,Vase,2.50,\nplate,Plate,3.00,\nbowl,Bowl,many,\n')
  const zone = page.locator('div:has(> label > input[type=file])')
  for (const event of ['dragenter', 'dragover', 'drop']) {
    await zone.dispatchEvent(event, { dataTransfer: dropped })
  }
  await page.waitForURL('**/admin/imports/*')
  await see(page.getByRole('radio', { name: '1 Values are cleared 1 row' }))
  await page.getByRole('button', { name: 'Vase', exact: true }).click()
  const rows = page.locator('#row-2')
  await see(rows.getByText('was 1.00'))
  await see(rows.getByText('now 2.50'))
  await see(rows.getByText('was Acme'))
  await see(rows.getByText('Cleared', { exact: true }))
  await see(
    decision(page).getByRole('button', {
      name: 'Apply 1 new product and 1 changed product, skip 1 row',
    }),
  )

  await page.getByRole('radio', { name: '1 New' }).click()
  await page.waitForURL('**/*kind=new*')
  await miss(page.getByRole('button', { name: 'Vase', exact: true }))
  await see(page.getByRole('button', { name: 'Plate', exact: true }))
  await page.goBack()
  await see(page.getByRole('button', { name: 'Vase', exact: true }))
})

test('rows with errors are corrected in the error report, and uploaded again', async () => {
  const storefront = 'corrected'
  const csv = 'handle,title,variant_price\nvase,Vase,1.00\nbowl,Bowl,$25\nplate,Plate,25 €\n'
  const page = await review(browsing, { storefront }, csv)
  await see(page.getByRole('heading', { name: '2 rows have errors' }))
  await see(page.getByRole('heading', { name: 'Not a number · Price', level: 3 }))
  const report = await downloadBy(page.getByRole('button', { name: 'Download error report' }))
  expect(report.text).toContain('error_message')
  await decision(page).getByRole('button', { name: 'Apply 1 new product, skip 2 rows' }).click()
  await page.waitForURL('**/admin/runs/*')

  await page.getByRole('link', { name: 'Import & export', exact: true }).click()
  await uploadFile(page, {
    name: report.name,
    text: report.text.replace('$25', '25.00').replace('25 €', '25.00'),
  })
  await miss(page.getByRole('radio', { name: /With errors/ }))
  await decision(page).getByRole('button', { name: 'Apply 2 new products', exact: true }).click()
  await page.waitForURL('**/admin/runs/*')
  expect(await browsing.system.json('/api/products/summary', { storefront })).toMatchObject({
    product_count: 3,
  })
})

test('a workbook is previewed as a CSV is, what cannot be read of it is shown, and its error report is a CSV', async () => {
  const page = await browsing.visit({ storefront: 'workbook' })
  await chooseFile(page, { name: 'old.xls', bytes: Buffer.from('d0cf11e0a1b11ae1', 'hex') })
  await see(page.getByRole('alert').getByText('old.xls cannot be read'))
  const bytes = await workbookOf(
    [
      ['handle', 'title', 'variant_sku', 'variant_price'],
      ['vase', 'Vase', '007', 19.989999999999998],
      ['bowl', 'Bowl', { s: 1, xml: '<v>46086</v>' }, 5],
      ['plate', 'Plate', '009', { xml: '<f>D3*2</f>' }],
    ],
    ['d-mmm'],
  )
  await uploadFile(page, { name: 'spring.xlsx', bytes })
  await page.getByText('spring.xlsx', { exact: true }).click()
  await see(page.getByRole('definition').filter({ hasText: 'Excel workbook' }))
  await see(page.getByRole('heading', { name: '2 rows have errors' }))
  await page.getByRole('button', { name: 'Vase', exact: true }).click()
  await see(page.locator('#row-2').getByText('19.99'))
  await see(page.locator('#row-2').getByText('SKU 007'))
  await page.getByRole('button', { name: /^A date where none belongs/ }).click()
  await see(page.getByText('something like 3-5'))
  await page.getByRole('button', { name: /^A formula’s result is not saved/ }).click()
  await see(page.getByText('The result of the formula is not saved in the file.'))

  const report = await downloadBy(page.getByRole('button', { name: 'Download error report' }))
  expect(report.name).toMatch(/\.csv$/)
  await decision(page).getByRole('button', { name: 'Apply 1 new product, skip 2 rows' }).click()
  await page.waitForURL('**/admin/runs/*')
  await page.getByRole('link', { name: 'Import & export', exact: true }).click()
  await uploadFile(page, {
    name: report.name,
    text: report.text.replace('2026-03-05', '3-5').replace("'=D3*2", '10.00'),
  })
  await see(decision(page).getByRole('button', { name: 'Apply 2 new products', exact: true }))
})

test('an import says in every browser what it did, and is undone to the byte', async () => {
  const storefront = 'undone'
  const { system } = browsing
  const exported = async () => (await system.request('/api/products/export', { storefront })).text()
  const first = pricesFile((index) => `${10 + index}.00`)
  await applied(browsing, { storefront }, first)
  const before = await exported()

  const uploader = await browsing.visit({ storefront })
  await uploadFile(uploader, {
    name: 'spring-prices.csv',
    text: pricesFile((index) => (index < 12 ? 'viel' : `${20 + index}.00`)),
  })
  const page = await browsing.visit({ storefront, isFresh: true })
  await see(page.getByText('spring-prices.csv'))
  await see(page.getByText('Local merchant'))
  await page.getByRole('link', { name: 'Open preview' }).click()
  await see(decision(page).getByRole('button', { name: 'Apply 208 changed products, skip 12 rows' }))
  await decision(uploader)
    .getByRole('button', { name: /^Apply 208 changed products/ })
    .click()
  await uploader.waitForURL('**/admin/runs/*')

  await page.goto(uploader.url())
  await see(page.getByRole('heading', { name: 'Import of spring-prices.csv', level: 1 }))
  await see(page.getByRole('heading', { name: '12 rows have errors' }))
  const report = await downloadBy(page.getByRole('button', { name: 'Download error report' }))
  const rejected = report.text.split('\n').filter((line) => line.includes(',viel,'))
  expect(rejected.map((line) => line.split(',')[0])).toEqual(
    Array.from({ length: 12 }, (_, index) => `ware-${index}`),
  )
  await page.getByRole('searchbox', { name: 'Search' }).fill('w-219')
  await page.getByRole('button', { name: 'Ware 219', exact: true }).click()
  await see(page.getByText('was 229.00'))
  await see(page.getByText('now 239.00'))
  const changes = await downloadBy(page.getByRole('button', { name: 'Download changes' }))
  expect(changes.text.trim().split('\n')).toHaveLength(1 + 208)

  await page.getByRole('button', { name: 'Undo this import' }).click()
  await page.waitForURL('**/admin/imports/*')
  await see(page.getByRole('heading', { name: 'Review: Undo of spring-prices.csv', level: 1 }))
  await see(page.getByRole('radio', { name: '208 Changed' }))
  await decision(page).getByRole('button', { name: 'Undo these changes' }).click()
  await page.waitForURL('**/admin/runs/*')
  await see(page.getByRole('heading', { name: 'Undo of spring-prices.csv', level: 1 }))
  expect(await exported()).toBe(before)
  await page.getByRole('link', { name: 'Import of spring-prices.csv' }).press('Enter')
  await see(page.getByText('This import was undone'))
  await miss(page.getByRole('button', { name: 'Undo this import' }))
})

test('an import is found among many by a part of its file’s name', async () => {
  const storefront = 'many'
  // More than a page shows at first.
  for (let number = 1; number <= 28; number++) {
    const name = `Delivery-${String(number).padStart(2, '0')}.csv`
    await applied(browsing, { storefront }, { name, text: edition(number) })
  }
  const page = await browsing.visit({ storefront, path: 'runs' })
  await see(page.getByRole('link', { name: 'Delivery-28.csv' }))
  expect(await page.getByRole('link', { name: 'Delivery-02.csv' }).count()).toBe(0)
  await page.getByRole('searchbox', { name: 'Search' }).fill('LIVERY-02')
  await miss(page.getByRole('link', { name: 'Delivery-28.csv' }))
  await page.reload()
  await see(page.getByRole('link', { name: 'Delivery-02.csv' }))
  expect(await page.getByRole('table').getByRole('link').count()).toBe(1)
  await page.getByRole('link', { name: 'Delivery-02.csv' }).click()
  await see(page.getByRole('heading', { name: 'Import of Delivery-02.csv', level: 1 }))
  await page.goBack()
  expect(await page.getByRole('searchbox', { name: 'Search' }).inputValue()).toBe('LIVERY-02')
})

test('the same products are counted in the tiles, the bar, the button, the run, the history and the API', async () => {
  const storefront = 'counted'
  await applied(browsing, { storefront }, stockFile(6))
  const page = await browsing.visit({ storefront })
  const draftId = await uploadFile(page, { name: 'spring.csv', text: editedFile() })
  const { preview } = await browsing.system.json<Draft>(`/api/products/imports/${draftId}`, { storefront })
  const { new: added, changed, unchanged, with_errors: failed } = preview.products ?? noProducts
  expect(Math.min(added, changed, unchanged, failed)).toBeGreaterThan(0)
  for (const tile of [`${added} New`, `${changed} Changed`, `${unchanged} Unchanged`])
    await see(page.getByRole('radio', { name: tile }))
  await see(page.getByRole('radio', { name: new RegExp(`^${failed} With errors`) }))
  await page
    .getByRole('button', { name: `Apply ${added} new products and ${changed} changed products` })
    .click()
  await page.waitForURL('**/admin/runs/*')
  await see(page.getByText(`Done: ${added} products added, ${changed} products changed.`))
  await see(page.getByText(`${failed} product`))
  await see(page.getByRole('radio', { name: `${added} New` }))
  await page.getByRole('link', { name: 'History' }).click()
  const cells = page.getByRole('row').filter({ hasText: 'spring.csv' }).getByRole('cell')
  await see(cells)
  const numbers = (await cells.allInnerTexts()).slice(2, 6)
  expect(numbers).toEqual([added, changed, unchanged, failed].map(String))
})

test('the history is narrowed by status and days, and an import is undone from it', async () => {
  const own = { storefront: 'narrowed' }
  await applied(browsing, own, { name: 'first.csv', text: edition(1) })
  await applied(browsing, own, { name: 'second.csv', text: edition(2) })
  const page = await browsing.visit({ ...own, path: 'runs' })
  await page.getByLabel('Applied by').selectOption({ label: 'Local merchant' })
  await page.getByLabel('Status').selectOption({ label: 'Completed' })
  await see(page.getByRole('link', { name: 'first.csv' }))
  await page.getByLabel('To', { exact: true }).fill('2020-01-01')
  await see(page.getByText('No import matches'))
  await page.getByRole('button', { name: 'Show all imports' }).click()
  const row = page.getByRole('row').filter({ hasText: 'second.csv' })
  await row.getByRole('button', { name: 'Undo' }).press('Enter')
  await see(page.getByRole('heading', { name: 'Review: Undo of second.csv', level: 1 }))
})

test('a picture that was rejected is taken from another address', async () => {
  const storefront = 'repaired'
  const run = await applied(browsing, { storefront }, picturesFile(browsing.images))
  const page = await browsing.visit({ storefront, path: `runs/${run}` })
  const item = page.getByRole('main').getByRole('listitem').filter({ hasText: '/weg.jpg' })
  await item.getByText('Use another address').click()
  await item.getByLabel('Address of the picture').fill(`http://${browsing.images.host}/gut-9.png`)
  await item.getByRole('button', { name: 'Show preview' }).press('Enter')
  await page.waitForURL('**/admin/imports/*')
  await see(page.getByRole('button', { name: 'Apply 1 changed product' }))
})

test('each image of a run has its outcome and its reason in plain words', async () => {
  const storefront = 'pictures'
  const run = await applied(browsing, { storefront }, picturesFile(browsing.images))
  const page = await browsing.visit({ storefront, path: `runs/${run}` })
  await see(page.getByText('All images are done'))
  const item = (path: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: path })
  const outcomes = [
    ['/gut-0.png', 'Fetched', ''],
    ['/weg.jpg', 'Rejected', 'The server answered with an error'],
    ['/kaputt.jpg', 'Failed', 'The server answered with an error'],
    ['/seite.jpg', 'Rejected', 'Not a picture that we can read'],
    ['/kreis.jpg', 'Rejected', 'The address redirects too often'],
    ['/abbruch.jpg', 'Failed', 'The connection failed'],
    ['/innen.jpg', 'Rejected', 'The address leads into a private network'],
    ['localhost/x.jpg', 'Rejected', 'The server does not exist or is not public'],
    ['/tor.jpg', 'Rejected', 'Not an allowed web address'],
  ] as const
  for (const [path, outcome, reason] of outcomes) {
    await see(item(path).getByText(outcome, { exact: true }))
    if (reason !== '') await see(item(path).getByText(reason, { exact: true }))
  }
  await page.getByRole('link', { name: /^Failed/ }).click()
  await page.waitForURL('**/*outcome=failed*')
  await miss(item('/gut-0.png'))
  await see(item('/kaputt.jpg').getByText('3 attempts'))
  await see(page.getByRole('button', { name: 'Retry 9 images' }))
})

test('what an upload would never be read from is refused with what to do', async () => {
  const page = await browsing.visit({ storefront: 'refused', expected: [422] })
  await chooseFile(page, { name: 'nothing.csv', text: '' })
  await see(page.getByRole('alert').getByText('nothing.csv is empty'))
  await uploadFile(page, { name: 'edited.csv', text: editedFile() })
  await see(page.getByText('4 columns are ignored'))
  await page.getByRole('searchbox', { name: 'Search' }).fill('קנקן')
  // In its own direction, and the text around it in its own.
  await see(page.locator('bdi').getByText('קנקן תה כחול, עבודת יד'))

  const first = page.url()
  await page.getByText('4 columns are ignored').click()
  const kept = page.getByRole('listitem').getByRole('checkbox').first()
  await kept.check()
  await page.getByRole('button', { name: 'Preview with 1 more column' }).click()
  await page.waitForURL((url) => url.href !== first && url.pathname.includes('/imports/'))
  await focusIs(page, 'on the heading', ({ name }) => name === 'Review import')
  await see(page.getByText('3 columns are ignored'))
  await page.getByText('3 columns are ignored').click()
  await see(page.getByRole('heading', { name: 'Columns were added as fields of your own' }))
})

test('the journey goes without a mouse, and the focus is always seen', async () => {
  const page = await browsing.visit({ storefront: 'keys', height: 600, isFresh: true })
  // Long before the key is pressed: a browser that has just begun to look at choosers misses the first.
  const choosers: FileChooser[] = []
  page.on('filechooser', (chooser) => choosers.push(chooser))
  await see(page.getByText('No imports yet'))
  await page.keyboard.press('Tab')
  await focusIsOn(page, 'Skip to the content')
  await page.keyboard.press('Enter')
  await focusIs(page, 'on the content', ({ id }) => id === 'content')

  await tabTo(page, 'CSV file or Excel workbook')
  await page.keyboard.press('Enter')
  const chooser = await waitFor('the file chooser', () => choosers[0], { timeoutMs: patienceMs })
  const buffer = Buffer.from(picturesFile(browsing.images))
  await chooser.setFiles({ name: 'pictures.csv', mimeType: 'text/csv', buffer })
  await page.waitForURL('**/admin/imports/*')
  await focusIsOn(page, 'Review import')

  await tabTo(page, /All products/)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/*kind=new*')
  await see(page.getByRole('button', { name: 'Bebildert', exact: true }))
  await tabTo(page, 'Bebildert')
  await page.keyboard.press('Enter')
  await see(page.getByRole('button', { name: 'Bebildert', exact: true, expanded: true }))

  await tabTo(page, 'Discard preview')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('alertdialog', { name: 'Discard this preview?' })
  await see(dialog)
  for (let press = 0; press < 4; press++) {
    await page.keyboard.press('Tab')
    await see(dialog.and(page.locator(':focus-within')))
  }
  await page.keyboard.press('Escape')
  await miss(dialog)
  await focusIsOn(page, 'Discard preview')

  await tabTo(page, /^Apply/)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/admin/runs/*')
  await focusIs(page, 'on the heading', ({ name }) => name.startsWith('Import of'))
  await see(page.getByText('All images are done'))
  await see(page.getByRole('button', { name: /^Retry/ }))
  await tabTo(page, /^Retry/)

  await tabTo(page, 'Undo this import', 'Shift+Tab')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/admin/imports/*')
  await focusIsOn(page, 'Review: Undo of pictures.csv')
  await tabTo(page, 'Undo these changes')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/admin/runs/*')
  await focusIsOn(page, 'Undo of pictures.csv')

  await tabTo(page, 'Language, appearance and session', 'Shift+Tab')
  await page.keyboard.press('Enter')
  await see(page.getByRole('menu'))
  await page.keyboard.press('Escape')
  await miss(page.getByRole('menu'))
  await focusIsOn(page, 'Language, appearance and session')
  await tabTo(page, 'History', 'Shift+Tab')
  await page.keyboard.press('Enter')
  // The link that was pressed has the same name.
  await focusIs(page, 'on the heading', ({ name, tag }) => name === 'History' && tag === 'H1')
})

test.each([1280, 320])(
  'whatever has the focus on the review screen is visible, %d px wide',
  async (width) => {
    const storefront = `sight-${width}`
    await applied(browsing, { storefront }, stockFile(12))
    const page = await review(browsing, { storefront, width, height: 700 }, editedFile())
    for (const key of ['Tab', 'Shift+Tab']) {
      for (let press = 0; press < 36; press++) {
        await page.keyboard.press(key)
        await focusIs(page, `in sight after ${key}, ${press + 1} times`, isInSightOrNowhere)
      }
    }
  },
)

test('the focus is not lost where the product that has it is scrolled far away', async () => {
  const { draft_id: draftId } = await browsing.system.upload(fullFile(), { storefront: 'far' })
  const page = await browsing.visit({ storefront: 'far', path: `imports/${draftId}` })
  await see(page.getByRole('table'))
  await tabTo(page, 'Product 00003')
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await see(page.getByRole('button', { name: 'Product 01250' }))
  expect((await focused(page)).name).toBe('Product 00003')
  await page.keyboard.press('Enter')
  await see(page.getByRole('button', { name: 'Product 00003', expanded: true }))
})

// From the last one the focus goes into the browser's own bars, and comes back.
const isInSightOrNowhere = (at: Focused) => at.tag === 'BODY' || isInSight(at)

function focusIsOn(page: Page, name: string): Promise<void> {
  return focusIs(page, `on ${name}`, (at) => at.name === name)
}

describe('where a service does not answer', () => {
  test('an export says so, and works once it is back', async () => {
    const { system } = browsing
    await applied(browsing, { storefront: 'away' }, edition(1))
    const page = await browsing.visit({ storefront: 'away', expected: [503, 504] })
    await see(page.getByRole('button', { name: 'Download CSV' }))
    await system.kill('export-service')
    try {
      await page.getByRole('button', { name: 'Download CSV' }).click()
      await see(page.getByRole('alert').getByText('The service is temporarily unavailable'))
    } finally {
      await system.start('export-service')
    }
    await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ])
    await see(page.getByText('Downloaded 1 product.'))
  })

  test('an upload that reaches no gateway keeps the file, and is tried again', async () => {
    const page = await browsing.visit({ storefront: 'nobody', expected: ['unreachable'] })
    await see(page.getByText('No imports yet'))
    await page.route('**/api/products/imports', (route) => route.abort('connectionrefused'))
    await chooseFile(page, { name: 'stock.csv', text: stockFile(2) })
    await see(page.getByRole('alert').getByText('The service cannot be reached'))
    await page.unrouteAll()
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).first().click()
    await page.waitForURL('**/admin/imports/*')
    await see(page.getByRole('table'))
  })
})

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

/** What has the focus, by its name; after Tab, keys are pressed, and then another element may have it. */
type Step = readonly [tabTo: string | RegExp, keys: readonly string[], focus?: string | RegExp]

interface Flow {
  name: string
  open: (own: VisitOptions) => Promise<Page>
  steps: readonly Step[]
  end: (page: Page) => Promise<void>
}

const wrong = 'handle,title,status,variant_price\na,Amphore,active,9.00\nb,Becher,active,teuer\n'

const flows: readonly Flow[] = [
  {
    name: 'a mapping is changed and gone on from',
    open: async (own) => {
      const page = await browsing.visit({ ...own, expected: [422] })
      await chooseFile(page, { name: 'preise.csv', text: priceList() })
      await see(page.getByRole('heading', { name: 'Match your columns' }))
      return page
    },
    steps: [
      ['Bestand', ['Home'], 'Bestand'],
      [/^By SKU/, ['ArrowDown'], /^By title/],
      ['Update only products that exist', ['Space'], 'Update only products that exist'],
      ['Remember for files with these columns', ['Space'], 'Remember for files with these columns'],
      ['Continue to the preview', ['Enter'], 'Review import'],
    ],
    end: (page) => see(page.getByRole('heading', { name: 'Review import', level: 1 })),
  },
  {
    name: 'from the list, a product is left out, a cell corrected, a field kept, and the rest applied',
    open: async (own) => {
      await applied(browsing, own, 'handle,title,variant_price\na,Vase,9.00\n')
      return review(browsing, own, wrong)
    },
    steps: [
      [/^Keep in products that exist/, ['Enter'], /^Keep in products that exist/],
      ['Title', ['Space'], 'Title'],
      ['Skip to the products', ['Enter'], /^Products/],
      ['Becher', ['Enter'], 'Becher'],
      ['Edit the cell', ['Enter', 'ControlOrMeta+a', '7', 'Enter'], /^Products/],
      ['Import Becher', ['Space'], 'Import Becher'],
      [/^Apply 1 changed product/, ['Enter'], /^Import of/],
    ],
    end: (page) => see(page.getByText('Done: 1 product changed.')),
  },
  {
    name: 'the history is searched and narrowed, and an import undone from it',
    open: async (own) => {
      await applied(browsing, own, { name: 'frühjahr.csv', text: edition(1) })
      return browsing.visit({ ...own, path: 'runs' })
    },
    steps: [
      ['Search', ['f', 'r'], 'Search'],
      [/^Status/, ['C'], /^Status/],
      [/^Undo/, ['Enter'], 'Review: Undo of frühjahr.csv'],
      ['Undo these changes', ['Enter'], 'Undo of frühjahr.csv'],
    ],
    end: (page) => see(page.getByText('Done: 1 product changed.')),
  },
  {
    name: 'the catalog is exported',
    open: async (own) => {
      await applied(browsing, own, edition(1))
      return browsing.visit(own)
    },
    steps: [['Download CSV', ['Enter'], 'Download CSV']],
    end: (page) => see(page.getByText('Downloaded 1 product.')),
  },
]

test.each(flows.map((flow, index) => [flow.name, index, flow] as const))(
  'by keyboard alone, %s',
  async (_name, index, { open, steps, end }) => {
    const page = await open({ storefront: `keys-${index}` })
    for (const [target, keys, focus = target] of steps) {
      await tabTo(page, target)
      for (const key of keys) await page.keyboard.press(key)
      await focusIs(
        page,
        `in sight on ${String(focus)} after ${String(target)}`,
        (at) => isInSight(at) && (typeof focus === 'string' ? at.name === focus : focus.test(at.name)),
      )
    }
    await end(page)
    expect(await page.evaluate('document.activeElement !== document.body')).toBe(true)
  },
)

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
