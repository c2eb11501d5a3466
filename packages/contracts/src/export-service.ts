import { z } from 'zod'
import { CatalogVersion, StorefrontId } from './common.ts'
import { download } from './message.ts'

export const StatusFilter = z.enum(['all', 'active', 'draft', 'archived'])

/** `zip`: the CSV in parts that can each be imported. */
export const ExportFormat = z.enum(['csv', 'zip'])

export const catalogExports = {
  exportCatalog: download('export.export-catalog', {
    input: z.object({
      storefront_id: StorefrontId,
      status: StatusFilter,
      /** Defaulted: a gateway of the previous release does not send it. */
      format: ExportFormat.default('csv'),
    }),
    head: z.object({
      product_count: z.number().int(),
      /** Defaulted: an export-service of the previous release supports only CSV. */
      format: ExportFormat.default('csv'),
      /** Null: from an export-service of the previous release. */
      catalog_version: CatalogVersion.nullable().default(null),
    }),
  }),
}

export type ExportFormat = z.infer<typeof ExportFormat>
export type StatusFilter = z.infer<typeof StatusFilter>
