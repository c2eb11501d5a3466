import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import type { Draft } from '@catalog/contracts'
import type { Api } from '../../support/api.ts'
import { inAnyLanguage } from './texts.ts'

export interface Csv {
  name: string
  text: string
}

export interface Workbook {
  name: string
  bytes: Buffer
}

/** Opens the menu of language, appearance and session. */
export function preferencesButton(page: Page): Locator {
  return page.getByRole('button', { name: inAnyLanguage('common', 'preferences') })
}

/** The way into the page's file input, as the browser's dialogue goes it. */
export async function chooseFile(page: Page, file: Csv | Workbook): Promise<void> {
  const buffer = 'text' in file ? Buffer.from(file.text) : file.bytes
  await page.locator('input[type=file]').setInputFiles({ name: file.name, mimeType: 'text/csv', buffer })
}

/**
 * Chooses the file and waits for its preview.
 * @returns the draft's id
 */
export async function uploadFile(page: Page, file: Csv | Workbook): Promise<string> {
  await chooseFile(page, file)
  await page.waitForURL('**/admin/imports/*')
  await page.getByRole('table').waitFor()
  return new URL(page.url()).pathname.split('/').at(-1) ?? ''
}

/** As the page sends it, without the page. */
export function uploadNamed(api: Api, { name, text }: Csv, own: { storefront?: string }): Promise<Draft> {
  const body = new FormData()
  body.set('file', new File([text], name, { type: 'text/csv' }))
  return api.json('/api/products/imports', { method: 'POST', body, ...own })
}

/** The file that a click on the button saves. */
export async function downloadBy(button: Locator): Promise<Csv> {
  const [download] = await Promise.all([button.page().waitForEvent('download'), button.click()])
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') }
}

/** Waits until it is visible. */
export async function see(what: Locator): Promise<void> {
  await what.first().waitFor()
}

/** Waits until it is gone. */
export async function miss(what: Locator): Promise<void> {
  await what.first().waitFor({ state: 'hidden' })
}
