import { expect, test } from '@jest/globals'
import { picturesFile } from './support/example-files.ts'
import { downloadBy, see, uploadFile } from './support/journeys.ts'
import { useBrowsing } from './support/use-browsing.ts'

const browsing = useBrowsing({ gateway: { CATALOG_BASE_PATH: '/shop-tools' } })

// That no page asks for an address outside its path is checked after each test.
test('the page works below a base path, at each of its addresses', async () => {
  const page = await browsing.visit()
  await uploadFile(page, { name: 'pictures.csv', text: picturesFile(browsing.images) })
  expect(new URL(page.url()).pathname).toMatch(/^\/shop-tools\/admin\/imports\//)
  await page.reload()
  await page.getByRole('button', { name: /^Apply/ }).click()
  await page.waitForURL('**/shop-tools/admin/runs/*')
  await see(page.getByRole('img'))

  await page.getByRole('link', { name: 'Help', exact: true }).click()
  await page.locator('a[href="/shop-tools/admin/help/columns"]').first().click()
  await page.waitForURL('**/shop-tools/admin/help/columns')

  await page.getByRole('link', { name: 'Import & export', exact: true }).click()
  const { text } = await downloadBy(page.getByRole('button', { name: 'Download CSV' }))
  expect(text).toContain('handle,title')
})
