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
import { riskyFile, riskyStock } from './risky-files.ts'
import { chooseFile, miss, preferencesButton, see, uploadNamed } from './journeys.ts'
import {
  applied,
  appliedSpring,
  change,
  edition,
  expireDraft,
  mapped,
  review,
  rowsThere,
  shopOf,
  storefrontOf,
  undo,
  undone,
  visitPreview,
  visitRun,
} from './shops.ts'
import { inAnyLanguage } from './texts.ts'

/** A screen in one of its states. */
export interface Scene {
  name: string
  show: (browsing: Browsing, options: VisitOptions) => Promise<Page>
}

let storefronts = 0

/** Every screen in every possible state. Scenes that change something have their own storefronts. */
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
    const page = await edited(browsing, options)
    await page.goto(`${browsing.system.baseUrl}/admin/`)
    await see(page.getByRole('table'))
    return page
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
  scene('start, cancel the upload?', async (browsing, options) => {
    const page = await settled(await uploading(browsing, options))
    await page.locator('header a[href$="/runs"]').click()
    await see(page.getByRole('alertdialog'))
    return page
  }),
  scene('start, file refused', async ({ visit }, options) => {
    const page = await visit({ ...options, expected: [422] })
    await chooseFile(page, { name: 'werkzeug.csv', text: 'handle,title\na,\0\n' })
    await see(page.getByRole('alert'))
    return page
  }),
  scene('start, of a large catalog', async ({ visit }, options) => {
    const page = await visit({ ...options, path: 'nirgendwo' })
    await page.route('**/api/products/summary', (route) => route.fulfill({ json: largeSummary }))
    await page.getByRole('link').nth(1).click()
    await see(page.getByText(inAnyLanguage('start', 'exportParts')))
    return page
  }),
  scene('start, file too large', largeOffered),
  scene('start, parts left', async (browsing, options) => {
    const page = await halfDone(browsing, options)
    await page.goto(`${browsing.system.baseUrl}/admin/`)
    await see(page.getByText('jahresbestand.csv'))
    return page
  }),
  scene('parts, of a file', async (browsing, options) => {
    const page = await largeOffered(browsing, options)
    await page.getByRole('alert').getByRole('button').click()
    await page.waitForURL('**/admin/parts')
    await see(page.getByRole('progressbar'))
    return page
  }),
  scene('parts, half done', halfDone),
  scene('parts, discard?', async (browsing, options) => {
    const page = await settled(await halfDone(browsing, options))
    await page.getByRole('main').getByRole('button').last().click()
    await see(page.getByRole('alertdialog'))
    return page
  }),
  scene('parts, none', async ({ visit }, options) => settled(await visit({ ...options, path: 'parts' }))),
  scene('start, remembered columns', async (browsing, options) => {
    await mapped(browsing, options, { name: 'preise.csv', text: priceList() })
    const page = await browsing.visit(options)
    const remembered = page.getByText(inAnyLanguage('mapping', 'remembered'))
    await remembered.click()
    await remembered.evaluate((summary) => summary.scrollIntoView())
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
  scene('mapping, of a price list', async (browsing, options) => asked(browsing, options, priceList())),
  scene('mapping, nothing suggested', async (browsing, options) =>
    asked(browsing, options, 'Milch;Brot\nja;nein\n'),
  ),
  scene('mapping, of many columns', async (browsing, options) => {
    const page = await asked(browsing, options, wideList(20))
    // Takes the field of another column, which says so.
    await page.locator('select').first().selectOption('variant_sku')
    await page.locator('select').nth(19).selectOption('option1_value')
    await page.getByRole('checkbox', { name: inAnyLanguage('mapping', 'onlyLeftOut') }).check()
    return page
  }),
  scene('mapping, file to be chosen', async ({ visit }, options) => visit({ ...options, path: 'mapping' })),
  scene('settings, open', async ({ visit }, options) => {
    const page = await settled(await visit(options))
    await preferencesButton(page).click()
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
    await see(page.getByText(inAnyLanguage('rows', 'noneFound')))
    return page
  }),
  scene('review, discard?', async (browsing, options) => {
    const page = await settled(await edited(browsing, options))
    await decision(page).getByRole('button').first().click()
    await see(page.getByRole('alertdialog'))
    return page
  }),
  scene('review, full file', async (browsing, options) => review(browsing, options, fullFile())),
  scene('review, many errors', async (browsing, options) => {
    const page = await review(browsing, options, manyErrorsFile())
    await page.locator('li [aria-pressed]').last().click()
    await page.waitForURL('**/*cause=*')
    await page.locator('summary').first().click()
    return page
  }),
  scene('review, of risky changes', riskyReview),
  scene('review, only errors', async (browsing, options) => review(browsing, options, wrongFile())),
  scene('review, strange columns', async (browsing, options) => {
    const page = await review(browsing, options, strangeColumnsFile())
    await page.locator('summary').click()
    return page
  }),
  scene('review, columns to keep', async (browsing, options) => {
    const page = await browsing.visit(options)
    await chooseFile(page, { name: 'eigenes.csv', text: strangeColumnsFile() })
    await rowsThere(page)
    await page.locator('summary').click()
    await page.getByRole('checkbox').nth(3).check()
    return page
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
    const { storefront, draftId } = await shopOf(browsing)
    return visitPreview(browsing, { ...options, storefront, scopes: ['catalog:read'] }, draftId)
  }),
  scene('review, of a part', async (browsing, options) => {
    const page = await largeOffered(browsing, options)
    await page.getByRole('alert').getByRole('button').click()
    await page.getByRole('button', { name: inAnyLanguage('parts', 'review') }).click()
    await page.waitForURL('**/admin/imports/*')
    await see(page.getByText(inAnyLanguage('parts', 'thenNext')))
    await rowsThere(page)
    return page
  }),
  scene('review, of an undo', async (browsing, options) => {
    const run = await appliedSpring(browsing, options)
    await applied(browsing, options, laterFile())
    const { draft_id: draftId } = await undo(browsing, options, run)
    const page = await visitPreview(browsing, options, draftId)
    for (const name of ['Kaffeetasse 0', 'Holzbrett 4', 'Eierbecher']) await open(page, name)
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
    return settled(await browsing.visit({ ...options, storefront, path: `runs/${runs.stock}` }))
  }),
  scene('run, with errors', async (browsing, options) => {
    await applied(browsing, options, stockFile())
    const run = await applied(browsing, options, { name: 'frühjahr.csv', text: editedFile() })
    const page = await visitRun(browsing, options, run)
    for (const name of ['Holzbrett 4', 'Salzstreuer 5']) await open(page, name)
    return page
  }),
  scene('run, undone', async (browsing, options) => {
    const run = await appliedSpring(browsing, options)
    await undone(browsing, options, run)
    return visitRun(browsing, options, run)
  }),
  scene('run, of an undo', async (browsing, options) =>
    visitRun(browsing, options, await undone(browsing, options, await appliedSpring(browsing, options))),
  ),
  scene('run, nothing to undo', async (browsing, options) => {
    await applied(browsing, options, edition(1))
    const run = await applied(browsing, options, edition(2))
    await applied(browsing, options, edition(3))
    const page = await visitRun(browsing, { ...options, expected: [409] }, run)
    await page.getByRole('button', { name: inAnyLanguage('run', 'undoThis') }).click()
    await see(page.getByRole('alert'))
    return page
  }),
  scene('run, whose rows are let go', async (browsing, options) => {
    const text = picturesFile(browsing.images)
    const run = await applied(browsing, options, { name: 'bilder.csv', text })
    await change(
      browsing,
      `with gone as (delete from run_images where run_id = $1)
      update import_runs set is_let_go = true where run_id = $1`,
      run,
    )
    return settled(await browsing.visit({ ...options, path: `runs/${run}` }))
  }),
  scene('run, not there', async ({ visit }, options) =>
    settled(await visit({ ...options, path: 'runs/01990000-0000-7000-8000-000000000000', expected: [404] })),
  ),
  scene('history, empty', async ({ visit }, options) => settled(await visit({ ...options, path: 'runs' }))),
  scene('history, of a shop', async (browsing, options) => {
    const { storefront } = await shopOf(browsing)
    const page = await browsing.visit({ ...options, storefront, path: 'runs' })
    await see(page.getByRole('table'))
    return page
  }),
  scene('history, searched', async (browsing, options) => {
    const run = await appliedSpring(browsing, options)
    await undone(browsing, options, run)
    const page = await browsing.visit({ ...options, path: 'runs' })
    await see(page.getByRole('table'))
    await page.getByRole('searchbox').fill('gibt es nicht')
    await see(page.getByText(inAnyLanguage('history', 'noneFound')))
    return page
  }),
  scene('history, with an undo', async (browsing, options) => {
    await undone(browsing, options, await appliedSpring(browsing, options))
    const page = await browsing.visit({ ...options, path: 'runs' })
    await see(page.getByRole('link', { name: /frühjahr\.csv/ }))
    return page
  }),
  scene('help', async ({ visit }, options) => settled(await visit({ ...options, path: 'help' }))),
  scene('help, of an error', async ({ visit, system }, options) => {
    const page = await visit(options)
    await page.goto(`${system.baseUrl}/admin/help/errors#sku_taken`)
    await see(page.locator('#sku_taken:focus'))
    return page
  }),
  scene('help, of rules', async ({ visit }, options) =>
    settled(await visit({ ...options, path: 'help/rules' })),
  ),
  scene('connection lost', async ({ visit }, options) => {
    const page = await visit({ ...options, expected: ['unreachable'] })
    await page.route(historyPart, (route) => route.abort())
    await page.route('**/admin/', (route) => route.abort())
    return partMissing(page, 'lostTitle')
  }),
  scene('new version', async ({ visit }, options) => {
    const page = await visit({ ...options, expected: [404] })
    await page.route(historyPart, (route) => route.fulfill({ status: 404 }))
    await page.route('**/admin/', (route) => route.fulfill({ body: '<script src="/admin/assets/next.js">' }))
    return partMissing(page, 'renewedTitle')
  }),
  scene('no such page', async ({ visit }, options) =>
    settled(await visit({ ...options, path: 'nirgendwo' })),
  ),
]

const isOfReview = ({ name }: Scene) => name.startsWith('review, ')
/** The scenes in two halves, for two test files. */
export const reviewScenes = scenes.filter(isOfReview)
export const otherScenes = scenes.filter((one) => !isOfReview(one))

export function sceneNamed(name: string): Scene {
  const found = scenes.find((one) => one.name === name)
  if (found === undefined) throw new Error(`no scene is named ${name}`)
  return found
}

function scene(name: string, show: Scene['show']): Scene {
  storefronts += 1
  const number = storefronts
  return {
    name,
    show: async (browsing, options) =>
      settled(await show(browsing, { storefront: `laden-${number}`, ...options })),
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
async function partMissing(page: Page, title: string): Promise<Page> {
  await page.locator('header a[href$="/runs"]').click()
  await see(page.getByRole('heading', { name: inAnyLanguage('common', title), level: 1 }))
  return page
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

/** The page asks for the meaning of a file's columns. */
async function asked(browsing: Browsing, options: VisitOptions, text: string): Promise<Page> {
  const page = await browsing.visit({ ...options, expected: [422] })
  await chooseFile(page, { name: 'preisliste-frühjahr.csv', text })
  await see(page.locator('select'))
  return page
}

/** New prices for most of a shop, including mistakes, which `risks` lists. */
export async function riskyReview(browsing: Browsing, options: VisitOptions): Promise<Page> {
  await applied(browsing, options, riskyStock())
  const csv = { name: 'preise-frühjahr.csv', text: riskyFile() }
  const { draft_id: draftId } = await uploadNamed(browsing.system, csv, storefrontOf(options))
  return visitPreview(browsing, options, draftId)
}

/** A preview whose catalog was changed since. */
export async function stale(browsing: Browsing, options: VisitOptions): Promise<Page> {
  await applied(browsing, options, edition(1))
  const page = await review(browsing, { ...options, expected: [409] }, edition(2))
  await applied(browsing, options, edition(3))
  return page
}

async function open(page: Page, product: string): Promise<void> {
  await page.getByRole('button', { name: product, exact: true }).click()
}

function decision(page: Page) {
  return page.getByRole('region', { name: inAnyLanguage('review', 'decision') })
}
