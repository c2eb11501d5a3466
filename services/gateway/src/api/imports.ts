import {
  Draft,
  DraftPage,
  DraftRowPage,
  imports,
  MappingRequest,
  readingErrorCodes,
  Run,
} from '@catalog/contracts'
import { templateCsv } from '@catalog/catalog'
import { download, request, upload } from '@catalog/messaging'
import { z } from 'zod'
import { endpoint, none } from './endpoint.ts'
import { draftParams, page, rowPage } from './parameters.ts'
import { receiveFile } from '../http/receive-file.ts'
import { attachment, Csv, json, location, Workbook, workbookType } from './answers.ts'

const base = '/api/products/imports'
const UploadForm = z.object({ file: z.file(), mapping: MappingRequest.optional() }).meta({ id: 'UploadForm' })
const draftErrors = ['draft_not_found', 'draft_expired'] as const
const onDraft = { params: draftParams, unknown: 'draft_not_found' } as const

export const importEndpoints = [
  endpoint({
    method: 'post',
    path: base,
    operationId: 'createDraft',
    summary: 'Upload a catalog as CSV or Excel workbook (.xlsx) and preview what it would change',
    scope: 'catalog:import',
    limit: 'uploads',
    params: none,
    query: none,
    takesKey: true,
    body: {
      description:
        'The file: at most 10 MB, 5,000 data rows, 1,000 columns and 1,000,000 cells; a workbook at most 100 MB once ' +
        'unpacked. Its type is detected from its bytes. Its name is that of the form’s part; of bytes, that of ' +
        '`Content-Disposition`, where it is sent. A form may also say what the columns are, as JSON of at most 64 KiB in ' +
        'the field `mapping`.',
      content: {
        'multipart/form-data': UploadForm,
        'text/csv': Csv,
        [workbookType]: Workbook,
      },
    },
    answers: { 201: json(Draft, 'The import draft, with the first page of its rows.', location) },
    errors: [
      'invalid_request',
      'unsupported_media_type',
      'file_too_large',
      ...readingErrorCodes,
      'invalid_mapping',
      'too_complex',
      'too_many_drafts',
      'idempotency_key_reused',
      ...draftErrors,
    ],
    handle: async ({ nats, metrics }, { ctx, storefrontId, person, idempotencyKey, options }) => {
      const caller = { storefront_id: storefrontId, caller: person, idempotency_key: idempotencyKey }
      let notePreview: (() => unknown) | undefined
      const draft = await receiveFile(ctx, (body, { name, mapping }) => {
        const input = { ...caller, file_name: name }
        // Asked for once the file has arrived: how long that takes is up to the client's line.
        const trailer = () => {
          notePreview = metrics.previewWaitSeconds.startTimer()
          return { mapping: mapping() }
        }
        return upload(nats, imports.createDraft, input, body, { ...options, trailer })
      })
      notePreview?.()
      return { status: 201, headers: { Location: `${base}/${draft.draft_id}` }, body: draft }
    },
  }),

  endpoint({
    method: 'get',
    path: base,
    operationId: 'listDrafts',
    summary: 'The open import drafts, newest first, without their rows',
    scope: 'catalog:read',
    params: none,
    query: z.object(page),
    answers: { 200: json(DraftPage, 'A page of import drafts.') },
    errors: ['invalid_request'],
    handle: async ({ nats }, { query, storefrontId, options }) => {
      const { limit, cursor = null } = query
      const input = { storefront_id: storefrontId, limit, cursor }
      return { status: 200, body: await request(nats, imports.listDrafts, input, options) }
    },
  }),

  endpoint({
    method: 'get',
    path: `${base}/template`,
    operationId: 'getTemplate',
    summary: 'An example CSV in the canonical format, which imports without an error',
    scope: 'catalog:read',
    params: none,
    query: none,
    answers: { 200: { description: 'The example.', content: { 'text/csv': Csv } } },
    errors: [],
    handle: async () => ({
      status: 200,
      headers: attachment('catalog-template.csv'),
      body: Buffer.from(templateCsv()),
    }),
  }),

  endpoint({
    method: 'get',
    path: `${base}/{draft_id}`,
    operationId: 'getDraft',
    summary: 'An import draft, with the first page of its rows',
    scope: 'catalog:read',
    ...onDraft,
    query: none,
    answers: { 200: json(Draft, 'The import draft.') },
    errors: draftErrors,
    handle: async ({ nats }, { params, storefrontId, options }) => ({
      status: 200,
      body: await request(nats, imports.getDraft, { storefront_id: storefrontId, ...params }, options),
    }),
  }),

  endpoint({
    method: 'get',
    path: `${base}/{draft_id}/rows`,
    operationId: 'listDraftRows',
    summary: "The preview's rows, in the order of the file",
    scope: 'catalog:read',
    ...onDraft,
    query: z.object(rowPage),
    answers: { 200: json(DraftRowPage, 'A page of rows.') },
    errors: ['invalid_request', ...draftErrors],
    handle: async ({ nats }, { params, query, storefrontId, options }) => {
      const { kind: kinds, limit, cursor = null } = query
      const input = { storefront_id: storefrontId, ...params, kinds, limit, cursor }
      return { status: 200, body: await request(nats, imports.listDraftRows, input, options) }
    },
  }),

  endpoint({
    method: 'get',
    path: `${base}/{draft_id}/errors.csv`,
    operationId: 'exportDraftErrors',
    summary: 'The rejected rows as uploaded, each with what is wrong, to be fixed and uploaded again',
    description:
      'Each product in it can be uploaded on its own: in a canonical file its first rejected row also gets the ' +
      'product’s cells from other rows; in other dialects its rows without errors are included.',
    scope: 'catalog:read',
    limit: 'exports',
    ...onDraft,
    query: none,
    answers: { 200: { description: 'The rejected rows.', content: { 'text/csv': Csv } } },
    errors: [...draftErrors, 'too_complex'],
    handle: async ({ nats }, { params, storefrontId, options }) => {
      const input = { storefront_id: storefrontId, ...params }
      const { body } = await download(nats, imports.exportDraftErrors, input, options)
      return { status: 200, headers: attachment(`import-errors-${params.draft_id}.csv`), body }
    },
  }),

  endpoint({
    method: 'post',
    path: `${base}/{draft_id}/confirm`,
    operationId: 'confirmDraft',
    summary: 'Apply the previewed changes, all of them or none',
    description: 'Confirming the same draft again answers with the same run.',
    scope: 'catalog:import',
    ...onDraft,
    query: none,
    takesKey: true,
    answers: {
      200: json(Run, 'The run of an earlier confirm of this draft.', location),
      201: json(Run, 'The import run.', location),
    },
    errors: [
      'invalid_request',
      ...draftErrors,
      'nothing_to_import',
      'draft_stale',
      'apply_failed',
      'idempotency_key_reused',
    ],
    handle: async ({ nats }, { params, storefrontId, person, idempotencyKey, options }) => {
      const caller = { storefront_id: storefrontId, caller: person, idempotency_key: idempotencyKey }
      const input = { ...caller, ...params }
      const { run, created } = await request(nats, imports.confirmDraft, input, options)
      const headers = { Location: `${base}/runs/${run.run_id}` }
      return { status: created ? 201 : 200, headers, body: run }
    },
  }),

  endpoint({
    method: 'post',
    path: `${base}/{draft_id}/recheck`,
    operationId: 'recheckDraft',
    summary: 'Preview the stored file again against the current catalog, and keep it for another hour',
    scope: 'catalog:import',
    limit: 'uploads',
    ...onDraft,
    query: none,
    answers: { 200: json(Draft, 'The import draft.') },
    errors: [...draftErrors, 'too_complex'],
    handle: async ({ nats }, { params, storefrontId, options }) => ({
      status: 200,
      body: await request(nats, imports.recheckDraft, { storefront_id: storefrontId, ...params }, options),
    }),
  }),

  endpoint({
    method: 'post',
    path: `${base}/{draft_id}/cancel`,
    operationId: 'cancelDraft',
    summary: 'Delete an import draft; repeating it within the draft’s hour has the same answer',
    scope: 'catalog:import',
    ...onDraft,
    query: none,
    answers: { 204: { description: 'The draft is gone.' } },
    errors: draftErrors,
    handle: async ({ nats }, { params, storefrontId, options }) => {
      await request(nats, imports.cancelDraft, { storefront_id: storefrontId, ...params }, options)
      return { status: 204 }
    },
  }),
]
