import { z } from 'zod'
import { CatalogVersion, StorefrontId } from './common.ts'
import { download } from './message.ts'
import { maxProductsOfPage, ProductOrder } from './products.ts'

export const StatusFilter = z.enum(['all', 'active', 'draft', 'archived'])

/** `zip`: the CSV in parts that can each be imported; `xlsx`: its cells as a workbook. */
export const ExportFormat = z.enum(['csv', 'zip', 'xlsx'])

const texts = z.array(z.string()).default([])

/** Each narrows the products; a list with values in it, to those that match one of them. */
const ProductFilters = z.object({
  handles: texts,
  skus: texts,
  statuses: texts,
  vendors: texts,
  product_types: texts,
  tags: texts,
  changed_after: CatalogVersion.nullable().default(null),
})

export const catalogExports = {
  exportCatalog: download('export.export-catalog', {
    input: ProductFilters.omit({ statuses: true }).extend({
      storefront_id: StorefrontId,
      status: StatusFilter,
      /** Defaulted: a gateway of the previous release does not send it. */
      format: ExportFormat.default('csv'),
      /** Of `choosableColumns`; null: all. */
      columns: z.array(z.string()).nullable().default(null),
    }),
    head: z.object({
      product_count: z.number().int(),
      /** Defaulted: an export-service of the previous release supports only CSV. */
      format: ExportFormat.default('csv'),
      /** Null: from an export-service of the previous release. */
      catalog_version: CatalogVersion.nullable().default(null),
    }),
  }),
  /** The bytes are the JSON of a `CatalogProductPage`, which may be larger than a message: a product may have 3 MB. */
  listProducts: download('export.list-products', {
    input: ProductFilters.extend({
      storefront_id: StorefrontId,
      order: ProductOrder,
      limit: z.number().int().min(1).max(maxProductsOfPage),
      cursor: z.string().min(1).max(1_000).nullable().default(null),
      /** With that version of the catalog there are no bytes: the caller has them already. */
      known_version: CatalogVersion.nullable().default(null),
      /** `{storefront_id}`, `{image_id}`, `{rendition}` and `{version}` of the picture are filled in. */
      rendition_url: z.string(),
    }),
    head: z.object({ catalog_version: CatalogVersion, content_length: z.number().int() }),
  }),
}

export type ExportFormat = z.infer<typeof ExportFormat>
export type ProductFilters = z.infer<typeof ProductFilters>
export type StatusFilter = z.infer<typeof StatusFilter>
