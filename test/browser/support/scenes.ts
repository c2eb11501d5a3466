import type { Page } from 'playwright-core'
import { Client } from 'pg'
import type { Browsing, VisitOptions } from './browsing.ts'
import {
  editedFile,
  fullFile,
  picturesFile,
  stockFile,
  strangeColumnsFile,
  wrongFile,
} from './example-files.ts'
import { chooseFile, see } from './journeys.ts'

/** A screen in one of its states. */
export interface Scene {
  name: string
  show: (browsing: Browsing, options: VisitOptions) => Promise<Page>
}

let storefronts = 0

/** Every screen in every state that somebody may meet, each in a storefront of its own. */
export const scenes: readonly Scene[] = [
  scene('sign-in', async ({ visit }, options) => visit({ ...options, isSignedIn: false })),
  scene('sign-in, refused', async ({ visit }, options) => {
    const page = await visit({ ...options, isSignedIn: false })
    await page.locator('input').fill('kein-token')
    await page.locator('form button').click()
    await see(page.getByRole('alert'))
    return page
  }),
  scene('sign-in, session ended', async ({ visit }, options) => {
    const page = await visit({ ...options, lifetimeS: 1, expected: [401] })
    await see(page.locator('input[type=password]'))
    return page
  }),
  scene('start, empty', async ({ visit }, options) => visit(options)),
  scene('start, of a shop', async (browsing, options) => {
    const page = await shop(browsing, options)
    await page.goto(`${browsing.system.baseUrl}/admin/`)
    await see(page.getByRole('table'))
    return page
  }),
  scene('start, uploading', async ({ visit }, options) => {
    const page = await visit(options)
    await page.route('**/api/products/imports', () => {})
    await chooseFile(page, { name: 'frühjahr.csv', text: stockFile() })
    await see(page.getByRole('progressbar'))
    return page
  }),
  scene('start, file refused', async ({ visit }, options) => {
    const page = await visit({ ...options, expected: [422] })
    await chooseFile(page, { name: 'einkaufsliste-der-woche.csv', text: 'Milch;Brot\n1;2\n' })
    await see(page.getByRole('alert'))
    return page
  }),
  scene('start, not permitted', async ({ visit }, options) => visit({ ...options, scopes: [] })),
  scene('start, service away', async ({ visit }, options) => {
    const page = await visit({ ...options, path: 'nirgendwo', expected: [503] })
    await page.route('**/api/products/**', (route) => route.fulfill(unavailable))
    await page.getByRole('link').nth(1).click()
    await see(page.getByRole('alert'))
    return page
  }),
  scene('settings, open', async ({ visit }, options) => {
    const page = await visit(options)
    await page.locator('header button').click()
    await see(page.getByRole('menu'))
    return page
  }),
  scene('review, of an edited shop', edited),
  scene('review, products open', async (browsing, options) => {
    const page = await edited(browsing, options)
    for (const name of ['Teekanne 1', 'Kaffeetasse 0', 'Holzbrett 4', 'Salzstreuer 5']) await open(page, name)
    return page
  }),
  scene('review, strange products', async (browsing, options) => {
    const page = await edited(browsing, options)
    await page.getByRole('radio').nth(1).click()
    await page.waitForURL('**/*show=add')
    for (const name of [/^Donau/, /^קנקן/, /^إبريق/, /^Sehr/]) {
      await page.getByRole('button', { name }).click()
    }
    await page.getByRole('button', { name: /^Donau/ }).evaluate((button) => button.scrollIntoView())
    return page
  }),
  scene('review, nothing found', async (browsing, options) => {
    const page = await edited(browsing, options)
    await page.getByRole('searchbox').fill('gibt es nicht')
    await page.waitForURL('**/*q=gibt*')
    await see(page.getByText(/No product matches|Kein Produkt passt/))
    return page
  }),
  scene('review, discard?', async (browsing, options) => {
    const page = await edited(browsing, options)
    await decision(page).getByRole('button').first().click()
    await see(page.getByRole('alertdialog'))
    return page
  }),
  scene('review, full file', async (browsing, options) => review(browsing, options, fullFile())),
  scene('review, only errors', async (browsing, options) => review(browsing, options, wrongFile())),
  scene('review, strange columns', async (browsing, options) => {
    const page = await review(browsing, options, strangeColumnsFile())
    await page.locator('summary').click()
    return page
  }),
  scene('review, all unchanged', async (browsing, options) => {
    await applied(browsing, options, stockFile())
    return review(browsing, options, stockFile())
  }),
  scene('review, stale', async (browsing, options) => {
    const page = await stale(browsing, options)
    await decision(page).getByRole('button').last().click()
    await see(page.getByRole('alert'))
    return page
  }),
  scene('review, expired', async (browsing, options) => {
    const { draft_id: draftId } = await browsing.system.upload(stockFile(), storefrontOf(options))
    await expireDraft(browsing, draftId)
    return settled(await browsing.visit({ ...options, path: `imports/${draftId}`, expected: [410] }))
  }),
  scene('review, not there', async ({ visit }, options) =>
    settled(
      await visit({ ...options, path: 'imports/01990000-0000-7000-8000-000000000000', expected: [404] }),
    ),
  ),
  scene('review, may only look', async (browsing, options) => {
    const { draft_id: draftId } = await browsing.system.upload(stockFile(), storefrontOf(options))
    const page = await browsing.visit({ ...options, path: `imports/${draftId}`, scopes: ['catalog:read'] })
    await see(page.getByRole('table'))
    return page
  }),
  scene('run, fetching images', async (browsing, options) => {
    const held = browsing.images.hold()
    const run = await applied(browsing, options, picturesFile(browsing.images), false)
    const page = await browsing.visit({ ...options, path: `runs/${run}` })
    await see(page.getByRole('progressbar'))
    page.once('close', () => held.open())
    return page
  }),
  scene('run, images done', async (browsing, options) => {
    const run = await applied(browsing, options, picturesFile(browsing.images))
    const page = await browsing.visit({ ...options, path: `runs/${run}` })
    await see(page.locator('main img'))
    return page
  }),
  scene('run, no images', async (browsing, options) => {
    const run = await applied(browsing, options, stockFile())
    return settled(await browsing.visit({ ...options, path: `runs/${run}` }))
  }),
  scene('run, not there', async ({ visit }, options) =>
    settled(await visit({ ...options, path: 'runs/01990000-0000-7000-8000-000000000000', expected: [404] })),
  ),
  scene('history, empty', async ({ visit }, options) => settled(await visit({ ...options, path: 'runs' }))),
  scene('history, of a shop', async (browsing, options) => {
    await applied(browsing, options, stockFile())
    await applied(browsing, options, picturesFile(browsing.images))
    for (const products of [1, 2, 3]) await applied(browsing, options, edition(products))
    const page = await browsing.visit({ ...options, path: 'runs' })
    await see(page.getByRole('table'))
    return page
  }),
  scene('no such page', async ({ visit }, options) =>
    settled(await visit({ ...options, path: 'nirgendwo' })),
  ),
]

function scene(name: string, show: Scene['show']): Scene {
  storefronts += 1
  const number = storefronts
  return {
    name,
    show: async (browsing, options) =>
      settled(
        await show(browsing, {
          storefront: `laden-${number}`,
          ...options,
        }),
      ),
  }
}

/** Nothing is still on its way: fonts, skeletons. */
async function settled(page: Page): Promise<Page> {
  await see(page.locator('h1'))
  await page.evaluate(() => document.fonts.ready)
  await page.waitForFunction(() => document.querySelector('[aria-busy=true]') === null)
  return page
}

const unavailable = {
  status: 503,
  contentType: 'application/problem+json',
  body: JSON.stringify({ status: 503, code: 'unavailable', title: 'Unavailable', detail: 'Try again.' }),
}

const storefrontOf = ({ storefront }: VisitOptions) => (storefront === undefined ? {} : { storefront })

/** @returns the run's id */
export async function applied(
  { system }: Browsing,
  options: VisitOptions,
  csv: string,
  isAwaited = true,
): Promise<string> {
  const shopOf = storefrontOf(options)
  const { draft_id: draftId } = await system.upload(csv, shopOf)
  const { run_id: runId } = await system.confirm(draftId, shopOf)
  if (isAwaited) await system.waitForRun(runId, undefined, shopOf)
  return runId
}

async function review(browsing: Browsing, options: VisitOptions, csv: string): Promise<Page> {
  const { draft_id: draftId } = await browsing.system.upload(csv, storefrontOf(options))
  const page = await browsing.visit({ ...options, path: `imports/${draftId}` })
  await see(page.getByRole('table'))
  return page
}

async function edited(browsing: Browsing, options: VisitOptions): Promise<Page> {
  await applied(browsing, options, stockFile())
  return review(browsing, options, editedFile())
}

/** A shop with a past, and with a preview that is not decided. */
async function shop(browsing: Browsing, options: VisitOptions): Promise<Page> {
  await applied(browsing, options, stockFile())
  await applied(browsing, options, picturesFile(browsing.images))
  return review(browsing, options, editedFile())
}

/** A preview whose catalog has moved since. */
export async function stale(browsing: Browsing, options: VisitOptions): Promise<Page> {
  await applied(browsing, options, edition(1))
  const page = await review({ ...browsing }, { ...options, expected: [409] }, edition(2))
  await applied(browsing, options, edition(3))
  return page
}

/** A single product, with another price in each edition. */
export function edition(number: number): string {
  return `handle,title,variant_price\r\nvase,Vase,${number}.00\r\n`
}

/** As if its hour were over. */
export async function expireDraft({ system }: Browsing, draftId: string): Promise<void> {
  const client = new Client({ connectionString: system.database.url })
  await client.connect()
  try {
    await client.query(
      `update import_drafts set expires_at = now() - interval '1 second' where draft_id = $1`,
      [draftId],
    )
  } finally {
    await client.end()
  }
}

async function open(page: Page, product: string): Promise<void> {
  await page.getByRole('button', { name: product, exact: true }).click()
}

function decision(page: Page) {
  return page.getByRole('region', { name: /Decision|Entscheidung/ })
}
