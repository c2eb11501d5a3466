import { catalogExports, StatusFilter } from '@catalog/contracts'
import { download } from '@catalog/messaging'
import { z } from 'zod'
import { endpoint, none } from './endpoint.ts'
import { oneOf } from './parameters.ts'
import { attachment, Csv } from './answers.ts'

export const exportEndpoints = [
  endpoint({
    method: 'get',
    path: '/api/products/export',
    operationId: 'exportCatalog',
    summary: 'The catalog as a canonical CSV, which imports back as all unchanged',
    description:
      'Streamed from one snapshot. Where the export fails midway, the connection is aborted: an answer that ends properly is complete.',
    scope: 'catalog:export',
    limit: 'exports',
    params: none,
    query: z.object({
      status: oneOf(StatusFilter).default('all').describe('Only products of this status.'),
    }),
    answers: {
      200: {
        description: 'The catalog.',
        content: { type: 'text/csv', schema: Csv },
        headers: {
          'Content-Disposition': 'Names the file catalog-<status>-<UTC>.csv.',
          'X-Catalog-Product-Count': 'How many products the file holds.',
        },
      },
    },
    errors: ['invalid_request', 'empty_catalog'],
    handle: async ({ nats, metrics }, { query, storefrontId, options }) => {
      const input = { storefront_id: storefrontId, status: query.status }
      const { head, body } = await download(nats, catalogExports.exportCatalog, input, options)
      return {
        status: 200,
        headers: {
          ...attachment(`catalog-${query.status}-${compactUtc(new Date())}.csv`),
          'X-Catalog-Product-Count': String(head.product_count),
        },
        body,
        onBytes: (count) => metrics.exportBytes.inc(count),
      }
    },
  }),
]

/** `20260131T235959Z`: a time that any file system takes as a name. */
function compactUtc(time: Date): string {
  return `${time.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
}
