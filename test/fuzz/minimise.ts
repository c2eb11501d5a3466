import { stringify } from 'csv-stringify/sync'
import type { FuzzCase } from './make-case.ts'
import { tableOf } from './mutate.ts'

const maxCpuMs = 20_000

/** A smaller case with the same failure: without unnecessary catalog, rows, columns, cells and bytes. */
export async function minimise(
  original: FuzzCase,
  isSame: (smaller: FuzzCase) => Promise<boolean>,
): Promise<FuzzCase> {
  const cpuBefore = process.threadCpuUsage()
  let smallest = original
  const accept = async (part: Partial<FuzzCase>) => {
    const { user, system } = process.threadCpuUsage(cpuBefore)
    if ((user + system) / 1000 > maxCpuMs) throw new OutOfTime()
    const smaller = { ...smallest, ...part }
    if (!(await isSame(smaller))) return false
    smallest = smaller
    return true
  }
  try {
    if (original.before) await accept({ before: undefined })
    await shrinkFile(original.file, (file) => accept({ file }))
    if (smallest.before) await shrinkFile(smallest.before, (before) => accept({ before }))
  } catch (error) {
    if (!(error instanceof OutOfTime)) throw error
  }
  return smallest
}

class OutOfTime extends Error {}

type Accept<Content> = (smaller: Content) => Promise<boolean>

async function shrinkFile(bytes: Buffer, accept: Accept<Buffer>): Promise<void> {
  const table = readTable(bytes)
  if (table && (await accept(write(table)))) await shrinkTable(table, (smaller) => accept(write(smaller)))
  else await shrink([...bytes], (kept) => accept(Buffer.from(kept)))
}

function readTable(bytes: Buffer): string[][] | undefined {
  try {
    return tableOf(bytes)
  } catch {
    // Then the bytes are minimised.
    return undefined
  }
}

function write(table: string[][]): Buffer {
  return Buffer.from(stringify(table))
}

async function shrinkTable(table: string[][], accept: Accept<string[][]>): Promise<void> {
  let rows = await shrink(table, accept)
  const width = Math.max(0, ...rows.map((row) => row.length))
  const without = (columns: number[]) => rows.map((row) => columns.flatMap((column) => row[column] ?? []))
  const columns = await shrink([...Array(width).keys()], (kept) => accept(without(kept)))
  rows = without(columns)
  for (const [at, row] of rows.entries()) {
    for (const [position, cell] of row.entries()) {
      if (cell === '') continue
      const withCell = (content: string) =>
        rows.map((other, index) => (index === at ? other.with(position, content) : other))
      const shorter = await shrink(Array.from(cell), (kept) => accept(withCell(kept.join(''))))
      rows = withCell(shorter.join(''))
    }
  }
}

/** Leaves out smaller and smaller pieces, as long as the rest is accepted. */
async function shrink<Item>(items: Item[], accept: Accept<Item[]>): Promise<Item[]> {
  let kept = items
  for (let size = Math.ceil(kept.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < kept.length;) {
      const fewer = kept.toSpliced(at, size)
      if (await accept(fewer)) kept = fewer
      else at += size
    }
  }
  return kept
}
