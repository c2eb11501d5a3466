import { z } from 'zod'
import { CatalogVersion } from './common.ts'

/** Adjustments in a request, at most. */
export const maxAdjustments = 1_000
/** Bytes of the JSON of a request, at most: its answer, which has a handle for each SKU, is one message between services. */
export const maxAdjustmentBytes = 192 * 1024

/** What the column holds: integers of 32 bits. */
export const stockRange = { min: -(2 ** 31), max: 2 ** 31 - 1 }
const Quantity = z.number().int().min(stockRange.min).max(stockRange.max)

export const StockAdjustment = z
  .strictObject({
    sku: z.string().min(1).max(255),
    by: Quantity.optional(),
    to: Quantity.optional(),
  })
  .refine(({ by, to }) => (by === undefined) !== (to === undefined), {
    error: 'needs either “by” or “to”, and not both',
  })
  .meta({ id: 'StockAdjustment' })

export const StockAdjustments = z
  .strictObject({
    adjustments: z.array(StockAdjustment).min(1).max(maxAdjustments),
  })
  .meta({ id: 'StockAdjustments' })

export const AdjustedStock = z
  .object({
    catalog_version: CatalogVersion,
    variants: z.array(
      z.object({ sku: z.string(), handle: z.string(), inventory_quantity: z.number().int() }),
    ),
  })
  .meta({ id: 'AdjustedStock' })

export type StockAdjustment = z.infer<typeof StockAdjustment>
export type AdjustedStock = z.infer<typeof AdjustedStock>
