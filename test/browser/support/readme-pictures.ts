import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import type { ImageHost } from '../../support/image-host.ts'
import type { Browsing } from './browsing.ts'
import { see, uploadFile } from './journeys.ts'
import { readExample } from './read-example.ts'
import { applied } from './shops.ts'

/** Each with its colour and shape. */
const wares = [
  ['stoneware-mug', '#7f9c8f', 'mug'],
  ['oak-cutting-board', '#c39a6b', 'board'],
  ['linen-tea-towel', '#b9b3a3', 'towel'],
  ['enamel-pitcher', '#5f7fa3', 'mug'],
  ['walnut-tray', '#7a5a44', 'board'],
  ['wool-throw', '#a86f5f', 'towel'],
  ['brass-spoon', '#b08d3f', 'towel'],
] as const

/** The pictures of the READMEs, from a shop of a few wares. */
export async function takeReadmePictures(browsing: Browsing, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await paintWares(browsing.images)
  const { visit, images } = browsing
  const storefront = 'north-and-loom'
  const winter = { name: 'winter.csv', text: readExample('readme-winter.csv', images) }
  await applied(browsing, { storefront }, winter)

  const page = await visit({ storefront, height: 970 })
  await see(page.getByRole('table'))
  await take(page, join(folder, 'start.webp'))

  await page.setViewportSize({ width: 1280, height: 860 })
  await uploadFile(page, { name: 'spring.csv', text: readExample('readme-spring.csv', images) })
  for (const name of ['Stoneware mug', 'Linen tea towel']) {
    await page.getByRole('button', { name, exact: true }).click()
  }
  await beginWithCounts(page)
  await take(page, join(folder, 'review.webp'))
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await beginWithCounts(page)
  await take(page, join(folder, 'review-phone.webp'))

  await page.setViewportSize({ width: 1280, height: 860 })
  await page
    .getByRole('region', { name: 'Decision' })
    .getByRole('button', { name: /^Apply/ })
    .click()
  await page.waitForURL('**/admin/runs/*')
  await see(page.getByText('Completed, 1 image missing'))
  await see(page.getByRole('img', { name: /^Picture/ }).nth(4))
  await take(page, join(folder, 'run.webp'))
  await browsing.leave()
}

async function beginWithCounts(page: Page): Promise<void> {
  await page.mouse.move(0, 0)
  await page.getByRole('radiogroup', { name: 'Show products' }).evaluate((counts) => {
    window.scrollTo(0, counts.getBoundingClientRect().top + window.scrollY - 18)
  })
}

async function take(page: Page, path: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready)
  await sharp(await page.screenshot())
    .webp({ quality: 88, effort: 6 })
    .toFile(path)
}

async function paintWares(images: ImageHost): Promise<void> {
  const shapes = {
    mug: '<rect x="110" y="90" width="150" height="170" rx="26"/><path d="M262 130h18a38 38 0 0 1 0 86h-18" fill="none" stroke-width="20"/>',
    board:
      '<rect x="70" y="110" width="250" height="140" rx="22"/><circle cx="290" cy="180" r="14" fill="#f3f0ea"/>',
    towel: '<path d="M110 70h170v200l-22-16-21 16-21-16-21 16-21-16-21 16-22-16-21 16z"/>',
  }
  for (const [handle, colour, shape] of wares) {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="340"><rect width="400" height="340" fill="#f3f0ea"/><g fill="${colour}" stroke="${colour}">${shapes[shape]}</g></svg>`
    const bytes = await sharp(Buffer.from(svg)).png().toBuffer()
    images.answer(`/${handle}.png`, (_request, response) => void response.writeHead(200).end(bytes))
  }
  images.answer('/cedar-box.png', (_request, response) => void response.writeHead(404).end())
}
