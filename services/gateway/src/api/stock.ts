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
    description:
      'For sales, returns and counted stock. A stock may go below zero. An open preview whose file states the stock of an adjusted product has to be rechecked before it is applied (`draft_stale`); others are not affected. Send an `Idempotency-Key`, so that a request whose answer was lost can be repeated: nothing is adjusted twice.',
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
