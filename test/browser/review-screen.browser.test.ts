import { describe, expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { findViolations } from './support/axe.ts'
import type { VisitOptions } from './support/browsing.ts'
import { stockFile } from './support/example-files.ts'
import { miss, see } from './support/journeys.ts'
import { findSceneFaults } from './support/scene-faults.ts'
import {
  applied,
  edition,
  expireDraft,
  reviewScenes,
  sceneNamed,
  stale,
  undo,
  visitPreview,
} from './support/scenes.ts'
import { useBrowsing } from './support/use-browsing.ts'

const browsing = useBrowsing()

const minuteMs = 60_000

test.each(reviewScenes.map((scene) => [scene.name, scene] as const))(
  '%s: no English in German; axe finds nothing in light and dark, wide and narrow; nothing scrolls sideways',
  async (_name, scene) => expect(await findSceneFaults(browsing, scene)).toEqual([]),
)

test('with forced colours, what is chosen and what has the focus stays visible', async () => {
  const page = await sceneNamed('review, of an edited shop').show(browsing, { forcedColors: 'active' })
  expect(await findViolations(page)).toEqual([])
  const chosen = page.getByRole('radio', { name: /All rows/ })
  expect(await outlineOf(page, '[role=radio][aria-checked=true]')).not.toBe('none')
  await chosen.focus()
  await page.keyboard.press('ArrowRight')
  expect(await outlineOf(page, ':focus')).not.toBe('none')
})

describe('a preview', () => {
  test('whose catalog has moved is checked again without uploading, and then applied', async () => {
    const page = await stale(browsing, { storefront: 'stale' })
    await page.getByRole('button', { name: 'Apply 1 update', exact: true }).click()
    await see(page.getByRole('alert').getByText('Your catalog has changed since this preview'))
    await see(page.getByRole('button', { name: 'Apply 1 update', exact: true, disabled: true }))
    await page.getByRole('button', { name: 'Check again' }).click()
    await see(page.getByText('Checked again: this is the preview against your catalog as it is now.'))
    await page.getByRole('button', { name: 'Vase', exact: true }).click()
    await see(page.getByText('was 3.00'))
    await page.getByRole('button', { name: 'Apply 1 update', exact: true }).click()
    await page.waitForURL('**/admin/runs/*')
    await see(page.getByText('This import has no new images.'))
  })

  test('that has expired says so, forgets itself, and leads to the upload', async () => {
    const { page, draftId } = await visitStock({ storefront: 'expired', expected: [410] })
    await expireDraft(browsing, draftId)
    await page.getByRole('button', { name: /^Apply/ }).click()
    await see(page.getByText('This preview has expired'))
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
    await see(page.getByText(/^Kept for 5\d min/))
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
  await see(page.getByText('Everything is back already, or somebody has changed it since'))
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
