import { expect, test } from '@jest/globals'
import type { FileChooser, Page } from 'playwright-core'
import { waitFor } from '../support/wait-for.ts'
import { editedFile, fullFile, picturesFile, stockFile } from './support/example-files.ts'
import { miss, see } from './support/journeys.ts'
import { applied } from './support/scenes.ts'
import { useBrowsing } from './support/use-browsing.ts'

const browsing = useBrowsing()

test('the journey goes without a mouse, and the focus is always seen', async () => {
  const page = await browsing.visit({ storefront: 'keys', height: 600 })
  await see(page.getByText('No imports yet'))
  await page.keyboard.press('Tab')
  expect(await focused(page)).toMatchObject({ name: 'Skip to the content' })
  await page.keyboard.press('Enter')
  expect(await focused(page)).toMatchObject({ id: 'content' })

  await tabTo(page, 'CSV file')
  const chooser = await chooserByKey(page)
  await chooser.setFiles({ name: 'pictures.csv', mimeType: 'text/csv', buffer: Buffer.from(pictures()) })
  await page.waitForURL('**/admin/imports/*')
  await focusIsOn(page, 'Review import')

  await tabTo(page, /All rows$/)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/*show=add*')
  await tabTo(page, 'Bebildert')
  await page.keyboard.press('Enter')
  await see(page.getByRole('button', { name: 'Bebildert', exact: true, expanded: true }))

  await tabTo(page, 'Discard preview')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('alertdialog', { name: 'Discard this preview?' })
  await see(dialog)
  for (let press = 0; press < 4; press++) {
    await page.keyboard.press('Tab')
    expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  }
  await page.keyboard.press('Escape')
  await miss(dialog)
  await focusIsOn(page, 'Discard preview')

  await tabTo(page, /^Apply/)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/admin/runs/*')
  await waitFor('the focus on the heading', async () => (await focused(page)).name.startsWith('Import of'))
  await see(page.getByText('All images are handled.'))
  await tabTo(page, /^Retry/)

  await tabTo(page, 'Language, appearance and session', 'Shift+Tab')
  await page.keyboard.press('Enter')
  await see(page.getByRole('menu'))
  await page.keyboard.press('Escape')
  await miss(page.getByRole('menu'))
  await focusIsOn(page, 'Language, appearance and session')
  await tabTo(page, 'History', 'Shift+Tab')
  await page.keyboard.press('Enter')
  await focusIsOn(page, 'History')
  expect(await focused(page)).toMatchObject({ tag: 'H1' })
}, 180_000)

test.each([1280, 320])(
  'whatever has the focus on the review screen lies in sight, %d px wide',
  async (width) => {
    const storefront = `sight-${width}`
    await applied(browsing, { storefront }, stockFile(12))
    const { draft_id: draftId } = await browsing.system.upload(editedFile(), { storefront })
    const page = await browsing.visit({ storefront, path: `imports/${draftId}`, width, height: 700 })
    await see(page.getByRole('table'))
    const lost: string[] = []
    for (const key of ['Tab', 'Shift+Tab']) {
      for (let press = 0; press < 36; press++) {
        await page.keyboard.press(key)
        const at = await focused(page)
        // From the last one the focus goes into the browser's own bars, and comes back.
        if (at.tag !== 'BODY' && !(at.isSeen && at.hasOutline))
          lost.push(`${key} ${press}: ${at.name || at.tag} ${JSON.stringify(at)}`)
      }
    }
    expect(lost).toEqual([])
  },
  180_000,
)

test('the focus is not lost where the product that has it is scrolled far away', async () => {
  const { draft_id: draftId } = await browsing.system.upload(fullFile(), { storefront: 'far' })
  const page = await browsing.visit({ storefront: 'far', path: `imports/${draftId}` })
  await see(page.getByRole('table'))
  await tabTo(page, 'Product 00003')
  await miss(page.getByRole('progressbar', { name: 'Loading rows' }))
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await see(page.getByRole('button', { name: 'Product 01250' }))
  expect((await focused(page)).name).toBe('Product 00003')
  await page.keyboard.press('Enter')
  await see(page.getByRole('button', { name: 'Product 00003', expanded: true }))
}, 120_000)

function pictures(): string {
  return picturesFile(browsing.images)
}

interface Focused {
  tag: string
  id: string
  name: string
  /** The middle of it is within the window, with nothing of another part above it. */
  isSeen: boolean
  hasOutline: boolean
}

/** Where the focus is, once the page has come to rest. */
async function focused(page: Page): Promise<Focused> {
  return page.evaluate(async () => {
    // Scrolling follows the focus with the next frames.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const element = document.activeElement ?? document.body
    const label = element.getAttribute('aria-label')
    const labelled =
      element instanceof HTMLInputElement
        ? [...(element.labels ?? [])].map((one) => one.textContent).join(' ')
        : ''
    const box = element.getBoundingClientRect()
    const x = Math.min(Math.max(box.left + box.width / 2, 0), innerWidth - 1)
    const y = Math.max(box.top, 0) / 2 + Math.min(box.bottom, innerHeight) / 2
    const on = document.elementFromPoint(x, y)
    const outlined = [
      element,
      ...element.querySelectorAll('*'),
      element.parentElement ?? element,
      element.previousElementSibling ?? element,
    ]
    return {
      tag: element.tagName,
      id: element.id,
      name: (label ?? (labelled || element.textContent)).trim().slice(0, 80),
      isSeen:
        element !== document.body &&
        (on === element ||
          element.contains(on) ||
          (on !== null && on.contains(element) && on !== document.documentElement) ||
          element.parentElement === on?.parentElement),
      hasOutline:
        element.tagName === 'H1' ||
        outlined.some((one) =>
          [null, '::after'].some((pseudo) => {
            const { outlineStyle, outlineWidth } = getComputedStyle(one, pseudo)
            return outlineStyle !== 'none' && outlineWidth !== '0px'
          }),
        ),
    }
  })
}

async function focusIsOn(page: Page, name: string): Promise<void> {
  await waitFor(`the focus on ${name}`, async () => (await focused(page)).name === name)
}

/** Pressed again as people would: a browser that has just begun to look at choosers misses the first. */
async function chooserByKey(page: Page): Promise<FileChooser> {
  const choosers: FileChooser[] = []
  page.on('filechooser', (chooser) => choosers.push(chooser))
  return waitFor(
    'the file chooser',
    async () => {
      await page.keyboard.press('Enter')
      return choosers[0]
    },
    { everyMs: 1_000 },
  )
}

/** As somebody goes who looks for it. */
async function tabTo(page: Page, name: string | RegExp, key = 'Tab'): Promise<void> {
  const passed: string[] = []
  for (let press = 0; press < 60; press++) {
    await page.keyboard.press(key)
    const at = await focused(page)
    passed.push(at.name)
    if (typeof name === 'string' ? at.name === name : name.test(at.name)) {
      expect(at).toMatchObject({ isSeen: true, hasOutline: true })
      return
    }
  }
  throw new Error(`${key} does not lead to ${String(name)}; passed ${passed.join(' | ')}`)
}
