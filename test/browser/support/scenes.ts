import type { Page } from 'playwright-core'
import { Client } from 'pg'
import type { Draft } from '@catalog/contracts'
import { patienceMs } from './browsing.ts'
import type { Browsing, VisitOptions } from './browsing.ts'
import {
  editedFile,
  fullFile,
  laterFile,
  manyErrorsFile,
  picturesFile,
  springFile,
  stockFile,
  strangeColumnsFile,
  wrongFile,
} from './example-files.ts'
import { riskyFile, riskyStock } from './risky-files.ts'
import type { System } from '../../support/system.ts'
import { chooseFile, miss, preferencesButton, see, uploadNamed } from './journeys.ts'
import type { Csv } from './journeys.ts'
import { inAnyLanguage } from './texts.ts'

/** A screen in one of its states. */
export interface Scene {
  name: string
  show: (browsing: Browsing, options: VisitOptions) => Promise<Page>
  /** As merchants do it, by the menu; the page shows the same state afterwards. */
  switchLanguage: (page: Page, language: string) => Promise<void>
}

let storefronts = 0

/** Every screen in every state that somebody may meet. Those that change something have storefronts of their own. */
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
  scene(
    'settings, open',
    async ({ visit }, options) => visit(options),
    async (page) => {
      await preferencesButton(page).click()
      await see(page.getByRole('menu'))
    },
  ),
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
  scene('review, discard?', edited, async (page) => {
    await decision(page).getByRole('button').first().click()
    await see(page.getByRole('alertdialog'))
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
  scene('no such page', async ({ visit }, options) =>
    settled(await visit({ ...options, path: 'nirgendwo' })),
  ),
]

const isOfReview = ({ name }: Scene) => name.startsWith('review, ')
/** The two halves of the work, for two test files. */
export const reviewScenes = scenes.filter(isOfReview)
export const otherScenes = scenes.filter((one) => !isOfReview(one))

export function sceneNamed(name: string): Scene {
  const found = scenes.find((one) => one.name === name)
  if (found === undefined) throw new Error(`no scene is named ${name}`)
  return found
}

/** @param openOverlay opens what must be closed to get to the menu, at the end of `show` and after a switch of the language */
function scene(name: string, show: Scene['show'], openOverlay?: (page: Page) => Promise<void>): Scene {
  storefronts += 1
  const number = storefronts
  return {
    name,
    show: async (browsing, options) => {
      const page = await settled(await show(browsing, { storefront: `laden-${number}`, ...options }))
      await openOverlay?.(page)
      return page
    },
    switchLanguage: async (page, language) => {
      if (openOverlay) {
        await page.keyboard.press('Escape')
        await miss(page.locator('[role=menu], [role=alertdialog]'))
      }
      await preferencesButton(page).click()
      await page.locator(`[role=menuitemradio]:has([lang=${language}])`).click()
      await miss(page.getByRole('menu'))
      await page.locator(`html[lang=${language}]`).waitFor()
      await openOverlay?.(page)
      await page.mouse.move(0, 0)
      await settled(page)
    },
  }
}

/** Nothing is still on its way: fonts, skeletons. */
export async function settled(page: Page): Promise<Page> {
  await see(page.locator('h1'))
  await page.evaluate(() => document.fonts.ready)
  await miss(page.getByRole('status').filter({ hasText: inAnyLanguage('common', 'loading') }))
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
  csv: string | Csv,
  isAwaited = true,
): Promise<string> {
  const own = storefrontOf(options)
  const upload = typeof csv === 'string' ? system.upload(csv, own) : uploadNamed(system, csv, own)
  const { draft_id: draftId } = await upload
  const { run_id: runId } = await system.confirm(draftId, own)
  if (isAwaited) await system.waitForRun(runId, undefined, { ...own, timeoutMs: patienceMs })
  return runId
}

/** @returns the run's id, of the file that its undo is about */
async function appliedSpring(browsing: Browsing, options: VisitOptions): Promise<string> {
  await applied(browsing, options, stockFile(6))
  return applied(browsing, options, { name: 'frühjahr.csv', text: springFile() })
}

export function undo({ system }: Browsing, options: VisitOptions, runId: string): Promise<Draft> {
  return system.json(`/api/products/imports/runs/${runId}/undo`, { method: 'POST', ...storefrontOf(options) })
}

/** @returns the id of the undo's run */
async function undone(browsing: Browsing, options: VisitOptions, runId: string): Promise<string> {
  const { draft_id: draftId } = await undo(browsing, options, runId)
  const { run_id: undoId } = await browsing.system.confirm(draftId, storefrontOf(options))
  return undoId
}

async function visitRun(browsing: Browsing, options: VisitOptions, runId: string): Promise<Page> {
  const page = await browsing.visit({ ...options, path: `runs/${runId}` })
  await rowsThere(page)
  return page
}

async function review(browsing: Browsing, options: VisitOptions, csv: string): Promise<Page> {
  const { draft_id: draftId } = await browsing.system.upload(csv, storefrontOf(options))
  return visitPreview(browsing, options, draftId)
}

/** Until all rows are there. */
export async function visitPreview(
  browsing: Browsing,
  options: VisitOptions,
  draftId: string,
): Promise<Page> {
  const page = await browsing.visit({ ...options, path: `imports/${draftId}` })
  await rowsThere(page)
  return page
}

async function rowsThere(page: Page): Promise<void> {
  await see(page.getByRole('table'))
  await miss(page.getByRole('progressbar', { name: inAnyLanguage('rows', 'loadingRows') }))
}

async function edited(browsing: Browsing, options: VisitOptions): Promise<Page> {
  const { storefront, draftId } = await shopOf(browsing)
  return visitPreview(browsing, { ...options, storefront }, draftId)
}

interface Shop {
  storefront: string
  runs: { stock: string; pictures: string }
  /** A preview that is not decided. */
  draftId: string
}

const shops = new WeakMap<System, Promise<Shop>>()

/** A shop with a past, for all scenes that only look at it: made once in each system. */
function shopOf(browsing: Browsing): Promise<Shop> {
  const { system } = browsing
  const shop = shops.get(system) ?? makeShop(browsing)
  shops.set(system, shop)
  return shop
}

async function makeShop(browsing: Browsing): Promise<Shop> {
  const own = { storefront: 'laden' }
  const stock = await applied(browsing, own, { name: 'bestand.csv', text: stockFile() })
  const pictures = await applied(browsing, own, { name: 'bilder.csv', text: picturesFile(browsing.images) })
  // Without a name, as scripts may send them.
  for (const number of [1, 2, 3]) await applied(browsing, own, edition(number))
  const spring = { name: `frühjahr-${'sehr-'.repeat(20)}lang.csv`, text: editedFile() }
  const { draft_id: draftId } = await uploadNamed(browsing.system, spring, own)
  return { ...own, runs: { stock, pictures }, draftId }
}

/** New prices for most of a shop, with mistakes among them: `risks` says which. */
export async function riskyReview(browsing: Browsing, options: VisitOptions): Promise<Page> {
  await applied(browsing, options, riskyStock())
  const csv = { name: 'preise-frühjahr.csv', text: riskyFile() }
  const { draft_id: draftId } = await uploadNamed(browsing.system, csv, storefrontOf(options))
  return visitPreview(browsing, options, draftId)
}

/** A preview whose catalog has moved since. */
export async function stale(browsing: Browsing, options: VisitOptions): Promise<Page> {
  await applied(browsing, options, edition(1))
  const page = await review(browsing, { ...options, expected: [409] }, edition(2))
  await applied(browsing, options, edition(3))
  return page
}

/** A single product, with another price in each edition. */
export function edition(number: number): string {
  return `handle,title,variant_price\r\nvase,Vase,${number}.00\r\n`
}

/** As if its hour were over. */
export function expireDraft(browsing: Browsing, draftId: string): Promise<void> {
  return change(
    browsing,
    `update import_drafts set expires_at = now() - interval '1 second' where draft_id = $1`,
    draftId,
  )
}

async function change({ system }: Browsing, statement: string, id: string): Promise<void> {
  const client = new Client({ connectionString: system.database.url })
  await client.connect()
  try {
    await client.query(statement, [id])
  } finally {
    await client.end()
  }
}

async function open(page: Page, product: string): Promise<void> {
  await page.getByRole('button', { name: product, exact: true }).click()
}

function decision(page: Page) {
  return page.getByRole('region', { name: inAnyLanguage('review', 'decision') })
}
