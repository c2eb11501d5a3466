import { readFile } from 'node:fs/promises'
import type { Product } from '@catalog/catalog'
import type { ImportFile } from '@catalog/reading'
import type { Preview } from '@catalog/preview'
import { applyPlan, emptyCatalog, previewAgainst, toProducts } from './apply-plan.ts'
import type { MemoryCatalog } from './apply-plan.ts'
import { exportOf as exportProducts, fileOf } from './csv-files.ts'

export { emptyCatalog, type MemoryCatalog }

/** The folder of the dialects' files. */
export const fixtures = new URL('../../../packages/dialects/src/fixtures/', import.meta.url)

export interface ImportedFixture {
  file: ImportFile
  /** The preview against the catalog before the import. */
  preview: Preview
  /** The catalog after the import: the given one, or a new one. */
  catalog: MemoryCatalog
  /** The products in it, by handle and without ids. */
  products: Product[]
}

/**
 * Reads a file, previews it against `catalog` and applies the plan to that. `fixture` is a file of `dialects/fixtures/`
 * (`shopify/only-images.csv`), or a file's content; `now` decides which sales in it are active.
 */
export async function importFixture(
  fixture: string | Buffer,
  catalog: MemoryCatalog = emptyCatalog(),
  now = new Date('2024-01-15T12:00:00Z'),
): Promise<ImportedFixture> {
  const bytes = typeof fixture === 'string' ? await readFile(new URL(fixture, fixtures)) : fixture
  const file = await fileOf(bytes, now)
  const result = previewAgainst(catalog, file.table)
  applyPlan(catalog, result.plan)
  return { file, preview: result, catalog, products: toProducts(catalog) }
}

/** The canonical export of all that is in the catalog: to be imported again as it is. */
export function exportOf(catalog: MemoryCatalog): Buffer {
  return Buffer.from(exportProducts(toProducts(catalog)))
}
