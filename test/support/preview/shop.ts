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
  const result = await previewOf(
    [
      {
        handle: 'shirt',
        title: 'Shirt',
        vendor: 'Acme',
        tags: 'a, b',
        status: 'active',
        option1_name: 'Size',
        option1_value: 'S',
        variant_sku: '001',
        variant_price: '10',
        variant_barcode: '0099',
        image_url: 'https://a.example/1',
        image_alt: 'Front',
        'metadata.care': 'cold',
      },
      {
        handle: 'shirt',
        option1_value: 'M',
        variant_sku: '002',
        variant_price: '12',
        image_url: 'https://a.example/2',
      },
      {
        handle: 'mug',
        title: 'Mug',
        variant_sku: 'MUG',
        variant_price: '5',
        variant_inventory_quantity: '3',
      },
    ],
    catalog,
  )
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
