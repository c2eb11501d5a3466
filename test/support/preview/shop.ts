import { readFile } from 'node:fs/promises'
import { writeCsv } from '@catalog/catalog'
import type { DraftRow } from '@catalog/contracts'
import type { Preview } from '@catalog/preview'
import { applyPlan, emptyCatalog, previewAgainst } from './apply-plan.ts'
import type { MemoryCatalog } from './apply-plan.ts'
import { fileOf } from './csv-files.ts'

type Cells = Record<string, string>

/** A catalog with one shirt of two sizes and two images, and a single-variant mug. */
export async function shop(): Promise<MemoryCatalog> {
  const catalog = emptyCatalog()
  const file = await fileOf(await readFile(new URL('shop.csv', import.meta.url)))
  const result = previewAgainst(catalog, file.table)
  if (result.counts.adds !== 3) throw new Error('the shop does not import')
  applyPlan(catalog, result.plan)
  return catalog
}

export async function previewOf(rows: Cells[], catalog: MemoryCatalog, columns?: string[]): Promise<Preview> {
  return previewAgainst(catalog, (await fileOf(csv(rows, columns))).table)
}

/** A CSV of these rows, by default with the columns that some row names. */
export function csv(
  rows: Cells[],
  columns = [...new Set(['handle', 'title', ...rows.flatMap(Object.keys)])],
): string {
  return writeCsv([columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))])
}

export const codesOf = ({ rows }: { rows: DraftRow[] }) =>
  rows.map(({ errors }) => errors.map(({ code }) => code).join())
export const kindsOf = ({ rows }: { rows: DraftRow[] }) => rows.map(({ kind }) => kind).join(' ')
