import { readFileSync, readdirSync } from 'node:fs'
import type { Product } from '@catalog/catalog'
import { fixtures, importFixture } from './import-fixture.ts'

/** What stands beside a realistic file. */
interface Realistic {
  /** A canonical file of the same products. */
  catalog: string
  /** The file that is imported before it, without its ending. */
  after?: string
  /** How larger files are made of its rows: the columns to change in each copy, and the one to lengthen. */
  copies?: { ids: string[]; description: string }
}

/** For each dialect, a realistic file in `fixtures/` and the catalog that it becomes. */
export const realisticFiles = readdirSync(fixtures, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name: dialect }) => {
    const { catalog, after, copies }: Realistic = JSON.parse(
      readFileSync(new URL(`${dialect}/realistic.json`, fixtures), 'utf8'),
    )
    return {
      dialect,
      path: `${dialect}/realistic.csv`,
      before: after === undefined ? undefined : `${after}.csv`,
      catalog,
      copies,
    }
  })

/** The products of a canonical file in `fixtures/`, by handle. */
export async function productsOf(catalog: string): Promise<Product[]> {
  return (await importFixture(catalog)).products
}
