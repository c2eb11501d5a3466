import type { Draft, DraftRowPage } from '@catalog/contracts'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { Client } from 'pg'
import { catalogFile, csvOf } from './support/canonical-file.ts'
import { bodyOf } from './support/api.ts'
import { startSystem } from './support/system.ts'
import type { System } from './support/system.ts'

let system: System
let database: Client
beforeAll(async () => {
  system = await startSystem()
  database = new Client({ connectionString: system.database.url })
  await database.connect()
})
afterAll(async () => {
  await database?.end()
  await system?.[Symbol.asyncDispose]()
})

const code = async (path: string, options: Parameters<System['request']>[1]) => {
  const response = await system.request(path, options)
  if (response.status === 204) return [204, '']
  const problem = await bodyOf<{ code: string }>(response)
  return [response.status, problem.code]
}
const post = (storefront: string) => ({ method: 'POST', storefront })
const imports = '/api/products/imports'

async function expire(draft: Draft): Promise<void> {
  await database.query(
    `update import_drafts set created_at = created_at - interval '1 hour', expires_at = expires_at - interval '1 hour'
     where draft_id = $1`,
    [draft.draft_id],
  )
}

async function isKept(draft: Draft): Promise<boolean> {
  const { rowCount } = await database.query('select from import_drafts where draft_id = $1', [draft.draft_id])
  return rowCount === 1
}

describe('a draft past its hour', () => {
  const one = catalogFile({ products: 1, variants: 1 })

  test.each(['', '/rows', '/errors.csv'])(
    'is deleted by reading it (%p): 410 once, then 404',
    async (path) => {
      const draft = await system.upload(one, { storefront: 'expiry' })
      await expire(draft)
      const at = `${imports}/${draft.draft_id}${path}`
      expect(await code(at, { storefront: 'expiry' })).toEqual([410, 'draft_expired'])
      expect(await isKept(draft)).toBe(false)
      expect(await code(at, { storefront: 'expiry' })).toEqual([404, 'draft_not_found'])
    },
  )

  test.each(['confirm', 'recheck', 'cancel'])(
    'is deleted by %s: 410 once, then 404, and nothing is applied',
    async (verb) => {
      const draft = await system.upload(one, { storefront: 'expiry' })
      await expire(draft)
      const at = `${imports}/${draft.draft_id}/${verb}`
      expect(await code(at, post('expiry'))).toEqual([410, 'draft_expired'])
      expect(await isKept(draft)).toBe(false)
      expect(await code(at, post('expiry'))).toEqual([404, 'draft_not_found'])
    },
  )

  test('is deleted by the next upload of anyone', async () => {
    const draft = await system.upload(one, { storefront: 'expiry' })
    const fresh = await system.upload(one, { storefront: 'expiry' })
    await expire(draft)
    await system.upload(one, { storefront: 'someone-else' })
    expect(await isKept(draft)).toBe(false)
    expect(await isKept(fresh)).toBe(true)
  })
})

test('a cancelled draft is gone; cancelling again is fine', async () => {
  const draft = await system.upload(catalogFile({ products: 1, variants: 1 }), { storefront: 'cancels' })
  const at = `${imports}/${draft.draft_id}`
  expect(await code(`${at}/cancel`, post('cancels'))).toEqual([204, ''])
  expect(await code(`${at}/cancel`, post('cancels'))).toEqual([204, ''])
  expect(await code(at, { storefront: 'cancels' })).toEqual([404, 'draft_not_found'])
  expect(await code(`${at}/confirm`, post('cancels'))).toEqual([404, 'draft_not_found'])
})

test("another storefront's draft and run are not there (INV-14)", async () => {
  const draft = await system.upload(catalogFile({ products: 1, variants: 1 }), { storefront: 'mine' })
  const at = `${imports}/${draft.draft_id}`
  for (const path of ['', '/rows', '/errors.csv'])
    expect(await code(`${at}${path}`, { storefront: 'theirs' })).toEqual([404, 'draft_not_found'])
  for (const verb of ['confirm', 'recheck', 'cancel'])
    expect(await code(`${at}/${verb}`, post('theirs'))).toEqual([404, 'draft_not_found'])
  const run = await system.confirm(draft.draft_id, { storefront: 'mine' })
  const runAt = `${imports}/runs/${run.run_id}`
  for (const path of ['', '/images'])
    expect(await code(`${runAt}${path}`, { storefront: 'theirs' })).toEqual([404, 'run_not_found'])
  expect(await code(`${runAt}/retry-images`, post('theirs'))).toEqual([404, 'run_not_found'])
  expect(await system.json(`${imports}/runs`, { storefront: 'theirs' })).toMatchObject({ runs: [] })
})

test('the rows of a draft come in pages, by kind, in the order of the file', async () => {
  const storefront = 'pages'
  const draft = await system.upload(catalogFile({ products: 60, variants: 2 }), { storefront })
  expect(draft.preview.rows).toHaveLength(50)
  const rows = [...draft.preview.rows]
  let cursor = draft.preview.next_cursor
  while (cursor !== null) {
    const page: DraftRowPage = await system.json(
      `${imports}/${draft.draft_id}/rows?limit=30&cursor=${encodeURIComponent(cursor)}`,
      { storefront },
    )
    rows.push(...page.rows)
    cursor = page.next_cursor
  }
  expect(rows.map(({ row }) => row)).toEqual(Array.from({ length: 120 }, (_, index) => index + 2))
  const errors: DraftRowPage = await system.json(`${imports}/${draft.draft_id}/rows?kind=error&kind=update`, {
    storefront,
  })
  expect(errors).toEqual({ rows: [], next_cursor: null })
})

test('errors.csv holds the rejected rows as uploaded with their errors; corrected, it uploads without an error', async () => {
  const storefront = 'corrections'
  const draft = await system.upload(
    csvOf([
      { handle: 'fine', title: 'Fine', variant_price: '1', note: 'kept' },
      { handle: 'dear', title: 'Dear, "very"', variant_price: '$25', note: 'also kept' },
    ]),
    { storefront },
  )
  expect(draft.preview).toMatchObject({ adds: 1, errors: 1 })
  expect(draft.unknown_columns.map(({ name }) => name)).toEqual(['note'])
  const response = await system.request(`${imports}/${draft.draft_id}/errors.csv`, { storefront })
  expect(response.headers.get('content-type')).toContain('text/csv')
  const report = await response.text()
  expect(report).toContain('error_column,error_code,error_message')
  expect(report).toContain('"Dear, ""very""",$25,also kept,variant_price,')
  expect(report).not.toContain('Fine')

  const corrected = await system.upload(report.replace('$25', '25'), { storefront })
  expect(corrected.preview).toMatchObject({ adds: 1, errors: 0 })
  expect(corrected.unknown_columns.map(({ name }) => name)).toEqual(['note'])
})

test('the template imports without an error', async () => {
  const template = await (await system.request(`${imports}/template`)).text()
  const draft = await system.upload(template, { storefront: 'template' })
  expect(draft.preview.errors).toBe(0)
  expect(draft.preview.adds).toBe(draft.row_count)
  expect(draft.warnings).toEqual([])
})

test('a multipart upload is the same as the bytes alone, and its draft has the name of the file', async () => {
  const csv = catalogFile({ products: 2, variants: 1 })
  const form = new FormData()
  form.append('file', new Blob([csv], { type: 'application/vnd.ms-excel' }), 'Ĉatalog final (2).csv')
  const response = await system.request(imports, { method: 'POST', body: form, storefront: 'forms' })
  expect(response.status).toBe(201)
  const draft = await bodyOf<Draft>(response)
  expect(draft.preview).toMatchObject({ adds: 2, errors: 0 })
  expect(draft.file_name).toBe('Ĉatalog final (2).csv')
})
