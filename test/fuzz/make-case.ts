import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { stringify } from 'csv-stringify/sync'
import { exportOf, fixtures as fixturesFolder, importFixture } from '../support/preview/import-fixture.ts'
import { encodeTable, encodeText } from './encode-table.ts'
import { mutateBytes, mutateTable, tableOf } from './mutate.ts'
import { randomFrom } from './random.ts'
import type { Random } from './random.ts'
import { awkwardCell, cellOf, headerOf, longCell } from './vocabulary.ts'
import { damagedWorkbook, writeWorkbook } from './write-workbook.ts'

export interface FuzzCase {
  /** Imported first, to make the catalog with which the file is compared. */
  before: Buffer | undefined
  file: Buffer
  /** A CSV with the same content as the file. */
  like?: Buffer
}

const folder = fileURLToPath(fixturesFolder)
const fixtures = globSync('**/*.csv', { cwd: folder })
  .sort()
  .map((path) => toFixture(readFileSync(`${folder}/${path}`)))
/** The same products in the canonical format. */
const exports = (await Promise.all(fixtures.map(({ bytes }) => importFixture(bytes))))
  .filter(({ products }) => products.length > 0)
  .map(({ catalog }) => toFixture(exportOf(catalog)))
const headers = fixtures.map(({ table }) => table[0] ?? []).filter((header) => header.length > 1)
const maxFuzzBytes = 10 * 1024 * 1024

function toFixture(bytes: Buffer): { bytes: Buffer; table: string[][] } {
  return { bytes, table: tableOf(bytes) }
}

/** Depends only on the seed and index, as long as the fixtures are the same. */
export async function makeCase(seed: string, index: number): Promise<FuzzCase> {
  const random = randomFrom(`${seed}/${index}`)
  // A separate generator, so that the other cases of a seed stay the same.
  const ownRandom = randomFrom(`${seed}/${index}/workbook`)
  const { before, file, ...more } = ownRandom.chance(0.15)
    ? await workbook(ownRandom)
    : random.pick(makers)(random)
  return { before: before?.subarray(0, maxFuzzBytes), file: file.subarray(0, maxFuzzBytes), ...more }
}

type Maker = (random: Random) => FuzzCase

const mutatedTable: Maker = (random) => {
  const fixture = random.pick(random.chance(0.3) ? exports : fixtures)
  const mutated = () => encodeTable(random, mutateTable(random, fixture.table))
  return { before: random.pick([undefined, fixture.bytes, mutated()]), file: mutated() }
}

const mutatedBytes: Maker = (random) => {
  const { bytes } = random.pick(random.chance(0.3) ? exports : fixtures)
  const encoded = random.chance(0.5) ? encodeText(random, bytes.toString()) : bytes
  return { before: random.pick([undefined, bytes]), file: mutateBytes(random, encoded) }
}

const garbageTables: Maker = (random) => {
  const header = headerOf(random, headers)
  const odds = random.pick([0, 0.01, 0.1, 0.5])
  const table = () => {
    const rows = Array.from({ length: random.size(30) }, () =>
      header.map((column) => cellOf(random, column, { odds })),
    )
    return encodeTable(random, [header, ...rows])
  }
  return { before: random.chance(0.5) ? table() : undefined, file: table() }
}

const arbitraryBytes: Maker = (random) => {
  const alphabet = random.pick([
    undefined,
    Buffer.from('a1,;"\n'),
    Buffer.from('handle,title\r\n"\'=\0 \t|sep=é'),
  ])
  const length = random.size(random.chance(0.02) ? 3_000_000 : 20_000)
  const bytes = Buffer.alloc(length)
  for (let at = 0; at < length; at++)
    bytes[at] = alphabet?.[random.below(alphabet.length)] ?? random.below(256)
  const start = random.chance(0.5) ? Buffer.from('handle,title,variant_price\n') : Buffer.alloc(0)
  return { before: undefined, file: Buffer.concat([start, bytes]) }
}

/** Cells of a few hundred thousand characters: quadratic time would hang. */
const longCells: Maker = (random) => {
  const header = headerOf(random, headers)
  const length = 50_000 + random.below(250_000)
  const share = Math.min(0.3, 8_000_000 / (header.length * length))
  const cell = (column: string) =>
    random.chance(share) ? longCell(random, length) : cellOf(random, column, { odds: 0 })
  const rows = Array.from({ length: 1 + random.below(3) }, () => header.map(cell))
  if (random.chance(0.1)) header.push(longCell(random, random.size(300_000)))
  return { before: undefined, file: encodeTable(random, [header, ...rows]) }
}

/** As large as possible, to expose superlinear time. */
const large: Maker = (random) => {
  if (!random.chance(0.06)) return mutatedTable(random)
  const header = headerOf(random, headers)
  const row = () => header.map((column) => cellOf(random, column, { odds: 0.01 }))
  const shape = random.pick(['cell', 'rows', 'columns', 'cells'] as const)
  if (shape === 'cell') {
    const only = row()
    only[random.below(only.length)] = longCell(random, random.size(9_000_000))
    return { before: undefined, file: encodeTable(random, [header, only, row()]) }
  }
  if (shape === 'columns') {
    const name = random.pick(['metadata.m', 'x', 'Attribute ', 'Product Image ', 'variant '])
    const wide = [...header, ...Array.from({ length: random.size(16_000) }, (_, index) => `${name}${index}`)]
    const rows = Array.from({ length: random.size(5_000) }, row)
    return { before: undefined, file: encodeTable(random, [wide, ...rows]) }
  }
  const long =
    shape === 'cells' ? Array.from({ length: 5 }, () => longCell(random, random.size(2_000))) : undefined
  const rows = Array.from({ length: random.size(5_000) }, () => {
    const cells = row()
    if (long) cells[random.below(cells.length)] = random.pick(long)
    return cells
  })
  const file = encodeTable(random, [header, ...rows])
  return { before: random.chance(0.3) ? file : undefined, file }
}

const soup: Maker = (random) => {
  const cells = Array.from({ length: random.size(300) }, () =>
    random.chance(0.2) ? random.pick(random.pick(headers)) : awkwardCell(random),
  )
  const text = cells.map((cell) => cell + random.pick([',', ',', ';', '\n', '"', '\r\n', '\t'])).join('')
  return {
    before: undefined,
    file: encodeText(random, random.pick(headers).join(',') + random.pick(['\n', '\r', ',']) + text),
  }
}

async function workbook(random: Random): Promise<FuzzCase> {
  const fixture = random.pick(random.chance(0.3) ? exports : fixtures)
  const mutated = mutateTable(random, fixture.table)
  const width = Math.max(...mutated.map((cells) => cells.length))
  // A workbook does not store where a row ends.
  const table = mutated.map((cells) =>
    Array.from({ length: width }, (_, column) => (cells[column] ?? '').toWellFormed()),
  )
  const before = random.pick([undefined, fixture.bytes])
  if (random.chance(0.3)) return { before, file: await damagedWorkbook(random, table) }
  const like = Buffer.from(stringify(table, { bom: true, quoted: true }))
  return { before, file: await writeWorkbook(random, table), like }
}

const makers: Maker[] = [
  ...Array<Maker>(4).fill(mutatedTable),
  ...Array<Maker>(3).fill(garbageTables),
  mutatedBytes,
  arbitraryBytes,
  longCells,
  large,
  soup,
]
