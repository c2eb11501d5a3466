import { describe, expect, test } from '@jest/globals'
import { stockFile } from './support/example-files.ts'
import { chooseFile, miss, see, uploadFile } from './support/journeys.ts'
import { applied, edition, expireDraft, stale } from './support/scenes.ts'
import { useBrowsing } from './support/use-browsing.ts'

const browsing = useBrowsing()

const minuteMs = 60_000

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
    await see(page.getByText('This import named no new images.'))
  }, 120_000)

  test('that has expired says so, forgets itself, and leads to the upload', async () => {
    const page = await browsing.visit({ storefront: 'expired', expected: [410] })
    const draftId = await uploadFile(page, { name: 'stock.csv', text: stockFile(3) })
    await expireDraft(browsing, draftId)
    await page.getByRole('button', { name: /^Apply/ }).click()
    await see(page.getByText('This preview has expired'))
    await see(page.getByText('Nothing in your catalog was changed.'))
    await page.getByRole('link', { name: 'Upload the file again' }).click()
    await see(page.getByRole('heading', { name: 'Import & export', level: 1 }))
    await see(page.getByText('No imports yet'))
    expect(await page.getByText('You have a preview that is not decided yet').count()).toBe(0)
  }, 120_000)

  test('is discarded once that is meant, and is no more', async () => {
    const page = await browsing.visit({ storefront: 'discarded', expected: [404] })
    const draftId = await uploadFile(page, { name: 'stock.csv', text: stockFile(3) })
    await page.getByRole('button', { name: 'Discard preview' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Keep it' }).click()
    await miss(page.getByRole('alertdialog'))
    await page.getByRole('button', { name: 'Discard preview' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard preview' }).click()
    await page.waitForURL('**/admin/')
    await page.goto(`${browsing.system.baseUrl}/admin/imports/${draftId}`)
    await see(page.getByText('This preview does not exist'))
  }, 120_000)

  test('is found again on the start screen, and says how long it is kept', async () => {
    const page = await browsing.visit({ storefront: 'kept', expected: [410] })
    const draftId = await uploadFile(page, { name: 'stock.csv', text: stockFile(3) })
    await page.clock.install()
    await page.getByRole('link', { name: 'Import & export', exact: true }).click()
    await page.getByRole('link', { name: 'Continue your preview' }).click()
    await see(page.getByText(/^Kept for 5\d min/))
    const said = page.getByRole('main').getByRole('status')
    expect((await said.allTextContents()).join()).not.toContain('expires')
    await page.clock.fastForward(50 * minuteMs)
    await see(said.getByText('This preview expires in ten minutes.'))
    await page.clock.fastForward(9 * minuteMs)
    await see(said.getByText('This preview expires in one minute.'))
    await expireDraft(browsing, draftId)
    await page.clock.fastForward(minuteMs)
    await see(page.getByText('This preview has expired'))
  }, 120_000)
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
    await see(page.getByRole('alert').getByText('That is not a token of a storefront'))
    await page.getByLabel('Access token').fill(browsing.system.token('ended'))
    await page.getByRole('button', { name: 'Sign in' }).click()
    await see(page.getByRole('heading', { name: /^Import of / }))
  }, 120_000)

  test('is over after signing out, in this tab and after a reload', async () => {
    const page = await browsing.visit({ storefront: 'left' })
    await page.getByRole('button', { name: 'Language, appearance and session' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await see(page.getByText('You are signed out.'))
    await page.reload()
    await see(page.getByRole('heading', { name: 'Sign in' }))
  }, 120_000)

  test.each([
    [['catalog:read'], ['You cannot import', 'You cannot export'], ['No imports yet']],
    [['catalog:import'], ['You cannot export', 'You cannot see this'], ['Choose a file']],
    [['catalog:export'], ['You cannot import', 'You cannot see this'], ['Download CSV']],
  ])(
    'with no more than %j is told what it may not do',
    async (scopes, refused, allowed) => {
      const page = await browsing.visit({ storefront: 'permitted', scopes })
      for (const text of [...refused, ...allowed]) await see(page.getByText(text, { exact: true }))
    },
    120_000,
  )

  test('that may only look sees a preview, and why it cannot be applied', async () => {
    const { draft_id: draftId } = await browsing.system.upload(stockFile(2), { storefront: 'looking' })
    const page = await browsing.visit({
      storefront: 'looking',
      scopes: ['catalog:read'],
      path: `imports/${draftId}`,
    })
    await see(page.getByText('Your sign-in does not allow imports, so you can look but not apply.'))
    await see(page.getByRole('button', { name: /^Apply/, disabled: true }))
    await see(page.getByRole('button', { name: 'Discard preview', disabled: true }))
  }, 120_000)
})

describe('where something is away', () => {
  test('an export says so, and works once it is back', async () => {
    const { system } = browsing
    await applied(browsing, { storefront: 'away' }, edition(1))
    const page = await browsing.visit({ storefront: 'away', expected: [503, 504] })
    await see(page.getByRole('button', { name: 'Download CSV' }))
    await system.kill('export-service')
    try {
      await page.getByRole('button', { name: 'Download CSV' }).click()
      await see(page.getByRole('alert').getByText('The service is away for the moment'))
    } finally {
      await system.start('export-service')
    }
    await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ])
    await see(page.getByText('Downloaded 1 product.'))
  }, 120_000)

  test('an upload to nobody keeps the file, and is tried again', async () => {
    const { system } = browsing
    const page = await browsing.visit({ storefront: 'nobody', expected: ['unreachable'] })
    await see(page.getByText('No imports yet'))
    await system.kill('gateway')
    try {
      await chooseFile(page, { name: 'stock.csv', text: stockFile(2) })
      await see(page.getByRole('alert').getByText('The service cannot be reached'))
    } finally {
      await system.start('gateway')
    }
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).first().click()
    await page.waitForURL('**/admin/imports/*')
    await see(page.getByRole('table'))
  }, 120_000)
})
