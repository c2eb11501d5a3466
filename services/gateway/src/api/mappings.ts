import { imports, RememberedMappingPage } from '@catalog/contracts'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { forward } from './forward.ts'
import { json } from './answers.ts'
import { mappingParams, page } from './parameters.ts'

const base = '/api/products/imports/mappings'

export const mappingEndpoints = [
  endpoint({
    method: 'get',
    path: base,
    operationId: 'listMappings',
    summary: 'The remembered mappings of columns, newest first',
    scope: 'drafts',
    query: z.object(page),
    answers: { 200: json(RememberedMappingPage, 'A page of mappings.') },
    handle: forward(imports.listMappings),
  }),

  endpoint({
    method: 'delete',
    path: `${base}/{mapping_id}`,
    operationId: 'deleteMapping',
    summary: 'Forget a mapping: the next file with its columns asks again what they are',
    scope: 'catalog:import',
    params: mappingParams,
    answers: { 204: { description: 'The mapping is gone.' } },
    errors: ['not_found'],
    handle: forward(imports.deleteMapping, 204),
  }),
]
