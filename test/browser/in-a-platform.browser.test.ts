import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { afterAll, expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { listen } from '../support/listen.ts'
import { waitFor } from '../support/wait-for.ts'
import { findViolations } from './support/axe.ts'
import { picturesFile } from './support/example-files.ts'
import { downloadBy, see, uploadFile, uploadNamed } from './support/journeys.ts'
import { useBrowsing } from './support/use-browsing.ts'

const hostPage = await readFile(new URL('../../docs/integrate/host.html', import.meta.url), 'utf8')
const placeholder = 'https://shop.example/shop-tools/admin/'

/** How each token is made that the host's page asks its server for; answered without one, there is none. */
let mint = () => ''
let asked = 0
let framed = ''

function startHost() {
  return listen(
    createServer((request, response) => {
      if (request.url === '/catalog-token') {
        asked += 1
        response.end(mint())
        return
      }
      response.setHeader('Content-Type', 'text/html')
      response.end(request.url === '/other' ? '<!doctype html>' : hostPage.replace(placeholder, framed))
    }),
  )
}

const [host, stranger] = await Promise.all([startHost(), startHost()])
afterAll(async () => {
  await Promise.all([host, stranger].map((one) => one[Symbol.asyncDispose]()))
})
const browsing = await useBrowsing({
  gateway: {
    CATALOG_BASE_PATH: '/shop-tools',
    CATALOG_ADMIN_FRAME_ANCESTORS: `http://${host.host}`,
    CATALOG_ADMIN_TITLE: 'Shop catalog',
    CATALOG_ADMIN_HOME_URL: 'https://shop.example/admin',
    CATALOG_ADMIN_ACCENT: '#767676',
  },
})

/** A page that may ask other addresses than the system's. */
async function openHost(address: string, path = ''): Promise<Page> {
  const page = await browsing.visit({ isSignedIn: false, isFresh: true })
  const context = await page.context().browser()?.newContext({ locale: 'en-GB' })
  if (context === undefined) throw new Error('no browser')
  browsing.defer(() => void context.close())
  framed = `${browsing.system.baseUrl}/admin/${path}`
  const own = await context.newPage()
  await own.goto(`http://${address}/`)
  return own
}

test('a review goes on in a frame while its token is renewed, which tells its height and title', async () => {
  const { system } = browsing
  const { draft_id: draft } = await uploadNamed(
    system,
    { name: 'prices.csv', text: 'handle,title,variant_price\nlamp,Lamp,1\n' },
    { storefront: 'north' },
  )
  const [first, second] = [20, 3600].map((lifetimeS) => system.token('north', undefined, { lifetimeS }))
  mint = () => (asked === 1 ? first : second) ?? ''
  asked = 0
  const page = await openHost(host.host, `imports/${draft}`)
  const frame = page.frameLocator('#catalog')
  const search = frame.getByRole('searchbox')
  await search.fill('nothing is called that')
  await page.waitForFunction(
    "document.title.includes('· Shop catalog') && document.title.includes('– Shop admin')",
  )
  await page.waitForFunction("document.getElementById('catalog').style.height !== '60rem'")
  const inside = page.frames()[1]
  await waitFor(
    'the renewal',
    async () => (await inside?.evaluate(`sessionStorage['catalog.token']`)) === second,
  )
  expect(await search.inputValue()).toBe('nothing is called that')
  await frame.getByRole('link', { name: 'History' }).click()
  await frame.getByText('No imports yet').waitFor()
})

test('a frame takes no token from a page that is not named, nor from another frame', async () => {
  const { system } = browsing
  mint = () => system.token('north')
  const page = await openHost(host.host)
  const frame = page.frameLocator('#catalog')
  await frame.getByText('north').first().waitFor()
  await page.evaluate(
    `new Promise((resolve) => {
      const other = document.createElement('iframe')
      other.addEventListener('load', resolve)
      other.src = 'http://${stranger.host}/other'
      document.body.append(other)
    })`,
  )
  const other = page.frames().find((one) => one.url().endsWith('/other'))
  const message = JSON.stringify({ type: 'catalog:token', token: system.token('stranger') })
  await other?.evaluate(`parent.frames[0].postMessage(${message}, '*')`)
  await page.evaluate(`frames[0].postMessage({ type: 'catalog:token', token: 'nonsense' }, '*')`)
  await page.evaluate(
    `frames[0].postMessage({ type: 'other', token: ${JSON.stringify(system.token('other'))} }, '*')`,
  )
  await frame.getByRole('link', { name: 'History' }).click()
  await frame.getByText('No imports yet').waitFor()
  expect(await frame.getByText('stranger').count()).toBe(0)
})

test('a page that is not named cannot embed this one', async () => {
  asked = 0
  const page = await openHost(stranger.host)
  await waitFor('the refusal', () => page.frames().some((one) => one.url().startsWith('chrome-error:')))
  expect(asked).toBe(0)
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
