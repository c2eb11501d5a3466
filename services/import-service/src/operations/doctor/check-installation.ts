import { isDeepStrictEqual } from 'node:util'
import type { Knex } from 'knex'
import { findMetadataKeys } from '../../catalog/metadata-keys.sql.ts'
import { countCatalog, findCatalogCounts } from '../../catalog/storefront-locks.sql.ts'
import { findLost } from '../../images/outbox.sql.ts'
import { countPendingImages } from '../../images/pending-total.sql.ts'
import type { Database } from '../../postgres/database.ts'
import { findMissingMigrations } from '../../postgres/migrate.ts'
import { dayMs } from '../../runs/runs.sql.ts'
import {
  findKnownImages,
  findKnownStorefronts,
  findMiscountedRuns,
  findStrays,
  findStoredImages,
  findStorefronts,
  sumPendingImages,
} from './doctor.sql.ts'
import type { StoredImage } from './doctor.sql.ts'
import texts from './findings.json' with { type: 'json' }
import { ForeignWrites } from './foreign-writes.ts'

export interface CheckContext {
  database: Database
  /** The number of requests in the image queue; 0 if there is no queue. */
  queueDepth: () => Promise<number>
  /** A page of the keys after `after`, as `image.list-objects` answers it. */
  listObjects: (storefrontId: string | undefined, after: string) => Promise<string[]>
  now: () => Date
  /** The value of CATALOG_RUN_DETAIL_DAYS. */
  runDetailDays: number
  report: (finding: Finding) => void
  /** Called after each storefront with the number checked so far. */
  progress: (storefronts: number) => void
}

export interface Finding {
  /** `problem`: the operator must do something. `note`: nothing has to be done. */
  kind: 'problem' | 'note'
  message: string
  storefront_id?: string
  count: number
  /** Some of the affected ids. */
  examples: string[]
  what_next: string
}

/**
 * Compares what is stored in more than one place, for one storefront or for all: schema and release, runs and their
 * images, counters and what they count, image queue and table, rows and objects. Only reads, and can run beside
 * everything else: comparisons within the database use one snapshot. Reports findings as it goes. Returns the number of
 * storefronts that were checked.
 */
export async function checkInstallation(
  context: CheckContext,
  only: string | null,
): Promise<{ storefronts: number }> {
  const { database, progress } = context
  if (!(await checkSchema(context))) return { storefronts: 0 }
  await checkTotal(context)
  await checkQueue(context)
  if (only === null) await checkStorefronts(context)
  let storefronts = 0
  for await (const storefrontId of only === null ? allStorefronts(database) : [only]) {
    await checkRuns(context, storefrontId)
    await checkCatalog(context, storefrontId)
    await checkWrites(context, storefrontId)
    await checkObjects(context, storefrontId)
    progress((storefronts += 1))
  }
  return { storefronts }
}

/** Whether the schema allows the other checks. */
async function checkSchema({ database, report }: CheckContext): Promise<boolean> {
  const missing = await findMissingMigrations(database)
  if (missing.length === 0) return true
  tell(report, 'problem', texts.missing_migrations, {
    count: missing.length,
    examples: missing.slice(0, mostExamples),
  })
  return false
}

async function checkTotal({ database, report }: CheckContext): Promise<void> {
  const { total, runs } = await atOneMoment(database, async (transaction) => ({
    total: (await countPendingImages(transaction)).pending,
    runs: await sumPendingImages(transaction),
  }))
  if (total === runs) return
  tell(report, 'problem', texts.pending_total, { count: Math.abs(total - runs), examples: [] })
}

/** By then import-service, which checks every ten seconds, would have requested the images again. */
const lateMs = 60_000

async function checkQueue({ database, queueDepth, now, report }: CheckContext): Promise<void> {
  const signs = {
    now: now(),
    queueDepth: await queueDepth(),
    missedAfterMs: lateMs,
    unsettledAfterMs: 30_000 + lateMs,
    unclaimedAfterMs: 15 * 60_000 + lateMs,
  }
  const lost = await findLost(database, signs)
  tell(report, 'problem', texts.lost_requests, {
    count: lost.length,
    examples: lost.slice(0, mostExamples).map((image) => image.image_id),
  })
}

async function checkStorefronts({ database, listObjects, report }: CheckContext): Promise<void> {
  const unknown = collect()
  for (let after = ''; ;) {
    const keys = await listObjects(undefined, after)
    const found = [...new Set(keys.map((key) => key.slice(0, key.indexOf('/'))))]
    const last = found.at(-1)
    if (last === undefined) break
    const known = await findKnownStorefronts(database, found)
    for (const storefrontId of found) if (!known.has(storefrontId)) unknown.add(storefrontId)
    // `0` is the character after `/`, so this sorts after all objects of that storefront.
    after = `${last}0`
  }
  tell(report, 'note', texts.unknown_storefronts, unknown.found())
}

async function checkRuns(
  { database, now, runDetailDays, report }: CheckContext,
  storefrontId: string,
): Promise<void> {
  const keptSince = new Date(now().getTime() - runDetailDays * dayMs)
  const found = await findMiscountedRuns(database, storefrontId, keptSince)
  tell(report, 'problem', texts.miscounted_runs, found, storefrontId)
}

async function checkCatalog({ database, report }: CheckContext, storefrontId: string): Promise<void> {
  const strays = await findStrays(database, storefrontId)
  tell(report, 'problem', texts.strays, strays, storefrontId)
  const { kept, keptKeys, counted } = await atOneMoment(database, async (transaction) => ({
    kept: await findCatalogCounts(transaction, storefrontId),
    keptKeys: await findMetadataKeys(transaction, storefrontId),
    counted: await countCatalog(transaction, storefrontId),
  }))
  // Without stored counts there is nothing to compare: the next summary or import counts again.
  if (kept === undefined) return
  const counters = ['active', 'draft', 'archived', 'variants', 'images'] as const
  const wrong: string[] = counters.filter((counter) => kept[counter] !== counted.counts[counter])
  if (!isDeepStrictEqual(keptKeys, counted.metadataKeys)) wrong.push('metadata keys')
  tell(report, 'problem', texts.miscounted_catalog, { count: wrong.length, examples: wrong }, storefrontId)
}

async function checkWrites({ database, report }: CheckContext, storefrontId: string): Promise<void> {
  const writes = new ForeignWrites()
  while (await atOneMoment(database, (snapshot) => writes.compareNext(snapshot, storefrontId)));
  const products = collect()
  for (const productId of writes.products) products.add(productId)
  tell(report, 'problem', texts.foreign_writes, products.found(), storefrontId)
}

async function checkObjects(context: CheckContext, storefrontId: string): Promise<void> {
  const { database, now, report } = context
  // The objects of these images were stored before the listing, even if the clocks differ.
  const settledBefore = new Date(now().getTime() - lateMs)
  const missing = collect()
  const unknown = collect()
  const objects = objectsByImage(context, storefrontId)[Symbol.asyncIterator]()
  let object = await objects.next()
  /** Images that have objects, but no run with details that has fetched them. */
  const passed: string[] = []
  const expectKnown = async () => {
    const known = await findKnownImages(database, storefrontId, passed)
    for (const imageId of passed.splice(0)) if (!known.has(imageId)) unknown.add(imageId)
  }
  // Both are ordered by image id.
  for await (const image of storedImages(database, storefrontId, settledBefore)) {
    while (!object.done && object.value.imageId < image.imageId) {
      passed.push(object.value.imageId)
      if (passed.length >= pageSize) await expectKnown()
      object = await objects.next()
    }
    const stored =
      !object.done && object.value.imageId === image.imageId ? object.value.names : new Set<string>()
    if (image.renditions.some((rendition) => !stored.has(`${rendition}.webp`))) missing.add(image.imageId)
    if (stored.size > 0) object = await objects.next()
  }
  for (; !object.done; object = await objects.next()) {
    passed.push(object.value.imageId)
    if (passed.length >= pageSize) await expectKnown()
  }
  if (passed.length > 0) await expectKnown()
  tell(report, 'problem', texts.missing_renditions, missing.found(), storefrontId)
  tell(report, 'note', texts.unknown_objects, unknown.found(), storefrontId)
}

/** Reports what was found, unless it is nothing. */
function tell(
  report: CheckContext['report'],
  kind: Finding['kind'],
  { message, what_next }: Pick<Finding, 'message' | 'what_next'>,
  { count, examples }: Pick<Finding, 'count' | 'examples'>,
  storefrontId?: string,
): void {
  if (count === 0) return
  const where = storefrontId === undefined ? {} : { storefront_id: storefrontId }
  report({ kind, message, ...where, count, examples, what_next })
}

const pageSize = 1_000
const mostExamples = 5

function collect() {
  const examples: string[] = []
  const all = {
    count: 0,
    add(id: string) {
      all.count += 1
      if (examples.length < mostExamples) examples.push(id)
    },
    found: () => ({ count: all.count, examples }),
  }
  return all
}

function allStorefronts(database: Database): AsyncGenerator<string> {
  const read = (after: string) => findStorefronts(database, after, pageSize)
  return everyOne('', read, (storefrontId) => storefrontId)
}

function storedImages(
  database: Database,
  storefrontId: string,
  settledBefore: Date,
): AsyncGenerator<StoredImage> {
  const read = (after: string) =>
    findStoredImages(database, storefrontId, { after, limit: pageSize, settledBefore })
  return everyOne('00000000-0000-0000-0000-000000000000', read, ({ imageId }) => imageId)
}

/** Yields the items of all pages; each page begins after the last item of the previous one. */
async function* everyOne<Item>(
  first: string,
  read: (after: string) => Promise<Item[]>,
  keyOf: (item: Item) => string,
): AsyncGenerator<Item> {
  for (let after = first; ;) {
    const page = await read(after)
    yield* page
    const last = page.at(-1)
    if (last === undefined) return
    after = keyOf(last)
  }
}

async function* objectsByImage({ listObjects }: CheckContext, storefrontId: string) {
  let image: { imageId: string; names: Set<string> } | undefined
  for await (const key of everyOne(
    '',
    (after) => listObjects(storefrontId, after),
    (one) => one,
  )) {
    const [imageId = '', name = ''] = key.split('/')
    if (image?.imageId !== imageId) {
      if (image) yield image
      image = { imageId, names: new Set() }
    }
    image.names.add(name)
  }
  if (image) yield image
}

async function atOneMoment<Result>(
  database: Database,
  read: (transaction: Knex.Transaction) => Promise<Result>,
): Promise<Result> {
  return await database.transaction(read, { isolationLevel: 'repeatable read', readOnly: true })
}
