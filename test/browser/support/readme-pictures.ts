import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { csvOf } from '../../support/canonical-file.ts'
import type { Cells } from '../../support/canonical-file.ts'
import type { ImageHost } from '../../support/image-host.ts'
import type { Browsing } from './browsing.ts'
import { see, uploadFile, uploadNamed } from './journeys.ts'

const wares = [
  ['stoneware-mug', 'Stoneware mug', '#7f9c8f', 'mug'],
  ['oak-cutting-board', 'Oak cutting board', '#c39a6b', 'board'],
  ['linen-tea-towel', 'Linen tea towel', '#b9b3a3', 'towel'],
  ['enamel-pitcher', 'Enamel pitcher', '#5f7fa3', 'mug'],
  ['walnut-tray', 'Walnut tray', '#7a5a44', 'board'],
  ['wool-throw', 'Wool throw', '#a86f5f', 'towel'],
] as const
const sizes = ['Small', 'Medium', 'Large']

/** The pictures of the READMEs, from a shop of a few wares. */
export async function takeReadmePictures(browsing: Browsing, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await paintWares(browsing.images)
  const { system, visit, images } = browsing
  const storefront = 'north-and-loom'
  const shop = { storefront }
  const winter = { name: 'winter.csv', text: shopFile(images, 0) }
  const { draft_id: first } = await uploadNamed(system, winter, shop)
  const { run_id: runId } = await system.confirm(first, shop)
  await system.waitForRun(runId, undefined, shop)

  const page = await visit({ storefront, height: 970, reducedMotion: 'reduce' })
  await see(page.getByRole('table'))
  await take(page, join(folder, 'start.webp'))

  await page.setViewportSize({ width: 1280, height: 860 })
  await uploadFile(page, { name: 'spring.csv', text: shopFile(images, 1) })
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
  await page.getByRole('radiogroup', { name: 'Show rows' }).evaluate((counts) => {
    window.scrollTo(0, counts.getBoundingClientRect().top + window.scrollY - 18)
  })
}

async function take(page: Page, path: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready)
  await sharp(await page.screenshot())
    .webp({ quality: 88, effort: 6 })
    .toFile(path)
}

/** The shop as it was, and as it comes in spring. */
function shopFile(images: ImageHost, spring: 0 | 1): string {
  const rows = wares.flatMap(([handle, title], index) =>
    sizes.slice(0, 1 + (index % 3)).map((size, at): Cells => {
      const isFirst = at === 0
      return {
        handle,
        title: isFirst ? title : '',
        vendor: isFirst && !(spring && index === 5) ? 'North & Loom' : '',
        product_type: isFirst ? 'Kitchen' : '',
        status: isFirst ? 'active' : '',
        option1_name: isFirst && index % 3 > 0 ? 'Size' : '',
        option1_value: index % 3 > 0 ? size : '',
        variant_sku: `NL-${index + 1}0${at + 1}`,
        variant_price: `${18 + 7 * index + 4 * at + (spring && index % 2 === 0 ? 2 : 0)}.00`,
        image_url: isFirst && (spring || index < 2) ? images.url(`/${handle}.png`) : '',
      }
    }),
  )
  if (!spring) return csvOf(rows)
  const more: Cells[] = [
    {
      handle: 'brass-spoon',
      title: 'Brass spoon',
      variant_sku: 'NL-701',
      variant_price: '12.00',
      image_url: images.url('/brass-spoon.png'),
    },
    {
      handle: 'cedar-box',
      title: 'Cedar box',
      variant_sku: 'NL-901',
      variant_price: '29.00',
      image_url: images.url('/cedar-box.png'),
    },
  ]
  return csvOf([...rows, ...more.map((row) => Object.assign(row, { status: 'active' }))])
}

async function paintWares(images: ImageHost): Promise<void> {
  const shapes = {
    mug: '<rect x="110" y="90" width="150" height="170" rx="26"/><path d="M262 130h18a38 38 0 0 1 0 86h-18" fill="none" stroke-width="20"/>',
    board:
      '<rect x="70" y="110" width="250" height="140" rx="22"/><circle cx="290" cy="180" r="14" fill="#f3f0ea"/>',
    towel: '<path d="M110 70h170v200l-22-16-21 16-21-16-21 16-21-16-21 16-22-16-21 16z"/>',
  }
  const all = [...wares, ['brass-spoon', '', '#b08d3f', 'towel'] as const]
  for (const [handle, , colour, shape] of all) {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="340"><rect width="400" height="340" fill="#f3f0ea"/><g fill="${colour}" stroke="${colour}">${shapes[shape]}</g></svg>`
    const bytes = await sharp(Buffer.from(svg)).png().toBuffer()
    images.answer(`/${handle}.png`, (_request, response) => void response.writeHead(200).end(bytes))
  }
  images.answer('/cedar-box.png', (_request, response) => void response.writeHead(404).end())
}
