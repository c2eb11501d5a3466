// npm run demo: the main job with real input, on the running system, or on one that it starts and stops.
import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { writeDemoCatalog } from './demo-catalog.ts'
import { servePictures } from './demo-pictures.ts'
import { useSystem } from './demo-system.ts'
import type { DemoSystem } from './demo-system.ts'
import { showProgressBar } from './progress-bar.ts'
import { onStop } from './stop-signal.ts'
import { bold, dim, green, say, seconds } from './terminal.ts'

interface Draft {
  draft_id: string
  row_count: number
  product_count: number
  importable: boolean
  preview: { adds: number; updates: number; unchanged: number; errors: number }
}

interface Run {
  run_id: string
  added: number
  image_progress: { total: number; handled: number }
  image_counts: { fetched: number; rejected: number; failed: number }
}

// For a shorter demo: `npm run demo -- --products 50`.
const { values: options } = parseArgs({ options: { products: { type: 'string', default: '1000' } } })

try {
  const products = readProductCount()
  await useSystem((system) => tellStory(system, products), onStop())
} catch (error) {
  say(`\n${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}
process.exit()

async function tellStory(system: DemoSystem, productCount: number): Promise<void> {
  const storefront = `demo-${randomBytes(4).toString('hex')}`
  const call = caller(system, storefront)
  await using pictures = await servePictures(system.picturesHost)

  say(`\nA merchant opens a new storefront, ${bold(storefront)}, and has a catalog in a spreadsheet.`)
  const { csv, rows, products } = writeDemoCatalog(pictures.url, productCount)
  say(
    `\n${bold('1. The file')}  ${count(products)} products, ${count(rows)} rows, ${megabytes(csv)}, a picture for each product`,
  )

  const upload = await timed(() => call<Draft>('POST', '/api/products/imports', csv))
  say(`\n${bold('2. The preview')}  ${describe(upload.result)} ${dim(seconds(upload.ms))}`)
  say('   Nothing has changed yet; the draft waits for an hour.')

  const confirmed = await timed(() =>
    call<Run>('POST', `/api/products/imports/${upload.result.draft_id}/confirm`),
  )
  say(
    `\n${bold('3. Confirm')}  ${count(confirmed.result.added)} rows in one transaction ${dim(seconds(confirmed.ms))}`,
  )

  say(`\n${bold('4. The pictures')}  fetched behind the address guard, rendered in up to four sizes`)
  const { image_counts: images } = await watchImages(call, confirmed.result.run_id)
  say(`   ${count(images.fetched)} fetched, ${images.rejected} rejected, ${images.failed} failed`)

  const exported = await timed(() => call<string>('GET', '/api/products/export'))
  say(
    `\n${bold('5. The export')}  ${megabytes(exported.result)} in the same format ${dim(seconds(exported.ms))}`,
  )

  const again = await timed(() => call<Draft>('POST', '/api/products/imports', exported.result))
  say(`\n${bold('6. The export, imported')}  ${describe(again.result)} ${dim(seconds(again.ms))}`)

  const { row_count: rowCount, preview, importable } = again.result
  if (preview.unchanged !== rowCount || importable)
    throw new Error('The export did not come back as all unchanged.')
  if (images.rejected + images.failed > 0) throw new Error('Not every picture was fetched.')
  say(`   ${green('✓')} ${bold('All unchanged')}: there is nothing to import.`)
}

/** Products of five rows each: at most as many as a file may have. */
function readProductCount(): number {
  const products = Number(options.products)
  if (!Number.isInteger(products) || products < 1 || products > 1_000)
    throw new Error(`--products is not a number from 1 to 1000: ${options.products}`)
  return products
}

type Call = <Body>(method: string, path: string, body?: string) => Promise<Body>

function caller({ baseUrl, tokenFor }: DemoSystem, storefront: string): Call {
  const authorization = `Bearer ${tokenFor(storefront)}`
  return async (method, path, body) => {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: { authorization, 'content-type': 'text/csv' },
      ...(body === undefined ? {} : { body }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text
  }
}

async function watchImages(call: Call, runId: string): Promise<Run> {
  const startedAt = performance.now()
  const draw = showProgressBar()
  for (;;) {
    const run = await call<Run>('GET', `/api/products/imports/runs/${runId}`)
    const { handled, total } = run.image_progress
    const elapsedMs = performance.now() - startedAt
    draw(handled, total, `${((handled * 1000) / elapsedMs).toFixed(0)} a second`)
    if (handled === total) return run
    await wait(300)
  }
}

async function timed<Result>(work: () => Promise<Result>): Promise<{ result: Result; ms: number }> {
  const startedAt = performance.now()
  const result = await work()
  return { result, ms: performance.now() - startedAt }
}

function describe({ row_count: rows, preview: { adds, updates, unchanged, errors } }: Draft): string {
  const parts = [
    `${count(adds)} adds`,
    `${count(updates)} updates`,
    `${count(unchanged)} unchanged`,
    `${count(errors)} errors`,
  ]
  return `${count(rows)} rows: ${parts.join(', ')}`
}

function count(number: number): string {
  return number.toLocaleString('en')
}

function megabytes(text: string): string {
  return `${(Buffer.byteLength(text) / 1024 / 1024).toFixed(1)} MB`
}
