import { expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { editedFile, fullFile, picturesFile } from './support/example-files.ts'
import { chooseFile, downloadBy, miss, see, uploadFile } from './support/journeys.ts'
import { useBrowsing } from './support/use-browsing.ts'

const browsing = useBrowsing()

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
  await see(page.getByRole('radio', { name: '5,000 Adds' }))

  // Down to the last product, of which only those in sight are in the document.
  const table = page.getByRole('table', { name: 'Products in this file' })
  await see(table.and(page.locator('[aria-rowcount="1251"]')))
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await see(table.getByRole('button', { name: 'Product 01250' }))
  expect(await table.getByRole('row').count()).toBeLessThan(100)
  await see(table.locator('[aria-rowindex="1251"]'))

  await page.getByRole('searchbox', { name: 'Search' }).fill('sku-00777-3')
  await see(page.getByText('1 product', { exact: true }))
  const product = table.getByRole('button', { name: 'Product 00777' })
  await product.click()
  await see(table.getByText('SKU SKU-00777-3'))
  await see(table.getByText('Size 3', { exact: true }))
  await page.reload()
  await see(table.getByRole('button', { name: 'Product 00777' }))
  expect(await page.getByRole('searchbox', { name: 'Search' }).inputValue()).toBe('sku-00777-3')

  await decision(page).getByRole('button', { name: 'Apply 5,000 adds', exact: true }).click()
  await page.waitForURL('**/admin/runs/*')
  await see(page.getByRole('heading', { name: /^Import of / }))
  await see(page.getByRole('main').getByText('5,000'))
  await see(page.getByText('All images are handled.'))
  await see(page.getByRole('link', { name: 'Fetched 7' }))
  await see(page.getByRole('link', { name: 'Rejected 1' }))
  const thumbnail = page.getByRole('img', { name: 'Picture of product-00001' })
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
  await see(page.getByRole('radio', { name: '5,000 Unchanged' }))
  await see(decision(page).getByRole('button', { name: 'Nothing to apply', disabled: true }))
  await see(decision(page).getByText('Your catalog already holds everything in this file'))
}, 300_000)

test('a file that is dropped is read, and what it changes is told row by row in words', async () => {
  const storefront = 'dropped'
  const { system } = browsing
  const { draft_id: before } = await system.upload(
    'handle,title,variant_price,vendor\nvase,Vase,1.00,Acme\n',
    {
      storefront,
    },
  )
  await system.confirm(before, { storefront })
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
  await see(page.getByText('1 value of your catalog would be cleared'))
  await page.getByRole('button', { name: 'Vase', exact: true }).click()
  const rows = page.getByRole('list').filter({ hasText: 'Row 2' })
  await see(rows.getByText('was 1.00'))
  await see(rows.getByText('now 2.50'))
  await see(rows.getByText('was Acme'))
  await see(rows.getByText('Cleared', { exact: true }))
  await see(
    decision(page).getByRole('button', {
      name: 'Apply 1 add and 1 update; 1 row with errors will be skipped',
    }),
  )

  await page.getByRole('radio', { name: '1 Adds' }).click()
  await page.waitForURL('**/*show=add*')
  await miss(page.getByRole('button', { name: 'Vase', exact: true }))
  await see(page.getByRole('button', { name: 'Plate', exact: true }))
  await page.goBack()
  await see(page.getByRole('button', { name: 'Vase', exact: true }))
}, 120_000)

test('rows with errors are mended in the error report, and uploaded again', async () => {
  const page = await browsing.visit({ storefront: 'mended' })
  await uploadFile(page, {
    name: 'wrong.csv',
    text: 'handle,title,variant_price\nvase,Vase,1.00\nbowl,Bowl,$25\nplate,Plate,25 €\n',
  })
  await see(page.getByRole('heading', { name: '2 rows have errors' }))
  await see(page.getByRole('heading', { name: 'Not a number', level: 3 }))
  const report = await downloadBy(page.getByRole('button', { name: 'Download error report' }))
  expect(report.text).toContain('error_message')
  await decision(page)
    .getByRole('button', { name: 'Apply 1 add; 2 rows with errors will be skipped' })
    .click()
  await page.waitForURL('**/admin/runs/*')

  await page.getByRole('link', { name: 'Import & export', exact: true }).click()
  await uploadFile(page, {
    name: report.name,
    text: report.text.replace('$25', '25.00').replace('25 €', '25.00'),
  })
  await see(page.getByRole('radio', { name: '0 With errors' }))
  await decision(page).getByRole('button', { name: 'Apply 2 adds', exact: true }).click()
  await page.waitForURL('**/admin/runs/*')
  expect(await browsing.system.json('/api/products/summary', { storefront: 'mended' })).toMatchObject({
    product_count: 3,
  })
}, 120_000)

test('each image of a run has its outcome and its reason in plain words', async () => {
  const page = await browsing.visit({ storefront: 'pictures' })
  await uploadFile(page, { name: 'pictures.csv', text: picturesFile(browsing.images) })
  await decision(page)
    .getByRole('button', { name: /^Apply/ })
    .click()
  await page.waitForURL('**/admin/runs/*')
  await see(page.getByText('All images are handled.'))
  const item = (path: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: path })
  const outcomes = [
    ['/gut-0.png', 'Fetched', ''],
    ['/weg.jpg', 'Rejected', 'The host answered with an error'],
    ['/kaputt.jpg', 'Failed', 'The host answered with an error'],
    ['/seite.jpg', 'Rejected', 'Not a picture that we can read'],
    ['/kreis.jpg', 'Rejected', 'The address is forwarded too often'],
    ['/abbruch.jpg', 'Failed', 'The connection did not work'],
    ['/innen.jpg', 'Rejected', 'The address leads into a private network'],
    ['localhost/x.jpg', 'Rejected', 'The host does not exist or is not public'],
    ['/tor.jpg', 'Rejected', 'Not a plain web address'],
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
}, 120_000)

test('what an upload would never be read from is refused with what to do', async () => {
  const page = await browsing.visit({ storefront: 'refused', expected: [422] })
  await chooseFile(page, { name: 'nothing.csv', text: '' })
  await see(page.getByRole('alert').getByText('nothing.csv is empty'))
  await chooseFile(page, { name: 'list.csv', text: 'Milk;Bread\n1;2\n' })
  await see(page.getByRole('alert').getByText('The columns are not recognised'))
  await uploadFile(page, { name: 'edited.csv', text: editedFile() })
  await see(page.getByText('4 columns are ignored'))
  await page.getByRole('searchbox', { name: 'Search' }).fill('קנקן')
  // In its own direction, and what stands around it in theirs.
  await see(page.locator('bdi').getByText('קנקן תה כחול, עבודת יד'))
}, 120_000)

test('the first load takes less than 250 kB, as it is transferred', async () => {
  const page = await browsing.visit({ storefront: 'light' })
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
  expect(files.reduce((sum, { size }) => sum + size, 0)).toBeLessThan(250_000)
})

test('none of this goes unheard: another host, a broken content policy, an error', async () => {
  const page = await browsing.visit({ storefront: 'heard' })
  await see(page.getByText('No imports yet'))
  // A page that is left tells of no event that has not come yet.
  const violations = Promise.all(
    ['style-src', 'connect-src'].map((directive) =>
      page.waitForEvent('console', (message) =>
        message.text().startsWith(`broke the content policy: ${directive}`),
      ),
    ),
  )
  await page.evaluate(async () => {
    document.head.append(Object.assign(document.createElement('style'), { textContent: 'p { color: red }' }))
    await fetch('http://elsewhere.invalid/').catch(() => {})
    console.error('an error')
  })
  await violations
  await page.goto('http://127.0.0.1:9/').catch(() => {})
  const complaints = (await browsing.leave()).join('\n')
  expect(complaints).toContain('broke the content policy: style-src')
  expect(complaints).toContain('broke the content policy: connect-src')
  expect(complaints).toContain('wrote an error')
  expect(complaints).toContain('asked for http://127.0.0.1:9/')
})
