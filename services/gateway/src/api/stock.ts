import { AdjustedStock, imports, maxAdjustmentBytes, StockAdjustments } from '@catalog/contracts'
import { request } from '@catalog/messaging'
import { json } from './answers.ts'
import { endpoint } from './endpoint.ts'
import { readJson } from '../http/read-json.ts'

export const stockEndpoints = [
  endpoint({
    method: 'post',
    path: '/api/products/stock',
    operationId: 'adjustStock',
    summary: 'Adjust the stock of variants, all of them or none',
    scope: 'catalog:stock',
    takesKey: true,
    body: {
      description: `At most ${maxAdjustmentBytes / 1024} KiB.`,
      content: { 'application/json': StockAdjustments },
    },
    answers: { 200: json(AdjustedStock, 'The stock of the adjusted variants.') },
    errors: ['unsupported_media_type', 'invalid_adjustment', 'idempotency_key_reused'],
    handle: async ({ nats }, { ctx, input, idempotencyKey, options }) => {
      const { adjustments } = await readJson(ctx, StockAdjustments, maxAdjustmentBytes)
      const adjust = { ...input, adjustments, idempotency_key: idempotencyKey }
      return { status: 200, body: await request(nats, imports.adjustStock, adjust, options) }
    },
  }),
]
