import { ImageOutcomePage, imports, Outcome, Run, RunPage } from '@catalog/contracts'
import { request } from '@catalog/messaging'
import { z } from 'zod'
import { endpoint, none } from './endpoint.ts'
import { oneOf, page, runParams } from './parameters.ts'
import { json } from './answers.ts'

const base = '/api/products/imports/runs'
const onRun = { params: runParams, unknown: 'run_not_found' } as const

export const runEndpoints = [
  endpoint({
    method: 'get',
    path: base,
    operationId: 'listRuns',
    summary: 'The history of import runs, newest first',
    scope: 'catalog:read',
    params: none,
    query: z.object(page),
    answers: { 200: json(RunPage, 'A page of runs.') },
    errors: ['invalid_request'],
    handle: async ({ nats }, { query, storefrontId, options }) => {
      const { limit, cursor = null } = query
      const input = { storefront_id: storefrontId, limit, cursor }
      return { status: 200, body: await request(nats, imports.listRuns, input, options) }
    },
  }),

  endpoint({
    method: 'get',
    path: `${base}/{run_id}`,
    operationId: 'getRun',
    summary: 'An import run, with the first page of its image outcomes',
    scope: 'catalog:read',
    ...onRun,
    query: none,
    answers: { 200: json(Run, 'The import run.') },
    errors: ['run_not_found'],
    handle: async ({ nats }, { params, storefrontId, options }) => ({
      status: 200,
      body: await request(nats, imports.getRun, { storefront_id: storefrontId, ...params }, options),
    }),
  }),

  endpoint({
    method: 'get',
    path: `${base}/{run_id}/images`,
    operationId: 'listRunImages',
    summary: 'What became of the images of a run',
    scope: 'catalog:read',
    ...onRun,
    query: z.object({
      outcome: oneOf(Outcome).optional().describe('Only images of this outcome.'),
      ...page,
    }),
    answers: { 200: json(ImageOutcomePage, 'A page of image outcomes.') },
    errors: ['invalid_request', 'run_not_found'],
    handle: async ({ nats }, { params, query, storefrontId, options }) => {
      const { outcome = null, limit, cursor = null } = query
      const input = { storefront_id: storefrontId, ...params, outcome, limit, cursor }
      return { status: 200, body: await request(nats, imports.listRunImages, input, options) }
    },
  }),

  endpoint({
    method: 'post',
    path: `${base}/{run_id}/retry-images`,
    operationId: 'retryImages',
    summary: 'Request the rejected and failed images of a run again',
    scope: 'catalog:import',
    ...onRun,
    query: none,
    answers: { 202: json(Run, 'The import run.') },
    errors: ['run_not_found'],
    handle: async ({ nats }, { params, storefrontId, options }) => ({
      status: 202,
      body: await request(nats, imports.retryImages, { storefront_id: storefrontId, ...params }, options),
    }),
  }),
]
