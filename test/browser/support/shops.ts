import type { Page } from 'playwright-core'
import type { Draft } from '@catalog/contracts'
import { connected } from '../../../deploy/local/database.ts'
import type { System } from '../../support/system.ts'
import { patienceMs } from './browsing.ts'
import type { Browsing, VisitOptions } from './browsing.ts'
import { editedFile, picturesFile, springFile, stockFile } from './example-files.ts'
import { see, uploadNamed } from './journeys.ts'
import type { Csv } from './journeys.ts'
import { priceListMapping } from './price-lists.ts'
import { riskyStock } from './risky-files.ts'

// Shops with imports and previews, and functions to view them.

export const storefrontOf = ({ storefront }: VisitOptions) => (storefront === undefined ? {} : { storefront })

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

/** @returns the id of the run that can be undone */
export async function appliedSpring(browsing: Browsing, options: VisitOptions): Promise<string> {
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

export async function visitRun(browsing: Browsing, options: VisitOptions, runId: string): Promise<Page> {
  const page = await browsing.visit({ ...options, path: `runs/${runId}` })
  await rowsThere(page)
  return page
}

export async function review(browsing: Browsing, options: VisitOptions, csv: string): Promise<Page> {
  const { draft_id: draftId } = await browsing.system.upload(csv, storefrontOf(options))
  return visitPreview(browsing, options, draftId)
}

/** Waits until all rows are loaded. */
export async function visitPreview(
  browsing: Browsing,
  options: VisitOptions,
  draftId: string,
): Promise<Page> {
  const page = await browsing.visit({ ...options, path: `imports/${draftId}` })
  await rowsThere(page)
  return page
}

export async function rowsThere(page: Page): Promise<void> {
  await see(page.getByRole('table'))
}

/** A shop that tests and scenes only read; created once in each system. */
function shared<Shop>(make: (browsing: Browsing) => Promise<Shop>): (browsing: Browsing) => Promise<Shop> {
  const shops = new WeakMap<System, Promise<Shop>>()
  return (browsing) => {
    const shop = shops.get(browsing.system) ?? make(browsing)
    shops.set(browsing.system, shop)
    return shop
  }
}

/** With a history, and an open preview. */
export const shopOf = shared(async (browsing) => {
  const own = { storefront: 'laden' }
  const stock = await applied(browsing, own, { name: 'bestand.csv', text: stockFile() })
  const pictures = await applied(browsing, own, { name: 'bilder.csv', text: picturesFile(browsing.images) })
  // Without a name, as scripts may send them.
  for (const number of [1, 2, 3]) await applied(browsing, own, edition(number))
  const spring = { name: `frühjahr-${'sehr-'.repeat(20)}lang.csv`, text: editedFile() }
  const { draft_id: draftId } = await uploadNamed(browsing.system, spring, own)
  return { ...own, runs: { stock, pictures }, draftId }
})

/** With an import that was undone. */
export const undoneShopOf = shared(async (browsing) => {
  const own = { storefront: 'zurueck' }
  const run = await appliedSpring(browsing, own)
  return { ...own, run, undo: await undone(browsing, own, run) }
})

/** For the file with risky changes. */
export const riskyShopOf = shared(async (browsing) => {
  const own = { storefront: 'riskant' }
  await applied(browsing, own, riskyStock())
  return own
})

/** A mapping that a user chose to remember. */
export async function mapped(
  { system }: Browsing,
  options: VisitOptions,
  { name, text }: Csv,
): Promise<void> {
  const body = new FormData()
  body.set('mapping', JSON.stringify({ ...priceListMapping, remember: true }))
  body.set('file', new File([text], name, { type: 'text/csv' }))
  await system.json('/api/products/imports', { method: 'POST', body, ...storefrontOf(options) })
}

/** A single product, with another price in each edition. */
export function edition(number: number): string {
  return `handle,title,variant_price\r\nvase,Vase,${number}.00\r\n`
}

/** Makes the draft expire. */
export function expireDraft(browsing: Browsing, draftId: string): Promise<void> {
  return change(
    browsing,
    `update import_drafts set expires_at = now() - interval '1 second' where draft_id = $1`,
    draftId,
  )
}

export async function change({ system }: Browsing, statement: string, id: string): Promise<void> {
  await connected(system.database.url, (client) => client.query(statement, [id]))
}
