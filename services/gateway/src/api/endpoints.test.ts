import { describe, expect, test } from '@jest/globals'
import { Draft, DraftPage, imports } from '@catalog/contracts'
import type { Endpoint } from '../context.ts'
import { startTestGateway } from '../testing/test-gateway.ts'
import { csv } from '../testing/uploads.ts'
import { endpoints } from './index.ts'
import { expectProblem } from '../testing/expect-problem.ts'
import { startImportService } from '../testing/import-service.ts'
import { api, draft, draftId, onDraft, onRun, person, run, runId, summary } from '../testing/samples.ts'
import { useTestGateway } from '../testing/use-test-gateway.ts'
import revisions from '../testing/refused-revisions.json' with { type: 'json' }
import messages from '../testing/messages-of-endpoints.json' with { type: 'json' }

const shop = { storefront_id: 'shop' }

const gateway = await useTestGateway()
const revision = { body: '{}', headers: { 'Content-Type': 'application/json' } }
const upload = { body: csv, headers: { 'Content-Type': 'text/csv' } }

async function revise(body: string, type = 'application/json') {
  return await gateway.fetch(onDraft, { method: 'PATCH', body, headers: { 'Content-Type': type } })
}

describe('each endpoint sends its message with its parameters, for the token’s storefront', () => {
  test.each(messages)('$request', async ({ request, status, subject, input }) => {
    await using service = await startImportService(gateway)
    const [method = '', path = ''] = request.split(' ')
    const response = await gateway.fetch(path, { method })
    expect(response.status).toBe(status)
    expect(response.headers.get('x-request-id')).toMatch(/./)
    await response.arrayBuffer()
    expect(service.asked).toEqual([[subject, input]])
  })

  test('another token is another storefront', async () => {
    await using service = await startImportService(gateway)
    const token = await gateway.token({ storefront_id: 'other' })
    await gateway.fetch(`${api}/summary`, { headers: { Authorization: `bearer ${token}` } })
    expect(service.asked).toEqual([[imports.summarizeCatalog.subject, { storefront_id: 'other' }]])
  })

  test('bodies are those of the services', async () => {
    await using _ = await startImportService(gateway)
    const bodyOf = async (path: string) => (await gateway.fetch(path)).json()
    expect(await bodyOf(onDraft)).toEqual(draft)
    expect(await bodyOf(`${onDraft}/rows`)).toEqual({ rows: draft.preview.rows, next_cursor: 'more' })
    expect(await bodyOf(onRun)).toEqual(run)
    expect(await bodyOf(`${api}/imports`)).toMatchObject({
      drafts: [{ draft_id: draftId, preview: { adds: 1 } }],
      next_cursor: null,
    })
    expect(await bodyOf(`${api}/summary`)).toEqual(summary)
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
    const { errors } = await expectProblem(await confirm('a key'), 400, 'invalid_request')
    expect(errors).toMatchObject([{ parameter: 'Idempotency-Key' }])
    expect(service.asked).toHaveLength(1)
  })

  test('a revision sends what changes, and answers with the draft', async () => {
    await using service = await startImportService(gateway)
    const edits = [{ row: 2, column: 'Price', value: null }]
    const sent = { choice: { products: 'existing', without_fields: ['metadata.*'] }, edits }
    const response = await revise(JSON.stringify(sent))
    expect([response.status, await response.json()]).toEqual([200, draft])
    const choice = { products: 'existing', without_handles: [], without_fields: ['metadata.*'] }
    expect(service.asked).toEqual([
      [imports.reviseDraft.subject, { ...shop, draft_id: draftId, caller: person, choice, edits }],
    ])
  })

  test.each(revisions)('a revision is refused: $names', async ({ body, names }) => {
    await using service = await startImportService(gateway)
    const { detail, errors = [] } = await expectProblem(await revise(body), 400, 'invalid_request')
    expect([detail, ...errors.map(({ parameter }) => parameter)].join()).toContain(names)
    expect(service.asked).toEqual([])
  })

  test('a revision that is no JSON is refused by its type', async () => {
    await expectProblem(await revise('{}', 'text/csv'), 415, 'unsupported_media_type')
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
    ['https://shop.example.com', 'https://shop.example.com'],
    ['http://localhost:8080/shop-tools/', 'http://localhost:8080/shop-tools'],
    ['', undefined],
  ])('wherever a draft is answered, it has its address below %p', async (url, base) => {
    await using published = await startTestGateway({ CATALOG_PUBLIC_URL: url }, { natsUrl: gateway.natsUrl })
    await using fakes = new AsyncDisposableStack()
    fakes.use(await startImportService(published))
    fakes.use(
      await published.serveFake((answering) =>
        answering.receive(imports.createDraft, async (_input, body) => {
          await Array.fromAsync(body)
          return draft
        }),
      ),
    )
    const answering = endpoints.filter(isDraft)
    expect(answering.length).toBeGreaterThan(4)
    for (const { method, path } of answering) {
      const filled = path.replace('{draft_id}', draftId).replace('{run_id}', runId)
      const init = {
        method: method.toUpperCase(),
        ...(path.endsWith('/imports') && method === 'post' && upload),
        ...(method === 'patch' && revision),
      }
      const body = JSON.parse(await (await published.fetch(filled, init)).text())
      const [shown] = body.drafts ?? [body]
      expect([method, path, shown.draft_id, shown.review_url]).toEqual([
        method,
        path,
        draftId,
        base && `${base}/admin/imports/${draftId}`,
      ])
    }
  })

  test.each([
    [onDraft, 'errors', `import-errors-${draftId}.csv`, 'row,error_code\r\n2,price_invalid\r\n'],
    [onDraft, 'absent', `import-absent-${draftId}.csv`, 'handle,title,status\r\ncup,Cup,archived\r\n'],
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

describe('a query parameter that an endpoint does not have is refused by its name', () => {
  test.each(
    endpoints.map(({ method, path, query }) => ({
      request: `${method.toUpperCase()} ${path}`,
      names: Object.keys(query.shape),
    })),
  )('$request', async ({ request, names }) => {
    await using service = await startImportService(gateway)
    const [method = '', path = ''] = request.split(' ')
    const filled = path.replace('{rendition}', 'thumb').replaceAll(/\{\w+\}/g, draftId)
    const refused = async (asked: string) =>
      await expectProblem(await gateway.fetch(`${filled}?${asked}`, { method }), 400, 'invalid_request')
    for (const name of names) {
      const { errors } = await refused(`${name}s=1`)
      expect(errors).toEqual([
        { parameter: `${name}s`, message: `${name}s is not a parameter here: did you mean ${name}` },
      ])
    }
    const { detail, errors } = await refused('storefront_id=other&storefront_id=shop')
    expect(errors?.map(({ parameter }) => parameter)).toEqual(['storefront_id'])
    expect(detail).toContain(names.join(', ') || 'none')
    expect(service.asked).toEqual([])
  })

  test('only a few of many are named, each shortened', async () => {
    const many = Array.from({ length: 50 }, (_, n) => `${n}${'x'.repeat(100)}%00`).join('&')
    const problem = await expectProblem(await gateway.fetch(`${api}/summary?${many}`), 400, 'invalid_request')
    expect(problem.errors).toHaveLength(10)
    expect(problem.errors?.[0]?.parameter).toBe(`0${'x'.repeat(100)}`)
  })
})

function isDraft({ answers }: Endpoint): boolean {
  return Object.values(answers).some(({ content }) =>
    [Draft, DraftPage].some((schema) => schema === content?.['application/json']),
  )
}
