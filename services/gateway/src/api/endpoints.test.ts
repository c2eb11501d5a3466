import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { imports } from '@catalog/contracts'
import { startImportService } from '../testing/import-service.ts'
import { api, draft, draftId, onDraft, onRun, run, runId, summary } from '../testing/samples.ts'
import { startTestGateway } from '../testing/test-gateway.ts'
import type { TestGateway } from '../testing/test-gateway.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
})

describe('each endpoint asks for what its address says, in the token’s storefront', () => {
  const page = { limit: 50, cursor: null }
  const shop = { storefront_id: 'shop' }

  test.each<[string, string, number, { subject: string }, object]>([
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
    ['GET', `${api}/imports/runs`, 200, imports.listRuns, { ...shop, ...page }],
    [
      'GET',
      `${api}/imports/runs?limit=1&cursor=x`,
      200,
      imports.listRuns,
      { ...shop, limit: 1, cursor: 'x' },
    ],
    ['GET', onRun, 200, imports.getRun, { ...shop, run_id: runId }],
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
    expect(await (await gateway.fetch(`${api}/summary`)).json()).toEqual(summary)
  })

  test('the first confirm answers 201, a repeat 200, both with the run and where it is', async () => {
    await using _ = await startImportService(gateway)
    const first = await gateway.fetch(`${onDraft}/confirm`, { method: 'POST' })
    const again = await gateway.fetch(`${onDraft}/confirm`, { method: 'POST' })
    expect([first.status, again.status]).toEqual([201, 200])
    expect(first.headers.get('location')).toBe(onRun)
    expect(await again.json()).toEqual(run)
  })

  test('errors.csv and the template are files to save', async () => {
    await using _ = await startImportService(gateway)
    const errors = await gateway.fetch(`${onDraft}/errors.csv`)
    expect(errors.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(errors.headers.get('content-disposition')).toBe(
      `attachment; filename="import-errors-${draftId}.csv"`,
    )
    expect(await errors.text()).toBe('row,error_code\r\n2,price_invalid\r\n')

    const template = await gateway.fetch(`${api}/imports/template`)
    expect(template.status).toBe(200)
    expect(template.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(await template.text()).toMatch(/^handle,title,/)
  })
})
