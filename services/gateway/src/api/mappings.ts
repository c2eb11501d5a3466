import { imports, RememberedMappingPage } from '@catalog/contracts'
import { request } from '@catalog/messaging'
import { z } from 'zod'
import { endpoint, none } from './endpoint.ts'
import { json } from './answers.ts'
import { mappingParams, page } from './parameters.ts'

const base = '/api/products/imports/mappings'

export const mappingEndpoints = [
  endpoint({
    method: 'get',
    path: base,
    operationId: 'listMappings',
    summary: 'The remembered mappings of columns, newest first',
    scope: 'catalog:read',
    params: none,
    query: z.object(page),
    answers: { 200: json(RememberedMappingPage, 'A page of mappings.') },
    errors: ['invalid_request'],
    handle: async ({ nats }, { query, storefrontId, options }) => {
      const { limit, cursor = null } = query
      const input = { storefront_id: storefrontId, limit, cursor }
      return { status: 200, body: await request(nats, imports.listMappings, input, options) }
    },
  }),

  endpoint({
    method: 'delete',
    path: `${base}/{mapping_id}`,
    operationId: 'deleteMapping',
    summary: 'Forget a mapping: the next file with its columns asks again what they are',
    scope: 'catalog:import',
    params: mappingParams,
    query: none,
    answers: { 204: { description: 'The mapping is gone.' } },
    errors: ['not_found'],
    handle: async ({ nats }, { params, storefrontId, options }) => {
      await request(nats, imports.deleteMapping, { storefront_id: storefrontId, ...params }, options)
      return { status: 204 }
    },
  }),
]
