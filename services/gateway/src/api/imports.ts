import {
  Choice,
  Draft,
  DraftPage,
  DraftProductPage,
  DraftRevision,
  DraftRowPage,
  imports,
  MappingRequest,
  maxRevisionBytes,
  readingErrorCodes,
  Run,
} from '@catalog/contracts'
import { templateCsv } from '@catalog/catalog'
import { download, request, upload } from '@catalog/messaging'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { forward, forwardCsv, forwardDraft, forwardProducts, reviewable } from './forward.ts'
import { anyText, draftParams, page, productPage, rowPage } from './parameters.ts'
import { readJson } from '../http/read-json.ts'
import { receiveFile } from '../http/receive-file.ts'
import { attachment, Csv, csv, errorsExample, json, location, Workbook, workbookType } from './answers.ts'

const base = '/api/products/imports'
const UploadForm = z
  .object({ file: z.file(), mapping: MappingRequest.optional(), choice: Choice.optional() })
  .meta({ id: 'UploadForm' })
const draftErrors = ['draft_not_found', 'draft_expired'] as const
const onDraft = { params: draftParams, unknown: 'draft_not_found' } as const

export const importEndpoints = [
  endpoint({
    method: 'post',
    path: base,
    operationId: 'createDraft',
    summary: 'Upload a catalog as CSV or Excel workbook (.xlsx) and preview what it would change',
    scope: 'catalog:propose',
    limit: 'uploads',
    takesKey: true,
    body: {
      description:
        'The file: at most 10 MB, 5,000 data rows, 1,000 columns and 1,000,000 cells; a workbook at most 100 MB once ' +
        'unpacked. Its type is detected from its bytes. Its name is that of the form’s part; of bytes, that of ' +
        '`Content-Disposition`, where it is sent. A form may also say what the columns are, as JSON of at most 64 KiB in ' +
        'the field `mapping`, and what of the file is imported in the field `choice`.',
      content: {
        'multipart/form-data': UploadForm,
        'text/csv': Csv,
        [workbookType]: Workbook,
      },
    },
    answers: { 201: json(Draft, 'The import draft, with the first page of its rows.', location) },
    errors: [
      'unsupported_media_type',
      'file_too_large',
      ...readingErrorCodes,
      'invalid_mapping',
      'too_complex',
      'too_many_drafts',
      'idempotency_key_reused',
      ...draftErrors,
    ],
    handle: async (gateway, { ctx, input: { storefront_id }, person, idempotencyKey, options }) => {
      const { nats, metrics } = gateway
      const caller = { storefront_id, caller: person, idempotency_key: idempotencyKey }
      let recordPreview: (() => unknown) | undefined
      const draft = await receiveFile(ctx, (body, { name, mapping, choice }) => {
        const input = { ...caller, file_name: name }
        // Asked for once the file has arrived: how long that takes is up to the client's line.
        const trailer = () => {
          recordPreview = metrics.previewWaitSeconds.startTimer()
          return { mapping: mapping(), choice: choice() }
        }
        return upload(nats, imports.createDraft, input, body, { ...options, trailer })
      })
      recordPreview?.()
      return {
        status: 201,
        headers: { Location: `${base}/${draft.draft_id}` },
        body: reviewable(gateway, draft),
      }
    },
  }),

  endpoint({
    method: 'get',
    path: base,
    operationId: 'listDrafts',
    summary: 'The open import drafts, newest first, without their rows',
    scope: 'drafts',
    query: z.object(page),
    answers: { 200: json(DraftPage, 'A page of import drafts.') },
    handle: async (gateway, { input, options }) => {
      const { drafts, ...rest } = await request(gateway.nats, imports.listDrafts, input, options)
      return { status: 200, body: { drafts: drafts.map((draft) => reviewable(gateway, draft)), ...rest } }
    },
  }),

  endpoint({
    method: 'get',
    path: `${base}/template`,
    operationId: 'getTemplate',
    summary: 'An example CSV in the canonical format, which imports without an error',
    scope: 'drafts',
    answers: { 200: csv('The example.', templateCsv()) },
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
    scope: 'drafts',
    ...onDraft,
    answers: { 200: json(Draft, 'The import draft.') },
    errors: draftErrors,
    handle: forwardDraft(imports.getDraft),
  }),

  endpoint({
    method: 'get',
    path: `${base}/{draft_id}/rows`,
    operationId: 'listDraftRows',
    summary: "The preview's rows, in the order of the file",
    scope: 'drafts',
    ...onDraft,
    query: z.object(rowPage),
    answers: { 200: json(DraftRowPage, 'A page of rows.') },
    errors: [...draftErrors],
    handle: async ({ nats }, { input: { kind: kinds, handle: handles, ...input }, options }) => ({
      status: 200,
      body: await request(nats, imports.listDraftRows, { ...input, kinds, handles }, options),
    }),
  }),

  endpoint({
    method: 'get',
    path: `${base}/{draft_id}/products`,
    operationId: 'listDraftProducts',
    summary: 'The products of the file, each with what happens to it',
    scope: 'drafts',
    ...onDraft,
    query: z.object(productPage),
    answers: { 200: json(DraftProductPage, 'A page of products.') },
    errors: [...draftErrors],
    handle: forwardProducts(imports.listDraftProducts),
  }),

  endpoint({
    method: 'get',
    path: `${base}/{draft_id}/errors.csv`,
    operationId: 'exportDraftErrors',
    summary: 'The rejected rows as uploaded, each with what is wrong, to be fixed and uploaded again',
    scope: 'drafts',
    limit: 'exports',
    ...onDraft,
    answers: { 200: csv('The rejected rows.', errorsExample) },
    errors: [...draftErrors, 'too_complex'],
    handle: forwardCsv(imports.exportDraftErrors, ({ draft_id }) => `import-errors-${draft_id}.csv`),
  }),

  endpoint({
    method: 'get',
    path: `${base}/{draft_id}/absent.csv`,
    operationId: 'exportDraftAbsent',
    summary: 'The active products that the file does not name, as a file that archives them',
    scope: 'catalog:read',
    limit: 'exports',
    ...onDraft,
    query: z.object({
      vendor: anyText,
      product_type: anyText,
      tag: anyText,
    }),
    answers: {
      200: csv(
        'The products: handle, title, status.',
        'handle,title,status\r\nlinen-shirt,Linen shirt,archived\r\n',
      ),
    },
    errors: [...draftErrors, 'empty_catalog'],
    handle: async ({ nats }, { input, options }) => {
      const { vendor: vendors, product_type: product_types, tag: tags, ...key } = input
      const asked = { ...key, vendors, product_types, tags }
      const { body } = await download(nats, imports.exportDraftAbsent, asked, options)
      return { status: 200, headers: attachment(`import-absent-${key.draft_id}.csv`), body }
    },
  }),

  endpoint({
    method: 'post',
    path: `${base}/{draft_id}/confirm`,
    operationId: 'confirmDraft',
    summary: 'Apply the previewed changes, all of them or none',
    scope: 'catalog:import',
    ...onDraft,
    query: z.object({
      previewed_at: z.iso.datetime({ error: 'must be the created_at of a draft' }).optional(),
    }),
    takesKey: true,
    answers: {
      200: json(Run, 'The run of an earlier confirm of this draft.', location),
      201: json(Run, 'The import run.', location),
    },
    errors: [
      ...draftErrors,
      'second_person_required',
      'nothing_to_import',
      'draft_stale',
      'apply_failed',
      'idempotency_key_reused',
    ],
    handle: async ({ nats }, { input, person, idempotencyKey, options }) => {
      const confirm = { ...input, caller: person, idempotency_key: idempotencyKey }
      const { run, created } = await request(nats, imports.confirmDraft, confirm, options)
      const headers = { Location: `${base}/runs/${run.run_id}` }
      return { status: created ? 201 : 200, headers, body: run }
    },
  }),

  endpoint({
    method: 'patch',
    path: `${base}/{draft_id}`,
    operationId: 'reviseDraft',
    summary: 'Choose what of the file is imported, edit cells of it, and preview it again',
    scope: 'catalog:propose',
    limit: 'uploads',
    ...onDraft,
    body: {
      description: 'What changes; what is absent stays.',
      content: { 'application/json': DraftRevision },
    },
    answers: { 200: json(Draft, 'The import draft.') },
    errors: ['unsupported_media_type', ...draftErrors, 'too_complex'],
    handle: async (gateway, { ctx, input, person, options }) => {
      const revision = await readJson(ctx, DraftRevision, maxRevisionBytes)
      const revise = { ...input, ...revision, caller: person }
      const draft = await request(gateway.nats, imports.reviseDraft, revise, options)
      return { status: 200, body: reviewable(gateway, draft) }
    },
  }),

  endpoint({
    method: 'post',
    path: `${base}/{draft_id}/recheck`,
    operationId: 'recheckDraft',
    summary: 'Preview the stored file again against the current catalog, and keep it for another hour',
    scope: 'catalog:propose',
    limit: 'uploads',
    ...onDraft,
    answers: { 200: json(Draft, 'The import draft.') },
    errors: [...draftErrors, 'too_complex'],
    handle: forwardDraft(imports.recheckDraft),
  }),

  endpoint({
    method: 'post',
    path: `${base}/{draft_id}/cancel`,
    operationId: 'cancelDraft',
    summary: 'Delete an import draft; repeating it within the draft’s hour has the same answer',
    scope: 'catalog:propose',
    ...onDraft,
    answers: { 204: { description: 'The draft is gone.' } },
    errors: draftErrors,
    handle: forward(imports.cancelDraft, 204),
  }),
]
