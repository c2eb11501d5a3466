import { readFileSync, readdirSync } from 'node:fs'
import { ServiceError } from '@catalog/contracts'
import { describe, expect, test } from '@jest/globals'
import headers from './fixtures/headers.json' with { type: 'json' }
import { recognize } from './recognize.ts'
import { exportOf, fixtures, importFixture } from '../../../test/support/preview/import-fixture.ts'
import { columnLines, outlineOf } from '../../../test/support/preview/outline.ts'
import { productsOf } from '../../../test/support/preview/realistic-files.ts'

/** What stands beside a file: what this shows, which file was imported before it, and its outline. */
interface Expectation {
  shows: string[]
  after?: string
  products?: object[]
  /** A canonical file that becomes the same products. */
  catalog?: string
  /** For other tests (realistic-files.ts). */
  copies?: object
}

const cases = readdirSync(fixtures, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.includes('/') && path.endsWith('.json'))
  .map((path): [file: string, shows: string, expected: Omit<Expectation, 'shows'>] => {
    const { shows, ...expected }: Expectation = JSON.parse(readFileSync(new URL(path, fixtures), 'utf8'))
    return [path.replace('.json', '.csv'), shows.join('; '), expected]
  })

test.each(cases)(
  '%s: %s',
  async (file, _shows, { after, products, catalog, copies: _copies, ...outline }) => {
    const before = after === undefined ? undefined : (await importFixture(`${after}.csv`)).catalog
    const imported = await importFixture(file, before)
    const { products: made = [], ...rest } = outlineOf(imported)
    expect(rest).toEqual(outline)
    if (catalog !== undefined) expect(imported.products).toEqual(await productsOf(catalog))
    if (products !== undefined || catalog === undefined) expect(made).toEqual(products ?? [])
  },
)

test.each(cases)(
  '%s changes nothing once it was imported, nor does the export',
  async (file, _shows, { after }) => {
    const before = after === undefined ? undefined : (await importFixture(`${after}.csv`)).catalog
    const { catalog, products, preview } = await importFixture(file, before)
    const again = await importFixture(file, catalog)
    const { adds, updates, unchanged, errors } = preview.counts
    const nothing = { adds: 0, updates: 0, clears: 0 }
    expect(again.preview.counts).toEqual({ ...nothing, unchanged: adds + updates + unchanged, errors })
    if (products.length === 0) return
    const exported = await importFixture(exportOf(catalog), catalog)
    expect(exported.file.dialect).toBe('canonical')
    expect(exported.preview.counts).toMatchObject({ ...nothing, errors: 0 })
  },
)

describe('a header', () => {
  test.each(headers)('$header: $shows', (expected) => {
    const { shows, header } = expected
    expect({ shows, header, ...recognized(header.split(',')) }).toEqual(expected)
  })
})

function recognized(header: string[]): object {
  try {
    const { dialect, unknownColumns } = recognize(header)
    const unknown = columnLines(unknownColumns)
    return { dialect: dialect.name, ...(unknown.length > 0 && { unknown_columns: unknown }) }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    return { refused: error.code }
  }
}
