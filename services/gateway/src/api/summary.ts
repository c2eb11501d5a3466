import { imports, Summary } from '@catalog/contracts'
import { request } from '@catalog/messaging'
import { endpoint, none } from './endpoint.ts'
import { json } from './answers.ts'

export const summaryEndpoints = [
  endpoint({
    method: 'get',
    path: '/api/products/summary',
    operationId: 'summarizeCatalog',
    summary: 'How much the catalog holds',
    scope: 'catalog:read',
    params: none,
    query: none,
    answers: { 200: json(Summary, 'The counts.') },
    errors: [],
    handle: async ({ nats }, { storefrontId, options }) => ({
      status: 200,
      body: await request(nats, imports.summarizeCatalog, { storefront_id: storefrontId }, options),
    }),
  }),
]
