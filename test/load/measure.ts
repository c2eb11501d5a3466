import { setTimeout as wait } from 'node:timers/promises'
import type { Draft } from '@catalog/contracts'
import type { Change } from './catalog.ts'
import type { Merchant } from './merchant.ts'
import { readsOfBrowsing } from './operations.ts'
import type { Amount, OperationName } from './operations.ts'
import { isCpu } from './model.ts'
import type { Observation, Usage } from './model.ts'
import { mostProducts } from './plan.ts'
import { usedBetween } from './sampler.ts'
import type { Sample } from './sampler.ts'

/** Products of a file, and how many such files. */
const sizes = [
  { products: 2, files: 40 },
  { products: 60, files: 12 },
  { products: mostProducts, files: 4 },
]
// The kernel counts in hundredths of a second, of which an idle process takes less than one a second.
const idleS = 20
const visits = 40
const exports = { ofSmall: 40, ofLarge: 8 }
const pictures = 40

export interface Measured {
  idle: Usage
  observations: Observation[]
}

/** Storefronts without products. */
export interface Subjects {
  large: Merchant
  small: Merchant
  /** Its products have pictures; null without a host for them. */
  illustrated: Merchant | null
}

/** The resource usage of each operation alone: each is done several times, with several sizes. */
export async function measureOperations(
  { large, small, illustrated }: Subjects,
  look: () => Promise<Sample>,
): Promise<Measured> {
  const observations: Observation[] = []
  const between = async <Result>(work: () => Promise<Result>) => {
    const before = await look()
    const result = await work()
    // Work that continues after the answer.
    await wait(300)
    const after = await look()
    return { result, seconds: (after.atMs - before.atMs) / 1_000, used: usedBetween(before, after) }
  }
  const measure = async <Result>(
    operation: OperationName,
    { times, rows }: Amount,
    work: () => Promise<Result>,
  ): Promise<Result> => {
    const { result, seconds, used } = await between(work)
    observations.push({ operation, times, rows, seconds, used })
    return result
  }
  const confirm = (merchant: Merchant, drafts: Uploaded[]) => {
    const kind = drafts.some(({ change }) => change.isNew) ? 'confirm of new products' : 'confirm of changes'
    return measure(kind, amountOf(drafts, 'changedRows'), () =>
      inTurn(drafts, async ({ draft, change }) => ({ change, run: await merchant.confirm(draft, change) })),
    )
  }
  const bring = async (merchant: Merchant, changes: Change[]) => {
    const uploaded = changes.map((change) => ({ change }))
    const drafts = await measure('upload', amountOf(uploaded, 'rows'), () =>
      inTurn(changes, async (change) => ({ change, draft: await merchant.upload(change) })),
    )
    const runs = await confirm(merchant, drafts)
    for (const { apply } of changes) apply()
    return runs
  }

  for (const change of small.catalog.newProducts(10)) {
    await small.confirm(await small.upload(change), change)
    change.apply()
  }
  // The first exports of a process cost several times what later ones do.
  await repeat(exports.ofSmall, () => small.takeOut())

  const { seconds, used } = await between(() => wait(idleS * 1_000))
  const idle = Object.fromEntries(
    // Bytes written during this time still belong to the work before.
    Object.entries(used).map(([name, amount]) => [name, isCpu(name) ? amount / seconds : 0]),
  )

  for (const { products, files } of sizes)
    await bring(large, large.catalog.newProducts(products * files, products))
  for (const { products, files } of sizes) {
    const changes = Array.from({ length: files }, (_, file) =>
      large.catalog.changedProducts(file * products, products, 1),
    )
    const restores = changes.map((_, file) => large.catalog.undoing(file * products, products))
    const runs = await bring(large, changes)
    const undone = await measure('undo', amountOf(runs, 'rows'), () =>
      inTurn(runs, async ({ run, change }) => ({ change, draft: await large.undo(run, change) })),
    )
    await confirm(large, undone)
    for (const restore of restores) restore()
  }
  for (const [merchant, times] of [
    [small, exports.ofSmall],
    [large, exports.ofLarge],
  ] as const) {
    const rows = times * merchant.catalog.variantCount
    await measure('export', { times, rows }, () => repeat(times, () => merchant.takeOut()))
  }
  await measure('read', { times: visits * readsOfBrowsing, rows: 0 }, () =>
    repeat(visits, () => large.browse()),
  )
  if (illustrated) {
    const [change] = illustrated.catalog.newProducts(pictures)
    if (change === undefined) throw new Error('there is no file of pictures')
    const draft = await illustrated.upload(change)
    const run = await illustrated.confirm(draft, change)
    change.apply()
    await measure('picture', { times: pictures, rows: 0 }, () => illustrated.followPictures(run))
  }
  return { idle, observations }
}

interface Uploaded {
  change: Change
  draft: Draft
}

function amountOf(items: readonly { change: Change }[], rows: 'rows' | 'changedRows'): Amount {
  return { times: items.length, rows: items.reduce((sum, { change }) => sum + change[rows], 0) }
}

async function inTurn<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (const item of items) results.push(await work(item))
  return results
}

async function repeat(times: number, work: () => Promise<void>): Promise<void> {
  for (let time = 0; time < times; time += 1) await work()
}
