import { parse } from 'csv-parse/sync'
import type { Random } from './random.ts'
import { awkwardCell, longCell } from './vocabulary.ts'

/** Changes bytes, without regard to their meaning. */
export function mutateBytes(random: Random, original: Buffer): Buffer {
  let bytes: Buffer = Buffer.from(original)
  for (let count = random.size(8); count > 0; count--) bytes = random.pick(byteMutations)(random, bytes)
  return bytes
}

const bits: ByteMutation = (random, bytes) => {
  if (bytes.length === 0) return bytes
  const at = random.below(bytes.length)
  bytes[at] = (bytes[at] ?? 0) ^ (1 << random.below(8))
  return bytes
}

type ByteMutation = (random: Random, bytes: Buffer) => Buffer

const byteMutations: ByteMutation[] = [
  bits,
  bits,
  (random, bytes) => {
    if (bytes.length > 0) bytes[random.below(bytes.length)] = random.below(256)
    return bytes
  },
  (random, bytes) => bytes.subarray(0, random.below(bytes.length + 1)),
  (random, bytes) => {
    const { from, to } = span(random, bytes)
    return Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)])
  },
  (random, bytes) => {
    const { from, to } = span(random, bytes)
    return Buffer.concat([bytes.subarray(0, to), bytes.subarray(from)])
  },
  (random, bytes) => insert(random, bytes, Buffer.from(random.pick(punctuation))),
  (random, bytes) => insert(random, bytes, Buffer.from(random.pick(punctuation))),
  (random, bytes) => insert(random, bytes, Buffer.from(awkwardCell(random))),
  (random, bytes) =>
    insert(
      random,
      bytes,
      Buffer.from(random.pick(['00', 'fffe', 'feff', 'efbbbf', '80', 'ed', 'c3', '504b0304']), 'hex'),
    ),
  (random, bytes) => {
    const from = Buffer.from(random.pick(punctuation))[0] ?? 0
    const to = Buffer.from(random.pick(punctuation))[0] ?? 0
    return Buffer.from(bytes.map((byte) => (byte === from ? to : byte)))
  },
  (random, bytes) =>
    Buffer.concat([
      Buffer.from(random.pick(['efbbbf', 'fffe', 'feff', '0a0a', '20'] as const), 'hex'),
      bytes,
    ]),
]

const punctuation = ['"', ',', ';', '\t', '|', '\n', '\r', '\r\n', "'", '=', ' ', '""', '\\']

function span(random: Random, { length }: Buffer): { from: number; to: number } {
  const from = random.below(length + 1)
  return { from, to: Math.min(length, from + random.size(length + 1)) }
}

function insert(random: Random, bytes: Buffer, what: Buffer): Buffer {
  const at = random.below(bytes.length + 1)
  return Buffer.concat([bytes.subarray(0, at), what, bytes.subarray(at)])
}

/** A file's cells, header first. */
export function tableOf(bytes: Buffer): string[][] {
  return parse(bytes, { bom: true, relax_column_count: true, relax_quotes: true, skip_empty_lines: true })
}

type TableMutation = (random: Random, table: string[][]) => void

/** Changes cells, rows and columns: the result is still a table. */
export function mutateTable(random: Random, original: string[][]): string[][] {
  const table = original.map((row) => [...row])
  for (let count = random.size(12); count > 0; count--) random.pick(tableMutations)(random, table)
  return table
}

const tableMutations: TableMutation[] = [
  (random, table) => set(random, table, awkwardCell(random)),
  (random, table) => set(random, table, awkwardCell(random)),
  (random, table) => set(random, table, ''),
  // Copies a cell of the same column.
  (random, table) => {
    const column = random.below(width(table))
    const row = random.pick(table)
    row[column] = random.pick(table)[column] ?? ''
  },
  (random, table) => {
    const column = random.below(width(table))
    const row = random.pick(table)
    row[column] = `${random.pick(["'", ' ', '0', '-', '=', '\n'])}${row[column] ?? ''}`
  },
  (random, table) => {
    const column = random.below(width(table))
    const value = awkwardCell(random)
    for (const row of table.slice(1)) row[column] = value
  },
  (random, table) => {
    const a = random.below(width(table))
    const b = random.below(width(table))
    for (const row of table) [row[a], row[b]] = [row[b] ?? '', row[a] ?? '']
  },
  (random, table) => {
    const column = random.below(width(table))
    for (const row of table) row.splice(column, 1)
  },
  (random, table) => {
    const column = random.below(width(table))
    for (const row of table) row.splice(column, 0, row[column] ?? '')
    if (table[0]) table[0][column] = awkwardCell(random)
  },
  (random, table) => table.splice(random.below(table.length + 1), 0, [...random.pick(table)]),
  (random, table) => table.splice(random.below(table.length + 1), 0, [...random.pick(table)]),
  (random, table) => {
    if (table.length > 2) table.splice(1 + random.below(table.length - 1), 1)
  },
  (random, table) => {
    const a = random.below(table.length)
    const b = random.below(table.length)
    ;[table[a], table[b]] = [table[b] ?? [], table[a] ?? []]
  },
  (random, table) => random.pick(table).push(awkwardCell(random)),
  (random, table) => random.pick(table).splice(random.below(width(table))),
  (random, table) => set(random, table, longCell(random, random.size(70_000))),
  (random, table) => {
    if (!random.chance(0.05)) return
    const rows = table.slice(1)
    for (let count = random.size(6_000 / table.length); count > 0; count--)
      table.push(...structuredClone(rows))
  },
  (random, table) => {
    if (!random.chance(0.05)) return
    const more = random.size(20_000)
    table[0]?.push(...Array.from({ length: more }, (_, index) => `metadata.m${index}`))
  },
]

function set(random: Random, table: string[][], value: string): void {
  const row = random.chance(0.05) ? table[0] : table[random.below(table.length)]
  if (row) row[random.below(width(table))] = value
}

function width(table: string[][]): number {
  return Math.max(1, table[0]?.length ?? 0)
}
