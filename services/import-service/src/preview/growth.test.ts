import { setTimeout } from 'node:timers/promises'
import { describe, expect, test } from '@jest/globals'
import { errorsCsv, handlesOf, paddedHandles, preview, skusOf, titlesOf } from '../preview.ts'
import { readCsv } from '../read-csv.ts'
import { applyPlan, emptyCatalog, toSlice } from './testing/apply-plan.ts'
import { chunksOf, fileOf } from './testing/csv-files.ts'
import { type GrowingFile, growingFiles } from './testing/growing-files.ts'
import type { CatalogSlice } from './types.ts'

// A file that is twice as large takes twice the work, whatever grows in it: one that took four times as much would keep
// everybody else waiting.
describe('reading and preview take time by the length of the file, with more', () => {
  test.each(Object.entries(growingFiles))('%s', async (_name, file) => {
    expect(await growthOf(file)).toBeLessThan(maxGrowth)
  })
})

const maxGrowth = 2.5

/** The first ones also have the code compiled. */
const leastTries = 3
/** Of all tries: where it does not help, the growth is no noise. */
const mostMs = 20_000

/** How many times as long a file of twice the size takes; the least of several tries, as other work can only add to one. */
async function growthOf({ size, make, stored }: GrowingFile): Promise<number> {
  const files = await Promise.all(
    [size, 2 * size].map(async (each) => ({
      bytes: Buffer.from(make(each)),
      catalog: await sliceOf(stored?.(each)),
      leastMs: Infinity,
    })),
  )
  let growth = Infinity
  let spentMs = 0
  for (let tries = 1; tries <= leastTries || (growth >= maxGrowth && spentMs < mostMs); tries++) {
    for (const file of files) {
      const ms = await cpuMsOf(file)
      file.leastMs = Math.min(file.leastMs, ms)
      spentMs += ms
    }
    const [once = Infinity, twice = Infinity] = files.map(({ leastMs }) => leastMs)
    growth = twice / once
  }
  return growth
}

/** Of all that the service does with an upload and its errors.csv, but for the database. */
async function cpuMsOf({ bytes, catalog }: { bytes: Buffer; catalog: CatalogSlice }): Promise<number> {
  const start = await threadMs()
  await importFile(bytes, catalog)
  return (await threadMs()) - start
}

async function importFile(bytes: Buffer, catalog: CatalogSlice): Promise<void> {
  const file = await readCsv(chunksOf(bytes, 256 * 1024))
  skusOf(file.table)
  titlesOf(file.table, catalog.products)
  paddedHandles(handlesOf(file.table), catalog.products)
  const { rows } = preview(file.table, catalog)
  for await (const _ of errorsCsv(
    file,
    rows.filter(({ kind }) => kind === 'error'),
  ));
}

async function sliceOf(stored: string | undefined): Promise<CatalogSlice> {
  const catalog = emptyCatalog()
  if (stored !== undefined) applyPlan(catalog, preview((await fileOf(stored)).table, toSlice(catalog)).plan)
  return toSlice(catalog)
}

/** CPU time of this thread. The system counts it whenever the thread waits, and otherwise only some times in a second. */
async function threadMs(): Promise<number> {
  await setTimeout(1)
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
