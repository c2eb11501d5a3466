import { Dialect, ServiceError } from '@catalog/contracts'
import { describe, expect, test } from '@jest/globals'
import type { ColumnChoice } from '../dialects/mapped/column-choice.ts'
import { errorsCsv } from '../drafts/errors-csv.ts'
import { replaceableImages } from './broken-images.ts'
import { findBySku, identifyingSkus } from './find-by-sku.ts'
import { handlesOf, paddedHandles, skusOf, titlesOf } from './keys.ts'
import { previewTable } from './preview-table.ts'
import { readCsv } from '../reading/read-csv.ts'
import { applyPlan, emptyCatalog, toSlice } from './testing/apply-plan.ts'
import { chunksOf, fileOf } from './testing/csv-files.ts'
import type { GrowingFile } from './testing/growing-files/growing-file.ts'
import { growingFiles } from './testing/growing-files.ts'
import type { CatalogSlice } from './types.ts'

// A file that is twice as large takes twice the work, whatever grows in it: one that took four times as much would keep
// everybody else waiting. Three doublings at once weigh more than what each file costs, and than noise.
describe('reading and preview take time by the length of the file, with more', () => {
  test.each(Object.entries(growingFiles))('%s', async (_name, file) => {
    expect(await growthOf(file)).toBeLessThan(maxGrowth)
  })
})

test.each(Dialect.options)('there is a file of %s that grows', (dialect) => {
  expect(Object.keys(growingFiles)).toContainEqual(expect.stringMatching(new RegExp(`^${dialect}[:,]`)))
})

/** For each doubling. */
const maxGrowth = 2.5
const doublings = 3

/** Of the smaller file: the first ones also have the code compiled. */
const smallRuns = 4
/** Of all runs: where more do not help, the growth is no noise. */
const mostMs = 5_000

/**
 * How many times as long a file of twice the size takes. Other work can only add to a run, so that the least of several
 * counts; where the first run of the larger file is quick enough, no other could change that.
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
  for (;;) {
    for (let runs = 0; runs < smallRuns; runs++) {
      const ms = await cpuMsOf(small)
      smallMs = Math.min(smallMs, ms)
      spentMs += ms
    }
    const ms = await cpuMsOf(large)
    largeMs = Math.min(largeMs, ms)
    spentMs += ms
    const growth = (largeMs / smallMs) ** (1 / doublings)
    if (growth < maxGrowth || spentMs > mostMs) return growth
  }
}

interface Prepared {
  bytes: Buffer
  catalog: CatalogSlice
  choice: ColumnChoice | undefined
}

/** Of all that the service does with an upload and its errors.csv, but for the database. */
async function cpuMsOf(file: Prepared): Promise<number> {
  const start = threadMs()
  try {
    await importFile(file)
  } catch (error) {
    // A refusal is work as well.
    if (!(error instanceof ServiceError)) throw error
  }
  return threadMs() - start
}

async function importFile({ bytes, catalog, choice }: Prepared): Promise<void> {
  const file = await readCsv(chunksOf(bytes, 256 * 1024), undefined, choice)
  skusOf(file.table)
  titlesOf(file.table, catalog.products)
  paddedHandles(handlesOf(file.table), catalog.products)
  identifyingSkus(file.table)
  const found = findBySku(file.table, catalog.skuOwners)
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

/** CPU time of this thread. The system counts it whenever the thread waits, and otherwise only some times in a second. */
function threadMs(): number {
  Atomics.wait(waited, 0, 0, 1)
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

const waited = new Int32Array(new SharedArrayBuffer(4))
