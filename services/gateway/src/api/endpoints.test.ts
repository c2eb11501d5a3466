import { describe, expect, test } from '@jest/globals'
import { imports } from '@catalog/contracts'
import { startImportService } from '../testing/import-service.ts'
import {
  api,
  draft,
  draftId,
  mappingId,
  onDraft,
  onRun,
  person,
  run,
  runId,
  summary,
} from '../testing/samples.ts'
import { useTestGateway } from '../testing/use-test-gateway.ts'

const shop = { storefront_id: 'shop' }

const gateway = useTestGateway()

describe('each endpoint sends its message with its parameters, for the token’s storefront', () => {
  const page = { limit: 50, cursor: null }
  test.each<[string, string, number, { subject: string }, object]>([
    ['GET', `${api}/imports`, 200, imports.listDrafts, { ...shop, ...page }],
    ['GET', `${api}/imports?limit=2&cursor=x`, 200, imports.listDrafts, { ...shop, limit: 2, cursor: 'x' }],
    ['GET', onDraft, 200, imports.getDraft, { ...shop, draft_id: draftId }],
    ['POST', `${onDraft}/recheck`, 200, imports.recheckDraft, { ...shop, draft_id: draftId }],
    ['POST', `${onDraft}/cancel`, 204, imports.cancelDraft, { ...shop, draft_id: draftId }],
    ['GET', `${onDraft}/errors.csv`, 200, imports.exportDraftErrors, { ...shop, draft_id: draftId }],
    [
      'GET',
      `${onDraft}/rows`,
      200,
      imports.listDraftRows,
      { ...shop, draft_id: draftId, kinds: [], ...page },
    ],
    [
      'GET',
      `${onDraft}/rows?kind=error&kind=add&limit=500&cursor=abc`,
      200,
      imports.listDraftRows,
      { ...shop, draft_id: draftId, kinds: ['error', 'add'], limit: 500, cursor: 'abc' },
    ],
    ['GET', `${api}/imports/mappings`, 200, imports.listMappings, { ...shop, ...page }],
    [
      'DELETE',
      `${api}/imports/mappings/${mappingId}`,
      204,
      imports.deleteMapping,
      { ...shop, mapping_id: mappingId },
    ],
    ['GET', `${api}/imports/runs`, 200, imports.listRuns, { ...shop, q: null, ...page }],
    [
      'GET',
      `${api}/imports/runs?limit=1&cursor=x`,
      200,
      imports.listRuns,
      { ...shop, q: null, limit: 1, cursor: 'x' },
    ],
    [
      'GET',
      `${api}/imports/runs?q=Fru%CC%88hling+100%25%00`,
      200,
      imports.listRuns,
      { ...shop, q: 'Frühling 100%', ...page },
    ],
    ['GET', onRun, 200, imports.getRun, { ...shop, run_id: runId }],
    ['GET', `${onRun}/rows`, 200, imports.listRunRows, { ...shop, run_id: runId, kinds: [], ...page }],
    [
      'GET',
      `${onRun}/rows?kind=error&kind=update&limit=500&cursor=abc`,
      200,
      imports.listRunRows,
      { ...shop, run_id: runId, kinds: ['error', 'update'], limit: 500, cursor: 'abc' },
    ],
    ['GET', `${onRun}/errors.csv`, 200, imports.exportRunErrors, { ...shop, run_id: runId }],
    ['GET', `${onRun}/changes.csv`, 200, imports.exportRunChanges, { ...shop, run_id: runId }],
    [
      'GET',
      `${onRun}/images`,
      200,
      imports.listRunImages,
      { ...shop, run_id: runId, outcome: null, ...page },
    ],
    [
      'GET',
      `${onRun}/images?outcome=failed`,
      200,
      imports.listRunImages,
      { ...shop, run_id: runId, outcome: 'failed', ...page },
    ],
    ['POST', `${onRun}/retry-images`, 202, imports.retryImages, { ...shop, run_id: runId }],
    ['GET', `${api}/summary`, 200, imports.summarizeCatalog, shop],
  ])('%s %s', async (method, path, status, { subject }, input) => {
    await using service = await startImportService(gateway)
    const response = await gateway.fetch(path, { method })
    expect(response.status).toBe(status)
    expect(response.headers.get('x-request-id')).toMatch(/./)
    await response.arrayBuffer()
    expect(service.asked).toEqual([[subject, input]])
  })

  test('another token is another storefront', async () => {
    await using service = await startImportService(gateway)
    const token = await gateway.token({ storefront_id: 'other' })
    await gateway.fetch(`${api}/summary?storefront_id=shop`, {
      headers: { Authorization: `bearer ${token}` },
    })
    expect(service.asked).toEqual([[imports.summarizeCatalog.subject, { storefront_id: 'other' }]])
  })

  test('bodies are those of the services', async () => {
    await using _ = await startImportService(gateway)
    expect(await (await gateway.fetch(onDraft)).json()).toEqual(draft)
    expect(await (await gateway.fetch(`${onDraft}/rows`)).json()).toEqual({
      rows: draft.preview.rows,
      next_cursor: 'more',
    })
    expect(await (await gateway.fetch(onRun)).json()).toEqual(run)
    expect(await (await gateway.fetch(`${api}/imports`)).json()).toMatchObject({
      drafts: [{ draft_id: draftId, preview: { adds: 1 } }],
      next_cursor: null,
    })
    expect(await (await gateway.fetch(`${api}/summary`)).json()).toEqual(summary)
  })

  test('the first confirm answers 201, a repeat 200, both with the run and where it is', async () => {
    await using service = await startImportService(gateway)
    const first = await gateway.fetch(`${onDraft}/confirm`, { method: 'POST' })
    const again = await gateway.fetch(`${onDraft}/confirm`, { method: 'POST' })
    expect([first.status, again.status]).toEqual([201, 200])
    expect(first.headers.get('location')).toBe(onRun)
    expect(await again.json()).toEqual(run)
    const input = { ...shop, draft_id: draftId, caller: person, idempotency_key: null }
    const asked = [imports.confirmDraft.subject, input]
    expect(service.asked).toEqual([asked, asked])
  })

  test('an idempotency key of a confirm is passed on, and a malformed one refused', async () => {
    await using service = await startImportService(gateway)
    const confirm = (key: string) =>
      gateway.fetch(`${onDraft}/confirm`, { method: 'POST', headers: { 'Idempotency-Key': key } })
    await (await confirm('"a key"')).arrayBuffer()
    expect(service.asked).toMatchObject([[imports.confirmDraft.subject, { idempotency_key: 'a key' }]])
    const refused = await confirm('a key')
    expect(refused.status).toBe(400)
    expect(await refused.json()).toMatchObject({
      code: 'invalid_request',
      errors: [{ parameter: 'Idempotency-Key' }],
    })
    expect(service.asked).toHaveLength(1)
  })

  test('an undo answers 201 with the draft and where it is', async () => {
    await using service = await startImportService(gateway)
    const undo = await gateway.fetch(`${onRun}/undo`, { method: 'POST' })
    expect(undo.status).toBe(201)
    expect(undo.headers.get('location')).toBe(onDraft)
    expect(await undo.json()).toEqual(draft)
    expect(service.asked).toEqual([[imports.undoRun.subject, { ...shop, run_id: runId, caller: person }]])
  })

  test.each([
    [onDraft, 'errors', `import-errors-${draftId}.csv`, 'row,error_code\r\n2,price_invalid\r\n'],
    [onRun, 'errors', `import-errors-${runId}.csv`, 'row,error_code\r\n3,price_invalid\r\n'],
    [onRun, 'changes', `import-changes-${runId}.csv`, 'row,field,before,after\r\n2,title,Shirt,Blouse\r\n'],
  ])('%s/%s.csv is a file to save', async (at, report, name, text) => {
    await using _ = await startImportService(gateway)
    const response = await gateway.fetch(`${at}/${report}.csv`)
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${name}"`)
    expect(await response.text()).toBe(text)
  })

  test('the template is a file to save', async () => {
    const template = await gateway.fetch(`${api}/imports/template`)
    expect(template.status).toBe(200)
    expect(template.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(await template.text()).toMatch(/^handle,title,/)
  })
})
