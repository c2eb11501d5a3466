import { expect, test } from '@jest/globals'
import { picturesFile } from './support/example-files.ts'
import { findViolations } from './support/axe.ts'
import { downloadBy, see, uploadFile } from './support/journeys.ts'
import { useBrowsing } from './support/use-browsing.ts'

const browsing = useBrowsing({
  gateway: {
    CATALOG_BASE_PATH: '/shop-tools',
    CATALOG_ADMIN_TITLE: 'Shop catalog',
    CATALOG_ADMIN_HOME_URL: 'https://shop.example/admin',
    CATALOG_ADMIN_ACCENT: '#767676',
  },
})

// That no page asks for an address outside its path is checked after each test.
test('the page works below a base path, at each of its addresses', async () => {
  const page = await browsing.visit()
  await uploadFile(page, { name: 'pictures.csv', text: picturesFile(browsing.images) })
  expect(new URL(page.url()).pathname).toMatch(/^\/shop-tools\/admin\/imports\//)
  await page.reload()
  await page.getByRole('button', { name: /^Apply/ }).click()
  await page.waitForURL('**/shop-tools/admin/runs/*')
  await see(page.getByRole('img'))

  await page.getByRole('banner').getByRole('link', { name: 'Help' }).click()
  await page.locator('a[href="/shop-tools/admin/help/columns"]').first().click()
  await page.waitForURL('**/shop-tools/admin/help/columns')

  await page.getByRole('link', { name: 'Import & export', exact: true }).click()
  const { text } = await downloadBy(page.getByRole('button', { name: 'Download CSV' }))
  expect(text).toContain('handle,title')
})

test.each(['light', 'dark'] as const)(
  'the page has the platform’s name, home and colour, and can be read: %s',
  async (colorScheme) => {
    const page = await browsing.visit({ colorScheme, isFresh: true })
    const home = page.getByRole('link', { name: 'Shop catalog' })
    expect(await home.getAttribute('href')).toBe('https://shop.example/admin')
    expect(await page.title()).toMatch(/· Shop catalog$/)
    await see(page.getByText('Choose a file'))
    expect(await findViolations(page)).toEqual([])
    const colourOf = `getComputedStyle([...document.querySelectorAll('span')].find(
      ({ textContent }) => textContent === 'Choose a file')).backgroundColor`
    if (colorScheme === 'light') expect(await page.evaluate(colourOf)).toBe('rgb(118, 118, 118)')
  },
)
