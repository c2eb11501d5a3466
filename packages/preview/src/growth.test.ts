import { Dialect, ServiceError } from '@catalog/contracts'
import { describe, expect, test } from '@jest/globals'
import type { ColumnChoice } from '@catalog/dialects'
import { errorsCsv, readFile } from '@catalog/reading'
import { replaceableImages } from './broken-images.ts'
import { findBySku, furtherHandles, identifyingSkus } from './find-by-sku.ts'
import { skusOf, titlesOf } from './keys.ts'
import { previewTable } from './preview-table.ts'
import { applyPlan, emptyCatalog, toSlice } from '../../../test/support/preview/apply-plan.ts'
import { fileOf } from '../../../test/support/preview/csv-files.ts'
import type { GrowingFile } from '@catalog/dialects/testing'
import { growingFiles } from '@catalog/dialects/testing'
import type { CatalogSlice } from './types.ts'

// A file of twice the size must take twice the work, whatever grows in it: four times the work would keep others
// waiting. Three doublings are compared at once, so that the growth outweighs constant costs and noise.
describe('reading and preview take linear time in a file with more', () => {
  test.each(Object.entries(growingFiles))('%s', async (_name, file) => {
    expect(await growthOf(file)).toBeLessThan(maxGrowth)
  })
})

test.each(Dialect.options)('there is a growing file of %s', (dialect) => {
  expect(Object.keys(growingFiles)).toContainEqual(expect.stringMatching(new RegExp(`^${dialect}[:,]`)))
})

/** Per doubling. */
const maxGrowth = 2.5
const doublings = 3

/** Time limit of all runs: if more runs do not help, the growth is not noise. */
const mostMs = 5_000

/**
 * The growth in CPU time for a file of twice the size. Other work can only add to a run, so the minimum of several runs
 * counts; if the first run of the larger file is fast enough, no further run could change the result.
 */
async function growthOf({ size, make, stored, choice }: GrowingFile): Promise<number> {
  const prepare = async (each: number): Promise<Prepared> => ({
    bytes: Buffer.from(make(each)),
    catalog: await sliceOf(stored?.(each)),
    choice,
  })
  const small = await prepare(Math.ceil(size / 2 ** doublings))
  const large = await prepare(2 ** doublings * Math.ceil(size / 2 ** doublings))
  let smallMs = Infinity
  let largeMs = Infinity
  let spentMs = 0
  const measure = async (file: Prepared): Promise<number> => {
    const ms = await cpuMsOf(file)
    spentMs += ms
    return ms
  }
  for (;;) {
    // The first one also compiles the code; behind the larger file, the smaller one takes the least.
    smallMs = Math.min(smallMs, await measure(small))
    largeMs = Math.min(largeMs, await measure(large))
    smallMs = Math.min(smallMs, await measure(small))
    const growth = (largeMs / smallMs) ** (1 / doublings)
    if (growth < maxGrowth || spentMs > mostMs) return growth
  }
}

interface Prepared {
  bytes: Buffer
  catalog: CatalogSlice
  choice: ColumnChoice | undefined
}

/** CPU time of everything that the service does with an upload and its errors.csv, except the database. */
async function cpuMsOf(file: Prepared): Promise<number> {
  const start = threadMs()
  try {
    await importFile(file)
  } catch (error) {
    // A refusal takes time as well.
    if (!(error instanceof ServiceError)) throw error
  }
  return threadMs() - start
}

async function importFile({ bytes, catalog, choice }: Prepared): Promise<void> {
  const file = await readFile(bytes, undefined, choice)
  skusOf(file.table)
  titlesOf(file.table, catalog.products)
  identifyingSkus(file.table)
  furtherHandles(file.table, catalog.skuOwners, catalog.products)
  const found = findBySku(file.table, catalog.skuOwners, catalog.products)
  const brokenImages = new Set(replaceableImages(found, catalog.products))
  const { rows } = previewTable(file.table, { ...catalog, brokenImages })
  const rejected = rows.filter(({ kind }) => kind === 'error')
  for (const _ of errorsCsv(file, rejected));
}

async function sliceOf(stored: string | undefined): Promise<CatalogSlice> {
  const catalog = emptyCatalog()
  if (stored !== undefined)
    applyPlan(catalog, previewTable((await fileOf(stored)).table, toSlice(catalog)).plan)
  return toSlice(catalog)
}

/**
 * CPU time of this thread in milliseconds. The system updates it whenever the thread waits, otherwise only several
 * times per second.
 */
function threadMs(): number {
  Atomics.wait(waited, 0, 0, 1)
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

const waited = new Int32Array(new SharedArrayBuffer(4))
