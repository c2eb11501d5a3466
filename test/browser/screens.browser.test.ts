import { describe, expect, test } from '@jest/globals'
import type { Locator, Page } from 'playwright-core'
import { findViolations } from './support/axe.ts'
import type { VisitOptions } from './support/browsing.ts'
import { manyErrors, manyErrorsFile, stockFile } from './support/example-files.ts'
import { focused, focusIs, tabTo } from './support/focus.ts'
import { miss, see } from './support/journeys.ts'
import { changedKitchen, kitchenShop } from './support/kitchen-files.ts'
import { risks } from './support/risky-files.ts'
import { colourRules, findSceneFaults, visualRules } from './support/scene-faults.ts'
import { riskyReview, sceneNamed, scenes, stale } from './support/scenes.ts'
import { applied, edition, expireDraft, review, undo, visitPreview } from './support/shops.ts'
import { findWrongTexts } from './support/texts.ts'
import { useBrowsing } from './support/use-browsing.ts'

const browsing = await useBrowsing()

const minuteMs = 60_000

/** In which another language is chosen. */
const switched = new Set(
  [
    'sign-in, refused',
    'start, remembered columns',
    'mapping, of a price list',
    'review, products open',
    'run, with errors',
    'history, searched',
  ].map(sceneNamed),
)

test.each(scenes.map((scene) => [scene.name, scene] as const))(
  '%s: no English in another language; axe finds nothing in light and dark, wide and narrow; nothing scrolls sideways',
  async (_name, scene) => expect(await findSceneFaults(browsing, scene, switched.has(scene))).toEqual([]),
)

test('with forced colours, what is chosen and what has the focus stays visible', async () => {
  const page = await sceneNamed('review, of an edited shop').show(browsing, { forcedColors: 'active' })
  expect(await findViolations(page, colourRules)).toEqual([])
  const chosen = page.getByRole('radio', { name: /All products/ })
  expect(await outlineOf(page, '[role=radio][aria-checked=true]')).not.toBe('none')
  await chosen.focus()
  await page.keyboard.press('ArrowRight')
  expect(await outlineOf(page, ':focus')).not.toBe('none')
})

test('fields that the file changes are kept in the review, and changed again', async () => {
  const own = { storefront: 'kept-fields' }
  await applied(browsing, own, 'handle,title,vendor,variant_price\ncup,Cup,Own,10.00\n')
  const page = await review(browsing, own, 'handle,title,vendor,variant_price\ncup,Jug,Own,9.00\n')
  await page.getByText('Keep in products that exist: 0 fields').click()
  const ticks = page.getByRole('group').getByRole('checkbox')
  const title = ticks.and(page.getByLabel('Title', { exact: true }))
  await title.press('Space')
  await see(page.getByText('Products that exist keep: Title.'))
  await see(page.getByRole('button', { name: 'Cup', exact: true }))
  await see(title.and(page.locator(':checked:focus')))
  expect(await ticks.count()).toBe(3)

  await title.press('Space')
  await see(page.getByRole('button', { name: 'Jug', exact: true }))
  await miss(page.getByText('Products that exist keep: Title.'))
})

test('wrong cells are corrected by their cause or one by one, without another upload', async () => {
  const csv =
    'handle,title,status,variant_price,variant_compare_at_price\na,Amphore,active,£12.00,\nb,Becher,active,£9,\nc,Cupa,active,teuer,\nd,Dose,active,4,\ne,Ei,active,4,viel\n'
  const page = await review(browsing, { storefront: 'corrected' }, csv)
  await see(page.getByText('£12.00', { exact: true }))
  // One cause, whatever column it is found in.
  await see(page.getByText('Price: 3, Compare-at price: 1', { exact: true }))
  await page.getByRole('button', { name: 'Correct 2 rows', exact: true }).click()
  await see(
    page.getByRole('button', { name: 'Apply 3 new products, skip 2 rows', exact: true, disabled: false }),
  )

  await page.getByRole('button', { name: 'Cupa', exact: true }).click()
  await page.getByRole('button', { name: 'Edit the cell' }).press('Enter')
  const field = page.getByRole('textbox', { name: 'Price, row 4' })
  await see(field.and(page.locator(':focus')))
  await field.fill('5.50')
  await field.press('Enter')
  await see(
    page.getByRole('button', { name: 'Apply 4 new products, skip 1 row', exact: true, disabled: false }),
  )

  await page.getByRole('button', { name: 'Amphore', exact: true }).click()
  await page.getByRole('button', { name: 'Take back the edit' }).first().press('Enter')
  await see(
    page.getByRole('button', { name: 'Apply 3 new products, skip 2 rows', exact: true, disabled: false }),
  )
  await see(page.getByText('£12.00', { exact: true }))
})

test('the sentences of a warning make no column of an opened product wider', async () => {
  const page = await riskyReview(browsing, { width: 1_440 })
  await page.getByRole('button', { name: 'Leuchte 40', exact: true }).click()
  await see(page.getByText('Apply it only if that is what is meant.'))
  const width = await page
    .getByRole('columnheader', { name: 'Row', exact: true })
    .evaluate((head) => head.getBoundingClientRect().width)
  expect(width).toBeLessThan(200)
})

describe('of a file with new prices for most of a shop', () => {
  test('each risky change is found by its kind, its size or a search, and read without opening a product', async () => {
    const page = await riskyReview(browsing, {})
    const counted = (text: string) => see(page.getByRole('status').getByText(text, { exact: true }))
    // Without the unchanged ones.
    await counted('239 products')
    const [raised = '', lowered = ''] = await linesOf(page, 3)
    expect(raised).toMatch(
      /Leuchte 121.*was 24\.90–151\.00.*now 157\.04–249\.00.*Price doubles.*2 of 2 variants/,
    )
    expect(lowered).toMatch(/Leuchte 40.*was 70\.00–189\.00.*now 20\.79–72\.80.*Price falls by half or more/)
    expect(await productsOf(page, 3)).toEqual(risks.jumps.map(({ product }) => product))

    // The chips are one stop of the Tab key.
    await page.getByRole('radio', { name: /All products/ }).focus()
    await page.keyboard.press('Tab')
    const falls = page.getByRole('radio', { name: '2 Price falls by half or more 2 rows' })
    await see(falls.and(page.locator(':focus')))
    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Space')
    await counted('1 product')
    expect(await pressedChips(page)).toEqual(['Description 1 product'])
    expect(await linesOf(page, 1)).toEqual([expect.stringMatching(/Leuchte 300.*Description$/)])
    await page.keyboard.press('Space')

    await chip(page, 'Price 232 products').click()
    await counted('232 products')
    await falls.click()
    await counted('2 products')
    // What the server counted stays, whatever is chosen.
    await see(chip(page, 'Price 232 products'))
    await page.goBack()
    await counted('232 products')

    const clears = page.getByRole('radio', { name: '5 Values are cleared 5 rows' })
    await clears.click()
    await see(page.getByText('No product matches'))
    await page.getByRole('button', { name: 'Show all products' }).last().click()
    await clears.click()
    await counted('5 products')
    await see(page.getByText('Only: Values are cleared'))
    expect(await productsOf(page, 9)).toEqual(risks.clears)
    for (const line of await linesOf(page, 9)) expect(line).toContain('Vendor')
    await clears.click()
    await counted('320 products')

    await chip(page, 'Options 1 product').click()
    await counted('1 product')
    expect(await linesOf(page, 1)).toEqual([expect.stringMatching(/Leuchte 310.*12 new variants/)])
    await chip(page, 'Options 1 product').click()

    await page.getByRole('button', { name: 'Product', exact: true }).click()
    await see(page.locator('[aria-sort=ascending]').getByText('Product'))
    await see(page.locator('[data-index="2"]').getByRole('button', { name: 'Leuchte 10', exact: true }))

    const search = page.getByRole('searchbox', { name: 'Search' })
    for (const [q, count] of [
      ['Werkstatt süd', '320 products'],
      ['600', '1 product'],
      ['LEUCHTE-310-OCKER', '1 product'],
    ] as const) {
      await search.fill(q)
      await counted(count)
    }
  })

  test('only products that exist are changed, only new ones are added, or all are imported', async () => {
    const storefront = 'existing'
    await applied(browsing, { storefront }, edition(1))
    const page = await review(browsing, { storefront }, `${edition(2)}jug,Jug,4.00\n`)
    const choice = page.getByRole('combobox', { name: 'Import' })
    const apply = (what: string) =>
      see(page.getByRole('button', { name: `Apply ${what}`, exact: true, disabled: false }))
    await apply('1 new product and 1 changed product')
    await choice.selectOption('Only products that exist')
    await apply('1 changed product')
    await choice.selectOption('Only new products')
    await apply('1 new product')
    await choice.selectOption('Everything in the file')
    await apply('1 new product and 1 changed product')
  })

  test('products are left out one by one or by their risk, and taken back', async () => {
    const page = await riskyReview(browsing, { expected: [503] })
    const leftOut = (count: string) =>
      see(page.getByRole('status').getByText(`${count} left out as chosen`, { exact: true }))
    const apply = (count: number) =>
      see(page.getByRole('button', { name: `Apply ${count} changed products`, exact: true, disabled: false }))
    await apply(239)
    await page.getByRole('checkbox', { name: 'Import Leuchte 121' }).press('Space')
    await leftOut('1 product is')
    await apply(238)
    // In the order of price changes it comes last now.
    await focusIs(page, 'on the list', ({ tag }) => tag === 'SECTION')

    await page.getByRole('radio', { name: /Values are cleared/ }).click()
    await see(page.getByRole('status').getByText('5 products', { exact: true }))
    await page.getByRole('button', { name: 'Leave out all of these' }).click()
    await leftOut('6 products are')
    await miss(page.getByRole('radio', { name: /Values are cleared/ }))
    await see(page.getByRole('status').getByText('6 products', { exact: true }))
    await page.getByRole('checkbox', { name: 'Import Leuchte 240' }).press('Space')
    await leftOut('5 products are')
    await miss(page.getByRole('button', { name: 'Leuchte 240', exact: true }))
    // As it is answered if somebody else has revised the draft at the same time.
    let refusals = 0
    await page.route('**/api/products/imports/*', (route) =>
      route.request().method() === 'PATCH' && refusals++ === 0
        ? route.fulfill({ status: 503, json: { status: 503, code: 'unavailable', detail: 'Try again.' } })
        : route.continue(),
    )
    await page.getByRole('button', { name: 'Import everything again' }).click()
    await apply(239)
    expect(refusals).toBe(2)
    await miss(page.getByText('left out as chosen'))
  })

  test('a row is opened by its address, the rows of an error are shown alone, and paper has all products', async () => {
    const page = await riskyReview(browsing, {})
    const { pathname } = new URL(page.url())
    const address = `${browsing.system.baseUrl}${pathname}`
    await page.goto(`${address}?row=600`)
    const row = page.locator('#row-600')
    await see(row.and(page.locator(':focus')))
    const box = await row.boundingBox()
    expect([box?.y, 900 - (box?.y ?? 0)].every((room = 0) => room > 0)).toBe(true)

    const printed = async (event: string) => {
      await page.evaluate((name) => window.dispatchEvent(new Event(name)), event)
      return page.locator('[data-index]').count()
    }
    expect(await printed('beforeprint')).toBe(320)
    await printed('afterprint')
    await miss(page.locator('[data-index]').nth(100))

    await page.goto(`${address}?cause=invalid_number`)
    await see(page.getByText('Only: Not a number'))
    await see(page.getByText('No product matches'))
    await page.getByRole('button', { name: 'Show all products' }).first().click()
    await see(page.getByRole('status').getByText('320 products', { exact: true }))
  })
})

test('an open product shows each change where it is: words of a text, cells of variants, pictures', async () => {
  const storefront = 'kitchen'
  await applied(browsing, { storefront }, kitchenShop(browsing.images))
  const visit = { storefront, width: 1440, height: 900 }
  const page = await review(browsing, visit, changedKitchen(browsing.images))

  // One word at character 900 of a description, with nothing opened but the product.
  const teapot = await openAlone(page, 'Teapot')
  await see(teapot.getByText('removed: porcelain'))
  await see(teapot.getByText('added: stoneware'))
  expect(await teapot.getByText('drips').count()).toBe(0)
  await see(teapot.getByText('was Teapot, handmade'))
  await see(teapot.getByText('Cleared', { exact: true }))

  // By keyboard: the HTML instead of the text, and what is folded.
  await tabTo(page, 'Text')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await see(teapot.getByText('<em>'))
  expect(await teapot.locator('em', { hasText: /porcelain|stoneware/ }).count()).toBe(0)
  await tabTo(page, /^⋯ 8\d\d unchanged characters$/)
  await tabTo(page, /^⋯ 8\d\d unchanged characters$/)
  await page.keyboard.press('Enter')
  await focusIs(page, 'on the button still', ({ name }) => name === 'Show less')
  await see(teapot.getByText('drips'))
  await page.keyboard.press('Enter')
  await miss(teapot.getByText('drips'))

  // One table of the variants, in which only what changes is marked.
  const mug = await openAlone(page, 'Mug')
  const variants = mug.getByRole('table', { name: 'Variants of Mug' })
  await see(variants)
  expect(await variants.getByRole('columnheader').allTextContents()).toEqual([
    'Row',
    'Color',
    'Size',
    'SKU',
    'Price',
    'Variant image',
  ])
  const cells = (row: number) => variants.locator(`#row-${row}`).getByRole('cell').allInnerTexts()
  expect((await cells(3)).map(plain)).toEqual([
    'White',
    'S',
    'MUG-W-S',
    'was 18.00 → now 19.50',
    '– stays as it is',
  ])
  expect((await cells(5)).map(plain)).toEqual([
    'White',
    'L',
    'MUG-W-L',
    '– stays as it is',
    '– stays as it is',
  ])
  const failed = variants.locator('#row-8')
  await see(failed.getByText('Error', { exact: true }))
  await see(failed.getByText('Not a number'))
  const shown = variants.locator('#row-4')
  await see(shown.locator('img').nth(1))
  expect(await shown.locator('img').count()).toBe(2)
  await see(shown.getByText('white.png'))
  await see(shown.getByText('blue.png'))
  await shown.focus()
  await focusIs(page, 'on the row that a link names', ({ id, isSeen }) => id === 'row-4' && isSeen)

  // A new product with twelve variants in one window and a third.
  const apron = await openAlone(page, 'Apron')
  await see(apron.getByText(/^The same for all 12 variants:.*Taxable TRUE/))
  await see(apron.getByText('graphite.jpg').first())
  expect(await apron.locator('img').count()).toBe(0)
  expect((await apron.boundingBox())?.height).toBeLessThanOrEqual(1_200)

  // Of a thousand variants, the rest comes when it is asked for.
  const sampler = await openAlone(page, 'Sampler')
  const lines = sampler.getByRole('table').getByRole('row')
  await see(lines)
  expect(await lines.count()).toBe(1 + 100)
  await sampler.getByRole('button', { name: 'Show all 1,000 variants' }).press('Enter')
  await see(lines.nth(1_000))
  expect((await focused(page)).name).toMatch(/^Row 121/)
  await page.getByRole('button', { name: 'Sampler', exact: true }).click()

  for (const [width, rules] of [
    [1_440, undefined],
    [390, visualRules],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    expect(await findViolations(page, rules)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
  await page.evaluate(() => window.scrollTo(0, 0))
  await see(variants.locator('#row-3').getByText('Price was 18.00'))
})

describe('a preview', () => {
  test('says who has applied what since it was made, until it is checked again', async () => {
    const own = { storefront: 'applied-since' }
    await applied(browsing, own, edition(1))
    const { draft_id: draftId } = await browsing.system.upload(edition(2), own)
    await applied(browsing, own, { name: 'stock-wednesday.csv', text: edition(3) })
    const page = await visitPreview(browsing, { ...own, expected: [409] }, draftId)
    const since = page.getByText('Imports were applied since this preview')
    const run = page.getByRole('link', { name: /^\S.* applied “stock-wednesday\.csv”, .*\(1 product\)$/ })
    await see(since)
    await see(run)
    await page.getByRole('button', { name: 'Apply 1 changed product', exact: true }).click()
    await see(page.getByRole('alert').and(page.locator(':has(a)')))
    await see(run)
    await page.getByRole('button', { name: 'Check again' }).click()
    await miss(run)
    await miss(since)
  })

  test('that has expired says so, however late its screen is loaded, and when one comes back to it', async () => {
    const storefront = 'late'
    const { draft_id: draftId } = await browsing.system.upload(stockFile(2), { storefront })
    await expireDraft(browsing, draftId)
    const page = await browsing.visit({ storefront, isFresh: true, expected: [410] })
    await see(page.getByText('No imports yet'))
    const answered = page.waitForResponse((response) => response.url().endsWith(`/imports/${draftId}`))
    await page.route('**/assets/review-screen-*.js', async (route) => {
      await (await answered).finished()
      await route.continue()
    })
    await page.goto(`${browsing.system.baseUrl}/admin/imports/${draftId}`)
    const expired = page.getByText('This preview has expired')
    await see(expired)
    await page.evaluate(async () => {
      window.dispatchEvent(new Event('visibilitychange'))
      await fetch('/healthz')
    })
    await see(expired)
  })

  test('whose catalog has moved is checked again without uploading, and then applied', async () => {
    const page = await stale(browsing, { storefront: 'stale' })
    await page.getByRole('button', { name: 'Apply 1 changed product', exact: true }).click()
    await see(page.getByRole('alert').getByText('Your catalog has changed since this preview'))
    await see(page.getByRole('button', { name: 'Apply 1 changed product', exact: true, disabled: true }))
    await see(page.locator(':focus').getByText('Your catalog has changed since this preview'))
    await page.getByRole('button', { name: 'Check again' }).click()
    await see(
      page
        .getByText('Checked again: this preview is up to date with your catalog.')
        .and(page.locator(':focus')),
    )
    await page.getByRole('radio', { name: '1 Changed since the last check 1 row' }).click()
    await see(page.getByText('Only: Changed since the last check'))
    await page.getByRole('button', { name: 'Vase', exact: true }).click()
    await see(page.getByText('was 3.00'))
    await page.getByRole('button', { name: 'Apply 1 changed product', exact: true }).click()
    await page.waitForURL('**/admin/runs/*')
    await see(page.getByRole('heading', { name: /^Import of/, level: 1 }))
  })

  test('that has expired says so, forgets itself, and leads to the upload', async () => {
    const { page, draftId } = await visitStock({ storefront: 'expired', expected: [410] })
    await expireDraft(browsing, draftId)
    await page.getByRole('button', { name: /^Apply/ }).click()
    await see(page.locator(':focus').getByText('This preview has expired'))
    await see(page.getByText('Nothing in your catalog was changed.'))
    await page.getByRole('link', { name: 'Upload the file again' }).click()
    await see(page.getByRole('heading', { name: 'Import & export', level: 1 }))
    await see(page.getByText('No imports yet'))
    expect(await page.getByText('A preview is not applied yet').count()).toBe(0)
  })

  test('is discarded once that is meant, and is no more', async () => {
    const { page, draftId } = await visitStock({ storefront: 'discarded', expected: [404] })
    await page.getByRole('button', { name: 'Discard preview' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Keep it' }).click()
    await miss(page.getByRole('alertdialog'))
    await page.getByRole('button', { name: 'Discard preview' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard preview' }).click()
    await page.waitForURL('**/admin/')
    await page.goto(`${browsing.system.baseUrl}/admin/imports/${draftId}`)
    await see(page.getByText('This preview does not exist'))
  })

  test('is found again on the start screen, and says how long it is kept', async () => {
    // The clock that is put into the page stays there.
    const { page, draftId } = await visitStock({ storefront: 'kept', expected: [410], isFresh: true })
    await page.clock.install()
    await page.getByRole('link', { name: 'Import & export', exact: true }).click()
    await page.getByRole('link', { name: 'Open preview' }).click()
    await see(page.getByText(/^Expires in 5\d minutes$/))
    const notices = page.getByRole('main').getByRole('status')
    expect((await notices.allTextContents()).join()).not.toContain('expires')
    await page.clock.fastForward(50 * minuteMs)
    await see(notices.getByText('This preview expires in ten minutes.'))
    await page.clock.fastForward(9 * minuteMs)
    await see(notices.getByText('This preview expires in one minute.'))
    await expireDraft(browsing, draftId)
    await page.clock.fastForward(minuteMs)
    await see(page.getByText('This preview has expired'))
  })
})

test('601 errors of 12 kinds are told in German, and each leads to its rows', async () => {
  const visit = { storefront: 'viele-fehler', language: 'de-DE', width: 1440, height: 900 }
  const page = await review(browsing, visit, manyErrorsFile())
  await see(page.getByRole('heading', { name: '601 Zeilen haben Fehler' }))
  const causes = page.getByRole('list', { name: 'Was nicht stimmt' })
  const choices = causes.locator('[aria-pressed]')
  await page.getByRole('button', { name: 'Alle 14 Arten zeigen' }).click()
  // And rows that wait for others, and a warning about products that lack variants.
  expect(await choices.count()).toBe(12 + 2)
  expect(await topOf(page, 'Produkte')).toBeLessThan(1000)
  await see(
    page
      .getByRole('region', { name: 'Entscheidung' })
      .getByText(
        '59 neue Produkte, 601 Zeilen übersprungen: 10 Produkten fehlen dann Varianten, 531 Produkte mit Fehlern bleiben weg.',
      ),
  )

  // A few rows of each are enough.
  await page.setViewportSize({ width: 1_440, height: 500 })
  // A click is lost where what is above moves it between its two halves.
  await page.getByRole('button', { name: 'Alle öffnen' }).press('Enter')
  await see(page.getByRole('button', { name: 'Alle schließen', expanded: true }))
  for (const cause of await choices.all()) await inGerman(cause)
  await page.goBack()
  await causes.getByRole('button', { name: 'Keine Zahl · Preis', exact: true }).click()
  await page.waitForURL('**/*cause=invalid_number*')
  await see(page.getByRole('status').getByText(`${manyErrors.badPrices} Produkte`, { exact: true }))
  // Once at the cause, and at each row that is in sight.
  const advice = 'mit einem Punkt vor den Nachkommastellen'
  await see(causes.getByText(advice))
  await see(page.getByRole('table').getByText(advice))

  const waiting = causes.getByRole('listitem').filter({ hasText: `${manyErrors.waiting} Zeilen` })
  await waiting.getByRole('button', { name: /^Zeile/ }).click()
  await page.waitForURL('**/*row=*')
  await see(page.getByRole('button', { name: 'Ware badstatuses 0', exact: true, expanded: true }))
  await see(page.getByText('Das ganze Produkt wartet auf Zeile'))
  expect(await findWrongTexts(page, 'de')).toEqual([])

  /** With the products of a cause open, where each says what is wrong. */
  async function inGerman(cause: Locator): Promise<void> {
    const name = await cause.textContent()
    await cause.click()
    await see(causes.getByRole('button', { name: name ?? '', exact: true, pressed: true }))
    // Rows without a valid handle are no product: they are shown at the cause.
    await see(page.locator('[role=table], li [id^=row-]').getByRole('link', { name: /^Hilfe/ }))
    expect({ name, texts: await findWrongTexts(page, 'de') }).toEqual({ name, texts: [] })
    expect({ name, english: await page.locator('main [lang=en]').allTextContents() }).toEqual({
      name,
      english: [],
    })
  }
})

test('rows without a handle are shown at their cause, beside which rows of products are not', async () => {
  const file = 'handle,title,variant_price,variant_weight_grams\n-,Nothing,x,1\na,A,1,x\n'
  const page = await review(browsing, { storefront: 'strays' }, file)
  const causes = page.getByRole('list', { name: 'What is wrong' })
  await causes.getByRole('button', { name: 'Not a number', exact: true }).click()
  await see(causes.locator('#row-2'))
  expect(await causes.locator('[id^=row-]').count()).toBe(1)
})

test('an undo whose catalog has moved is checked again, and leads back to its import once it has expired', async () => {
  const storefront = 'undo'
  await applied(browsing, { storefront }, edition(1))
  const run = await applied(browsing, { storefront }, edition(2))
  const { draft_id: draftId } = await undo(browsing, { storefront }, run)
  const page = await visitPreview(browsing, { storefront, expected: [409, 410] }, draftId)
  await applied(browsing, { storefront }, edition(3))
  await page.getByRole('button', { name: 'Undo these changes' }).click()
  await see(page.getByRole('alert').getByText('Check again for a new preview.'))
  await page.getByRole('button', { name: 'Check again' }).click()
  await see(page.getByText('Everything is already back as it was, or somebody has changed it since'))
  await page.getByRole('button', { name: 'Vase', exact: true }).click()
  await see(page.getByText('Changed since the import: it stays'))

  await expireDraft(browsing, draftId)
  await page.getByRole('button', { name: 'Discard preview' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard preview' }).click()
  await see(page.getByText('This preview has expired'))
  await page.getByRole('link', { name: 'Back to the import' }).click()
  await page.waitForURL(`**/admin/runs/${run}`)
  await see(page.getByRole('button', { name: 'Undo this import' }))
})

/** Of a panel, in the whole page. */
function topOf(page: Page, title: string): Promise<number> {
  return page
    .getByRole('region', { name: title, exact: true })
    .evaluate((panel) => panel.getBoundingClientRect().top + window.scrollY)
}

const chip = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** The names of the pressed buttons. */
function pressedChips(page: Page): Promise<string[]> {
  return page
    .getByRole('toolbar')
    .locator('[aria-pressed=true]')
    .evaluateAll((chips) => chips.map((one) => one.getAttribute('aria-label') ?? ''))
}

/** What the first products of the list say, closed. */
async function linesOf(page: Page, count: number): Promise<string[]> {
  const lines = await page.locator('[data-index]').allTextContents()
  return lines.slice(0, count)
}

async function productsOf(page: Page, count: number): Promise<string[]> {
  const names = await page.locator('[data-index] button[aria-expanded=false]').allTextContents()
  return names.slice(0, count)
}

function outlineOf(page: Page, selector: string): Promise<string> {
  return page
    .locator(selector)
    .first()
    .evaluate((element) => getComputedStyle(element).outlineStyle)
}

async function visitStock(options: VisitOptions & { storefront: string }) {
  const { storefront } = options
  const { draft_id: draftId } = await browsing.system.upload(stockFile(3), { storefront })
  return { page: await visitPreview(browsing, options, draftId), draftId }
}

/** Alone, so that it is in sight. */
async function openAlone(page: Page, name: string): Promise<Locator> {
  const button = page.getByRole('button', { name, exact: true })
  await button.click()
  return page.locator('[data-index]').filter({ has: button })
}

function plain(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
