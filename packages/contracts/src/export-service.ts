import { z } from 'zod'
import { StorefrontId } from './common.ts'
import { download } from './message.ts'

export const StatusFilter = z.enum(['all', 'active', 'draft', 'archived'])

export const catalogExports = {
  exportCatalog: download('export.export-catalog', {
    input: z.object({ storefront_id: StorefrontId, status: StatusFilter }),
    head: z.object({ product_count: z.number().int() }),
  }),
}

export type StatusFilter = z.infer<typeof StatusFilter>
