import { imports, Summary } from '@catalog/contracts'
import { endpoint } from './endpoint.ts'
import { forward } from './forward.ts'
import { json } from './answers.ts'

export const summaryEndpoints = [
  endpoint({
    method: 'get',
    path: '/api/products/summary',
    operationId: 'summarizeCatalog',
    summary: 'How much the catalog holds',
    scope: 'catalog:read',
    answers: { 200: json(Summary, 'The counts.') },
    handle: forward(imports.summarizeCatalog),
  }),
]
