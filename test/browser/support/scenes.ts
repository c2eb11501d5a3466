import type { Page } from 'playwright-core'
import type { Browsing, VisitOptions } from './browsing.ts'
import {
  editedFile,
  fullFile,
  laterFile,
  manyErrorsFile,
  picturesFile,
  stockFile,
  strangeColumnsFile,
  wrongFile,
} from './example-files.ts'
import { keepHalfDone, largeFile } from './large-files.ts'
import { priceList, wideList } from './price-lists.ts'
import { riskyFile } from './risky-files.ts'
import { chooseFile, miss, preferencesButton, see, uploadNamed } from './journeys.ts'
import {
  applied,
  appliedSpring,
  change,
  edition,
  expireDraft,
  mapped,
  review,
  riskyShopOf,
  rowsThere,
  shopOf,
  storefrontOf,
  undo,
  undoneShopOf,
  visitPreview,
  visitRun,
} from './shops.ts'
import { inAnyLanguage } from './texts.ts'

/** A screen in one of its states. */
export interface Scene {
  name: string
  show: Open
}

type Open = (browsing: Browsing, options: VisitOptions) => Promise<Page>

let storefronts = 0

const unknownId = '01990000-0000-7000-8000-000000000000'

/** Every screen in every possible state. Scenes that change something have their own storefronts. */
export const scenes: readonly Scene[] = [
  scene('sign-in', visited({ isSignedIn: false })),
  scene('sign-in, refused', visited({ isSignedIn: false }), async (page) => {
    await page.locator('input').fill('kein-token')
    await page.locator('form button').click()
    await see(page.getByRole('alert'))
  }),
  scene('sign-in, session ended', visited({ lifetimeS: 1, expected: [401] }), (page) =>
    see(page.locator('input[type=password]')),
  ),
  scene('start, empty', visited()),
  scene('start, of a shop', edited, async (page, { system }) => {
    await page.goto(`${system.baseUrl}/admin/`)
    await see(page.getByRole('table'))
  }),
  scene('start, open previews', async (browsing, options) => {
    const run = await appliedSpring(browsing, options)
    await undo(browsing, options, run)
    await browsing.system.upload(stockFile(), storefrontOf(options))
    const page = await browsing.visit(options)
    await see(page.getByText(inAnyLanguage('run', 'undoOfFile')))
    return page
  }),
  scene('start, uploading', uploading),
  scene('start, cancel the upload?', uploading, async (page) => {
    await page.locator('header a[href$="/runs"]').click()
    await see(page.getByRole('alertdialog'))
  }),
  scene('start, file refused', visited({ expected: [422] }), async (page) => {
    await chooseFile(page, { name: 'werkzeug.csv', text: 'handle,title\na,\0\n' })
    await see(page.getByRole('alert'))
  }),
  scene('start, of a large catalog', visited({ path: 'nirgendwo' }), async (page) => {
    await page.route('**/api/products/summary', (route) => route.fulfill({ json: largeSummary }))
    await page.getByRole('link').nth(1).click()
    await see(page.getByText(inAnyLanguage('start', 'exportParts')))
  }),
  scene('start, file too large', largeOffered),
  scene('start, parts left', halfDone, async (page, { system }) => {
    await page.goto(`${system.baseUrl}/admin/`)
    await see(page.getByText('jahresbestand.csv'))
  }),
  scene('parts, of a file', largeOffered, async (page) => {
    await page.getByRole('alert').getByRole('button').click()
    await page.waitForURL('**/admin/parts')
    await see(page.getByRole('progressbar'))
  }),
  scene('parts, half done', halfDone),
  scene('parts, discard?', halfDone, async (page) => {
    await page.getByRole('main').getByRole('button').last().click()
    await see(page.getByRole('alertdialog'))
  }),
  scene('parts, none', visited({ path: 'parts' })),
  scene('start, remembered columns', async (browsing, options) => {
    await mapped(browsing, options, { name: 'preise.csv', text: priceList() })
    const page = await browsing.visit(options)
    const remembered = page.getByText(inAnyLanguage('mapping', 'remembered'))
    await remembered.click()
    await remembered.evaluate((summary) => summary.scrollIntoView())
    return page
  }),
  scene('start, not permitted', visited({ scopes: [] })),
  scene('start, service away', visited({ path: 'nirgendwo', expected: [503] }), async (page) => {
    await page.route('**/api/products/**', (route) => route.fulfill(unavailable))
    await page.getByRole('link').nth(1).click()
    await see(page.getByRole('alert'))
  }),
  scene('mapping, of a price list', async (browsing, options) => {
    const known = 'handle,title,variant_sku,variant_price\ntasse,Tasse,T-0,10.00\n'
    await applied(browsing, options, known)
    const page = await asked(priceList())(browsing, options)
    await see(page.getByRole('table'))
    return page
  }),
  scene('mapping, nothing suggested', asked('Milch;Brot\nja;nein\n')),
  scene('mapping, of many columns', asked(wideList(20)), async (page) => {
    // Takes the field of another column, which says so.
    await page.locator('select').first().selectOption('variant_sku')
    await page.locator('select').nth(19).selectOption('option1_value')
    await page.getByRole('checkbox', { name: inAnyLanguage('mapping', 'onlyLeftOut') }).check()
  }),
  scene('mapping, file to be chosen', visited({ path: 'mapping' })),
  scene('settings, open', visited(), async (page) => {
    await preferencesButton(page).click()
    await see(page.getByRole('menu'))
  }),
  scene('review, of an edited shop', edited),
  scene('review, products open', edited, async (page) => {
    await page.getByRole('radio').nth(1).click()
    await page.waitForURL('**/*kind=all')
    await open(page, 'Teekanne 1', 'Kaffeetasse 0', 'Holzbrett 4', 'Salzstreuer 5')
  }),
  scene('review, strange products', edited, async (page) => {
    await page.getByRole('radio').nth(2).click()
    await page.waitForURL('**/*kind=new')
    for (const name of [/^Donau/, /^קנקן/, /^إبريق/, /^Sehr/]) {
      await page.getByRole('button', { name }).click()
    }
    await page.getByRole('button', { name: /^Donau/ }).evaluate((button) => button.scrollIntoView())
  }),
  scene('review, nothing found', edited, async (page) => {
    await page.getByRole('searchbox').fill('gibt es nicht')
    await page.waitForURL('**/*q=gibt*')
    await see(page.getByText(inAnyLanguage('rows', 'noneFound')))
  }),
  scene('review, discard?', edited, async (page) => {
    await decision(page).getByRole('button').first().click()
    await see(page.getByRole('alertdialog'))
  }),
  scene('review, full file', reviewed(fullFile)),
  scene('review, many errors', reviewed(manyErrorsFile), async (page) => {
    await page.locator('li [aria-pressed]').last().click()
    await page.waitForURL('**/*cause=*')
  }),
  scene('review, of risky changes', riskyReview),
  scene('review, products left out', riskyReview, async (page) => {
    await page.getByRole('radio').nth(4).click()
    await page.waitForURL('**/*risk=*')
    await page.getByRole('button', { name: inAnyLanguage('choice', 'leaveOutAll') }).click()
    await see(page.getByRole('button', { name: inAnyLanguage('choice', 'everything') }))
  }),
  scene('review, only errors', reviewed(wrongFile)),
  scene('review, strange columns', reviewed(strangeColumnsFile), (page) =>
    page.locator('summary').first().click(),
  ),
  scene('review, columns to keep', visited(), async (page) => {
    await chooseFile(page, { name: 'eigenes.csv', text: strangeColumnsFile() })
    await rowsThere(page)
    await page.locator('summary').first().click()
    await page.getByRole('listitem').getByRole('checkbox').nth(3).check()
  }),
  scene('review, columns as last time', async (browsing, options) => {
    await applied(browsing, options, stockFile())
    const csv = { name: 'preise.csv', text: priceList() }
    await mapped(browsing, options, csv)
    const { draft_id: draftId } = await uploadNamed(browsing.system, csv, storefrontOf(options))
    return visitPreview(browsing, options, draftId)
  }),
  scene('review, all unchanged', async (browsing, options) => {
    const { storefront } = await shopOf(browsing)
    return review(browsing, { ...options, storefront }, stockFile())
  }),
  scene('review, stale', stale, async (page) => {
    await decision(page).getByRole('button').last().click()
    await see(page.getByRole('alert'))
  }),
  scene('review, checked again', stale, async (page) => {
    await decision(page).getByRole('button').last().click()
    await page.getByRole('alert').getByRole('button').click()
    const changed = page.getByText(inAnyLanguage('risks', 'changed_meanwhile'))
    await see(changed)
    // React Aria reads out the button that waited for some seconds, also if it is gone by then.
    await page.reload()
    await see(changed)
  }),
  scene('review, expired', async (browsing, options) => {
    const { draft_id: draftId } = await browsing.system.upload(stockFile(), storefrontOf(options))
    await expireDraft(browsing, draftId)
    return browsing.visit({ ...options, path: `imports/${draftId}`, expected: [410] })
  }),
  scene('review, not there', visited({ path: `imports/${unknownId}`, expected: [404] })),
  scene('review, may only look', async (browsing, options) => {
    const { storefront, draftId } = await shopOf(browsing)
    return visitPreview(browsing, { ...options, storefront, scopes: ['catalog:read'] }, draftId)
  }),
  scene('review, of a part', largeOffered, async (page) => {
    await page.getByRole('alert').getByRole('button').click()
    await page.getByRole('button', { name: inAnyLanguage('parts', 'review') }).click()
    await page.waitForURL('**/admin/imports/*')
    await see(page.getByText(inAnyLanguage('parts', 'thenNext')))
    await rowsThere(page)
  }),
  scene('review, of an undo', async (browsing, options) => {
    const run = await appliedSpring(browsing, options)
    await applied(browsing, options, laterFile())
    const { draft_id: draftId } = await undo(browsing, options, run)
    const page = await visitPreview(browsing, options, draftId)
    await open(page, 'Kaffeetasse 0', 'Holzbrett 4', 'Eierbecher')
    return page
  }),
  scene('run, fetching images', async (browsing, options) => {
    const held = browsing.images.hold()
    browsing.defer(() => held.open())
    const run = await applied(browsing, options, picturesFile(browsing.images), false)
    const page = await browsing.visit({ ...options, path: `runs/${run}` })
    await see(page.getByRole('progressbar'))
    return page
  }),
  scene('run, images done', async (browsing, options) => {
    const { storefront, runs } = await shopOf(browsing)
    const page = await browsing.visit({ ...options, storefront, path: `runs/${runs.pictures}` })
    await see(page.locator('main img'))
    return page
  }),
  scene('run, no images', async (browsing, options) => {
    const { storefront, runs } = await shopOf(browsing)
    return visitRun(browsing, { ...options, storefront }, runs.stock)
  }),
  scene('run, with errors', async (browsing, options) => {
    await applied(browsing, options, stockFile())
    const run = await applied(browsing, options, { name: 'frühjahr.csv', text: editedFile() })
    const page = await visitRun(browsing, options, run)
    await open(page, 'Holzbrett 4', 'Salzstreuer 5')
    return page
  }),
  scene('run, undone', async (browsing, options) => {
    const { storefront, run } = await undoneShopOf(browsing)
    return visitRun(browsing, { ...options, storefront }, run)
  }),
  scene('run, of an undo', async (browsing, options) => {
    const { storefront, undo: run } = await undoneShopOf(browsing)
    return visitRun(browsing, { ...options, storefront }, run)
  }),
  scene('run, nothing to undo', async (browsing, options) => {
    await applied(browsing, options, edition(1))
    const run = await applied(browsing, options, edition(2))
    await applied(browsing, options, edition(3))
    const page = await visitRun(browsing, { ...options, expected: [409] }, run)
    await page.getByRole('button', { name: inAnyLanguage('run', 'undoThis') }).click()
    await see(page.getByRole('alert'))
    return page
  }),
  scene('run, whose rows are deleted', async (browsing, options) => {
    const text = picturesFile(browsing.images)
    const run = await applied(browsing, options, { name: 'bilder.csv', text })
    await change(
      browsing,
      `with gone as (delete from run_images where run_id = $1)
      update import_runs set is_let_go = true where run_id = $1`,
      run,
    )
    return browsing.visit({ ...options, path: `runs/${run}` })
  }),
  scene('run, not there', visited({ path: `runs/${unknownId}`, expected: [404] })),
  scene('history, empty', visited({ path: 'runs' })),
  scene('history, of a shop', async (browsing, options) => {
    const { storefront } = await shopOf(browsing)
    const page = await browsing.visit({ ...options, storefront, path: 'runs' })
    await see(page.getByRole('table'))
    return page
  }),
  scene('history, searched', async (browsing, options) => {
    const { storefront } = await undoneShopOf(browsing)
    const page = await browsing.visit({ ...options, storefront, path: 'runs' })
    await see(page.getByRole('table'))
    await page.getByRole('searchbox').fill('gibt es nicht')
    await see(page.getByText(inAnyLanguage('history', 'noneFound')))
    return page
  }),
  scene('history, with an undo', async (browsing, options) => {
    const { storefront } = await undoneShopOf(browsing)
    const page = await browsing.visit({ ...options, storefront, path: 'runs' })
    await see(page.getByRole('link', { name: /frühjahr\.csv/ }))
    return page
  }),
  scene('help', visited({ path: 'help' })),
  scene('help, of an error', visited(), async (page, { system }) => {
    await page.goto(`${system.baseUrl}/admin/help/errors#sku_taken`)
    await see(page.locator('#sku_taken:focus'))
  }),
  scene('help, of rules', visited({ path: 'help/rules' })),
  scene('connection lost', visited({ expected: ['unreachable'] }), async (page) => {
    await page.route(historyPart, (route) => route.abort())
    await page.route('**/admin/', (route) => route.abort())
    await partMissing(page, 'lostTitle')
  }),
  scene('new version', visited({ expected: [404] }), async (page) => {
    await page.route(historyPart, (route) => route.fulfill({ status: 404 }))
    await page.route('**/admin/', (route) => route.fulfill({ body: '<script src="/admin/assets/next.js">' }))
    await partMissing(page, 'renewedTitle')
  }),
  scene('no such page', visited({ path: 'nirgendwo' })),
]

export function sceneNamed(name: string): Scene {
  const found = scenes.find((one) => one.name === name)
  if (found === undefined) throw new Error(`no scene is named ${name}`)
  return found
}

/** @param act brings the opened page into its state */
function scene(
  name: string,
  opened: Open,
  act: (page: Page, browsing: Browsing) => Promise<void> = async () => {},
): Scene {
  storefronts += 1
  const own = { storefront: `laden-${storefronts}` }
  return {
    name,
    show: async (browsing, options) => {
      const page = await settled(await opened(browsing, { ...own, ...options }))
      await act(page, browsing)
      return settled(page)
    },
  }
}

function visited(more: VisitOptions = {}): Open {
  return ({ visit }, options) => visit({ ...options, ...more })
}

/** The preview of the file. */
function reviewed(write: () => string): Open {
  return (browsing, options) => review(browsing, options, write())
}

/** The page asks for the meaning of a file's columns. */
function asked(text: string): Open {
  return async ({ visit }, options) => {
    const page = await visit({ ...options, expected: [422] })
    await chooseFile(page, { name: 'preisliste-frühjahr.csv', text })
    await see(page.locator('select'))
    return page
  }
}

/** Everything is loaded: no pending fonts or skeletons. */
export async function settled(page: Page): Promise<Page> {
  await see(page.locator('h1'))
  await page.evaluate(() => document.fonts.ready)
  await miss(page.getByRole('status').filter({ hasText: inAnyLanguage('common', 'loading') }))
  return page
}

const historyPart = '**/assets/history-screen-*.js'

/** @param title of the screen, as the messages name it */
async function partMissing(page: Page, title: string): Promise<void> {
  await page.locator('header a[href$="/runs"]').click()
  await see(page.getByRole('heading', { name: inAnyLanguage('common', title), level: 1 }))
}

const unavailable = {
  status: 503,
  contentType: 'application/problem+json',
  body: JSON.stringify({ status: 503, code: 'unavailable', title: 'Unavailable', detail: 'Try again.' }),
}

async function uploading({ visit }: Browsing, options: VisitOptions): Promise<Page> {
  const page = await visit(options)
  await page.route('**/api/products/imports', () => {})
  await chooseFile(page, { name: 'frühjahr.csv', text: stockFile() })
  await see(page.getByRole('progressbar'))
  return page
}

const largeSummary = {
  storefront_id: 'laden',
  product_count: 9_120,
  products_by_status: { active: 9_000, draft: 100, archived: 20 },
  variant_count: 30_214,
  image_count: 12_000,
}

async function largeOffered({ visit }: Browsing, options: VisitOptions): Promise<Page> {
  const page = await visit({ ...options, expected: [413] })
  await chooseFile(page, { name: 'jahresbestand.csv', text: largeFile() })
  await see(page.getByText(inAnyLanguage('parts', 'offerTitle')))
  return page
}

async function halfDone(browsing: Browsing, options: VisitOptions): Promise<Page> {
  const { runs } = await shopOf(browsing)
  const page = await browsing.visit(options)
  await keepHalfDone(page, options.storefront ?? '', runs.stock)
  await page.goto(`${browsing.system.baseUrl}/admin/parts`)
  await see(page.getByRole('progressbar'))
  return page
}

async function edited(browsing: Browsing, options: VisitOptions): Promise<Page> {
  const { storefront, draftId } = await shopOf(browsing)
  return visitPreview(browsing, { ...options, storefront }, draftId)
}

/** New prices for most of a shop, including mistakes, which `risks` lists. */
export async function riskyReview(browsing: Browsing, options: VisitOptions): Promise<Page> {
  const own = await riskyShopOf(browsing)
  const csv = { name: 'preise-frühjahr.csv', text: riskyFile() }
  const { draft_id: draftId } = await uploadNamed(browsing.system, csv, own)
  return visitPreview(browsing, { ...options, ...own }, draftId)
}

/** A preview whose catalog was changed since. */
export async function stale(browsing: Browsing, options: VisitOptions): Promise<Page> {
  await applied(browsing, options, edition(1))
  const page = await review(browsing, { ...options, expected: [409] }, edition(2))
  await applied(browsing, options, edition(3))
  return page
}

async function open(page: Page, ...products: string[]): Promise<void> {
  for (const name of products) await page.getByRole('button', { name, exact: true }).click()
}

function decision(page: Page) {
  return page.getByRole('region', { name: inAnyLanguage('review', 'decision') })
}
