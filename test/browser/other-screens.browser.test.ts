import { describe, expect, test } from '@jest/globals'
import type { Summary } from '@catalog/contracts'
import type { Page } from 'playwright-core'
import { stockFile } from './support/example-files.ts'
import { focusIs, isInSight, tabTo } from './support/focus.ts'
import { miss, preferencesButton, see, uploadFile, uploadNamed } from './support/journeys.ts'
import { findFaultsOfSwitching, findSceneFaults } from './support/scene-faults.ts'
import { otherScenes, sceneNamed, settled } from './support/scenes.ts'
import { applied, edition, review, shopOf } from './support/shops.ts'
import { waitFor } from '../support/wait-for.ts'
import { findWrongTexts } from './support/texts.ts'
import { useBrowsing } from './support/use-browsing.ts'

const browsing = useBrowsing()

test.each(otherScenes.map((scene) => [scene.name, scene] as const))(
  '%s: no English in another language; axe finds nothing in light and dark, wide and narrow; nothing scrolls sideways',
  async (_name, scene) => expect(await findSceneFaults(browsing, scene)).toEqual([]),
)

test.each([
  'sign-in, refused',
  'start, remembered columns',
  'mapping, of a price list',
  'review, products open',
  'run, with errors',
  'history, searched',
])('%s: another language leaves it as it is, and nothing in the one before', async (name) =>
  expect(await findFaultsOfSwitching(browsing, sceneNamed(name))).toEqual([]),
)

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
  await uploadFile(page, { name: 'stock.csv', text: stockFile(1000) })
  await see(page.getByRole('heading', { name: 'Vérifier l’import', level: 1 }))
  await miss(page.getByRole('main').getByRole('progressbar'))
  await page.getByRole('button', { name: /^Appliquer / }).click()
  await see(page.getByRole('heading', { name: 'Import de stock.csv', level: 1 }))
  expect(await findWrongTexts(page, 'fr')).toEqual([])
  await page.getByRole('link', { name: 'Historique' }).click()
  await see(page.getByRole('heading', { name: 'Historique', level: 1 }))
  expect(await page.getByRole('table').innerText()).toMatch(/\d\u202F\d{3}/)
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
  const page = await sceneNamed('start, uploading').show(browsing, { reducedMotion: 'reduce' })
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

test.each([
  [1440, 900],
  [390, 844],
])(
  'at %i × %i px, the start, the history, a run, a preview and the help stay where they are shown',
  async (width, height) => {
    const { storefront, draftId, runs } = await shopOf(browsing)
    const sizes = { storefront, width, height, isFresh: true }
    const shifts: Record<string, number> = {}
    const paths = ['', 'runs', `runs/${runs.pictures}`, `imports/${draftId}`, 'help', 'help/errors']
    for (const path of paths) {
      shifts[path] = await layoutShift(await settled(await browsing.visit({ ...sizes, path })))
    }
    shifts['empty'] = await layoutShift(
      await settled(await browsing.visit({ ...sizes, storefront: 'unmoved' })),
    )
    expect(Object.entries(shifts).filter(([, shift]) => shift > 0.05)).toEqual([])
  },
)

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
