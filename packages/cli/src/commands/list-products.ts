import { answerOf } from '../client.ts'
import type { CatalogProduct } from '../client.ts'
import type { Context } from '../context.ts'
import { exitCodes } from '../exit-codes.ts'
import type { ExitCode } from '../exit-codes.ts'
import { readPages } from '../read-pages.ts'
import { count } from '../terminal.ts'

/** Products of a page, at most. */
const pageSize = 250

export interface ProductOptions {
  limit: number
  handle?: string[] | undefined
  sku?: string[] | undefined
  status?: 'active' | 'draft' | 'archived' | undefined
  vendor?: string | undefined
  changedAfter?: number | undefined
}

/** The catalog's products; by handle, or those that changed after a version in the order of their changes. */
export async function listProducts(
  { api, terminal }: Context,
  { limit, handle, sku, status, vendor, changedAfter }: ProductOptions,
): Promise<ExitCode> {
  let version = 0
  const filters = {
    ...(handle && { handle }),
    ...(sku && { sku }),
    ...(status && { status: [status] }),
    ...(vendor !== undefined && { vendor: [vendor] }),
    ...(changedAfter !== undefined && { changed_after: changedAfter, order: 'changed' as const }),
  }
  const products = await readPages(
    async (query) => {
      const page = await answerOf(api.GET('/api/products', { params: { query: { ...query, ...filters } } }))
      version = page.catalog_version
      return { ...page, items: page.products }
    },
    limit,
    pageSize,
  )
  for (const product of products) terminal.say(lineOf(product))
  if (products.length === 0) terminal.say('There is no such product.')
  terminal.sayJson({ catalog_version: version, products })
  return exitCodes.done
}

function lineOf({ handle, status, title, variants }: CatalogProduct): string {
  const skus = variants.map(({ sku }) => sku).filter((sku) => sku !== null && sku !== '')
  return [handle, status, title, count(variants.length, 'variant'), ...skus.slice(0, 5)].join('  ')
}
