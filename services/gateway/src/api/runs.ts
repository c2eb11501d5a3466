import {
  Draft,
  DraftProductPage,
  DraftRowPage,
  ImageOutcomePage,
  imports,
  ImagesToRetry,
  Outcome,
  Run,
  RunPage,
} from '@catalog/contracts'
import { request } from '@catalog/messaging'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { forward, forwardCsv, forwardProducts, reviewable } from './forward.ts'
import { oneOf, page, productPage, rowPage, runPage, runParams } from './parameters.ts'
import { csv, errorsExample, json, location } from './answers.ts'

const base = '/api/products/imports/runs'
const onRun = { params: runParams, unknown: 'run_not_found' } as const
/** Error codes of endpoints that need a run's rows. */
const detailErrors = ['run_not_found', 'run_details_expired'] as const

export const runEndpoints = [
  endpoint({
    method: 'get',
    path: base,
    operationId: 'listRuns',
    summary: 'The history of import runs',
    scope: 'catalog:read',
    query: z.object(runPage),
    answers: { 200: json(RunPage, 'A page of runs.') },
    handle: forward(imports.listRuns),
  }),

  endpoint({
    method: 'get',
    path: `${base}/{run_id}`,
    operationId: 'getRun',
    summary: 'An import run, with the first page of its image outcomes',
    scope: 'catalog:read',
    ...onRun,
    answers: { 200: json(Run, 'The import run.') },
    errors: ['run_not_found'],
    handle: forward(imports.getRun),
  }),

  endpoint({
    method: 'get',
    path: `${base}/{run_id}/rows`,
    operationId: 'listRunRows',
    summary: 'The rows as they were applied, and those that were left out with their errors',
    scope: 'catalog:read',
    ...onRun,
    query: z.object(rowPage),
    answers: { 200: json(DraftRowPage, 'A page of rows.') },
    errors: [...detailErrors],
    handle: async ({ nats }, { input: { kind: kinds, handle: handles, ...input }, options }) => ({
      status: 200,
      body: await request(nats, imports.listRunRows, { ...input, kinds, handles }, options),
    }),
  }),

  endpoint({
    method: 'get',
    path: `${base}/{run_id}/products`,
    operationId: 'listRunProducts',
    summary: 'The products of the file, each with what happened to it',
    scope: 'catalog:read',
    ...onRun,
    query: z.object(productPage),
    answers: { 200: json(DraftProductPage, 'A page of products.') },
    errors: [...detailErrors],
    handle: forwardProducts(imports.listRunProducts),
  }),

  endpoint({
    method: 'get',
    path: `${base}/{run_id}/errors.csv`,
    operationId: 'exportRunErrors',
    summary: 'The rows that were left out, as the error report of the draft had them',
    scope: 'catalog:read',
    limit: 'exports',
    ...onRun,
    answers: { 200: csv('The rows that were left out.', errorsExample) },
    errors: detailErrors,
    handle: forwardCsv(imports.exportRunErrors, ({ run_id }) => `import-errors-${run_id}.csv`),
  }),

  endpoint({
    method: 'get',
    path: `${base}/{run_id}/changes.csv`,
    operationId: 'exportRunChanges',
    summary: 'Every change of the run, before and after',
    scope: 'catalog:read',
    limit: 'exports',
    ...onRun,
    answers: {
      200: csv(
        'The changes: row, handle, sku, entity, field, before, after.',
        'row,handle,sku,entity,field,before,after\r\n2,shirt,SHIRT-S,variant,variant_price,20.00,25.00\r\n',
      ),
    },
    errors: detailErrors,
    handle: forwardCsv(imports.exportRunChanges, ({ run_id }) => `import-changes-${run_id}.csv`),
  }),

  endpoint({
    method: 'post',
    path: `${base}/{run_id}/undo`,
    operationId: 'undoRun',
    summary: 'Preview what would restore everything that the run changed and nobody has changed since',
    scope: 'catalog:propose',
    limit: 'uploads',
    ...onRun,
    answers: { 201: json(Draft, 'The import draft, with the first page of its rows.', location) },
    errors: [...detailErrors, 'nothing_to_undo', 'too_complex', 'too_many_drafts'],
    handle: async (gateway, { input, person, options }) => {
      const draft = await request(gateway.nats, imports.undoRun, { ...input, caller: person }, options)
      const headers = { Location: `/api/products/imports/${draft.draft_id}` }
      return { status: 201, headers, body: reviewable(gateway, draft) }
    },
  }),

  endpoint({
    method: 'get',
    path: `${base}/{run_id}/images`,
    operationId: 'listRunImages',
    summary: 'What became of the images of a run',
    scope: 'catalog:read',
    ...onRun,
    query: z.object({
      outcome: oneOf(Outcome).optional(),
      ...page,
    }),
    answers: { 200: json(ImageOutcomePage, 'A page of image outcomes.') },
    errors: ['run_not_found'],
    handle: forward(imports.listRunImages),
  }),

  endpoint({
    method: 'post',
    path: `${base}/{run_id}/retry-images`,
    operationId: 'retryImages',
    summary: 'Request images of a run again: the rejected and failed ones, or all if there are none',
    scope: 'catalog:import',
    ...onRun,
    query: z.object({
      images: oneOf(ImagesToRetry).optional(),
    }),
    answers: { 202: json(Run, 'The import run.') },
    errors: ['run_not_found'],
    handle: forward(imports.retryImages, 202),
  }),
]
