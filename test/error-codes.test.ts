import { Draft, errorTable, Run } from '@catalog/contracts'
import type { ErrorCode } from '@catalog/contracts'
import { describe, expect, test } from '@jest/globals'
import { catalogFile, csvOf } from './support/canonical-file.ts'
import { bodyOf } from './support/api.ts'
import type { RequestOptions } from './support/api.ts'
import { waitFor } from './support/wait-for.ts'
import { useSystem } from './support/use-system.ts'

const system = await useSystem({
  gateway: { CATALOG_LIMIT_REQUESTS_PER_MINUTE: '150' },
  'import-service': { CATALOG_REQUIRE_SECOND_PERSON: 'true' },
})
const database = await system.database.connect()

const imports = '/api/products/imports'
const summary = '/api/products/summary'
const unknownId = '01890000-0000-7000-8000-000000000000'
const header = 'handle,title,variant_price\r\n'

type Example = () => Promise<Response>

const get =
  (path: string, options?: RequestOptions): Example =>
  () =>
    system.request(path, options)

const file =
  (body: string | Uint8Array): Example =>
  () =>
    system.request(imports, { method: 'POST', body, headers: { 'content-type': 'text/csv' } })

const form = (body: string | FormData, headers: Record<string, string> = {}): Promise<Response> =>
  system.request(imports, { method: 'POST', body, headers })

/** As another person than uploaded it. */
const confirming = (draft: Draft, headers: Record<string, string> = {}): Promise<Response> =>
  system.request(`${imports}/${draft.draft_id}/confirm`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${system.token(draft.storefront_id, undefined, { extra: { sub: 'second' } })}`,
      ...headers,
    },
  })

const confirmed = async (draft: Draft): Promise<Run> => Run.parse(await (await confirming(draft)).json())

const mapped = (mapping: string): FormData => {
  const data = new FormData()
  data.append('file', new Blob(['Artikelnr;Preis\r\n00123;1,5\r\n']), 'catalog.csv')
  data.append('mapping', mapping)
  return data
}

const largeFile = (size: number) => {
  const start = `${header.trim()},description_html\r\na,A,1,`
  return start + 'x'.repeat(size - start.length)
}
const cap = 10 * 1024 * 1024

const rows = (count: number) =>
  header + Array.from({ length: count }, (_, index) => `h${index},T,1\r\n`).join('')

const wide = (columns: number, count: number) => {
  const more = Array.from({ length: columns - 3 }, (_, index) => `,metadata.k${index}`).join('')
  return `${header.trim()}${more}\r\n${Array.from({ length: count }, (_, index) => `h${index},T,1\r\n`).join('')}`
}

const one = catalogFile({ products: 1, variants: 1 })
const held = await cancelHeldDraft()

/** A request that waits for another session until its time is over, which takes ten seconds. The others go on. */
async function cancelHeldDraft(): Promise<{ answer: Promise<Response>; release: () => Promise<unknown> }> {
  const storefront = 'held'
  const { draft_id: id } = await system.upload(one, { storefront })
  const holder = await system.database.connect()
  await holder.query('begin')
  await holder.query('select from import_drafts where draft_id = $1 for update', [id])
  return {
    answer: system.request(`${imports}/${id}/cancel`, { method: 'POST', storefront }),
    release: () => holder.query('rollback'),
  }
}

/** For each code of the table, requests that cause it. */
const examples: Record<ErrorCode, Record<string, Example>> = {
  invalid_request: {
    'a limit over 500': get(`${imports}/runs?limit=501`),
    'a cursor of nobody': get(`${imports}/runs?cursor=nonsense`),
  },
  unauthenticated: {
    'no token': get(summary, { storefront: null }),
  },
  insufficient_scope: {
    'an export with a reader’s token': () =>
      system.request('/api/products/export', {
        storefront: null,
        headers: { authorization: `Bearer ${system.token('shop', ['catalog:read'])}` },
      }),
  },
  second_person_required: {
    'a confirm by who uploaded the file': async () => {
      const { draft_id: id } = await system.upload(one)
      return system.request(`${imports}/${id}/confirm`, { method: 'POST' })
    },
  },
  not_found: { 'an address of nothing': get('/api/nothing') },
  draft_not_found: {
    'an unknown id': get(`${imports}/${unknownId}`),
  },
  run_not_found: { 'an unknown id': get(`${imports}/runs/${unknownId}`) },
  image_not_found: { 'an unknown id': get(`/api/products/images/${unknownId}/thumb`) },
  method_not_allowed: {
    'a summary deleted': async () => {
      const response = await system.request(summary, { method: 'DELETE' })
      expect(response.headers.get('allow')).toContain('GET')
      return response
    },
  },
  not_acceptable: { 'JSON wanted as XML': get(summary, { headers: { accept: 'application/xml' } }) },
  unsupported_media_type: { 'a file as JSON': () => form('{}', { 'content-type': 'application/json' }) },
  empty_catalog: {
    'an empty catalog': get('/api/products/export', { storefront: 'empty' }),
  },
  too_large_for_workbook: {
    'a long description': async () => {
      const storefront = 'long-text'
      const description_html = 'a'.repeat(32_768)
      await confirmed(
        await system.upload(csvOf([{ handle: 'x', title: 'X', variant_price: '1', description_html }]), {
          storefront,
        }),
      )
      return system.request('/api/products/export?format=xlsx', { storefront })
    },
  },
  nothing_to_import: {
    'only errors': async () => {
      const draft = await system.upload(csvOf([{ handle: 'x', title: 'X', variant_price: 'free' }]))
      expect(draft.importable).toBe(false)
      return confirming(draft)
    },
  },
  nothing_to_undo: {
    'an import that was undone': async () => {
      const storefront = 'undone'
      const draft = await system.upload(one, { storefront })
      const run = await confirmed(draft)
      const undo = () => system.request(`${imports}/runs/${run.run_id}/undo`, { method: 'POST', storefront })
      await confirmed(Draft.parse(await (await undo()).json()))
      return undo()
    },
  },
  run_details_expired: {
    'the rows of a run that are no longer kept': async () => {
      const storefront = 'long-ago'
      const draft = await system.upload(one, { storefront })
      const run = await confirmed(draft)
      await database.query('update import_runs set is_let_go = true where run_id = $1', [run.run_id])
      return system.request(`${imports}/runs/${run.run_id}/rows`, { storefront })
    },
  },
  catalog_restarted: {
    'a version that the catalog has not reached': get('/api/products?changed_after=99&order=changed'),
  },
  draft_stale: {
    'two drafts of the same new product': async () => {
      const storefront = 'overtaken'
      const first = await system.upload(one, { storefront })
      const second = await system.upload(one, { storefront })
      await confirmed(first)
      return confirming(second)
    },
  },
  draft_expired: {
    'a draft past its hour': async () => {
      const draft = await system.upload(one, { storefront: 'late' })
      await database.query(
        `update import_drafts set expires_at = now() - interval '1 s' where draft_id = $1`,
        [draft.draft_id],
      )
      return confirming(draft)
    },
  },
  file_too_large: {
    '10 MB and a byte': file(largeFile(cap + 1)),
  },
  too_many_rows: { '5,001 data rows': file(rows(5_001)) },
  too_many_columns: {
    '1,001 columns': file(wide(1_001, 1)),
  },
  too_many_cells: { '1,001 rows of 1,000 columns': file(wide(1_000, 1_001)) },
  empty_file: { 'a header alone': file(header) },
  not_csv: {
    'a PNG': file(Buffer.from('\x89PNG\r\n\x1a\n0000', 'latin1')),
  },
  unreadable_workbook: {
    'a damaged workbook': file(Buffer.from('PK\x03\x04 workbook.xlsx')),
  },
  undecodable_text: {
    'half a surrogate in UTF-16': file(Buffer.from([0xff, 0xfe, 0x00, 0xd8, 0x61, 0x00, 0x0a, 0x00])),
  },
  uneven_rows: { 'rows of different lengths': file('handle,title,variant_price\r\na\r\nb,B\r\n') },
  duplicate_column: { 'title twice': file('handle,title,title\r\na,A,B\r\n') },
  unrecognized_columns: { 'columns of no shop': file('colour,size\r\nred,1\r\n') },
  missing_column: { 'no handle in a canonical file': file('title,variant_price\r\nA,1\r\n') },
  invalid_mapping: {
    'no JSON': () => form(mapped('Preis=variant_price')),
  },
  invalid_adjustment: {
    'a SKU that no variant has': () =>
      system.request('/api/products/stock', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ adjustments: [{ sku: 'of nothing', by: -1 }] }),
      }),
  },
  too_complex: {
    '1,700 stored products, each with a long description': async () => {
      await database.query(
        `insert into products (storefront_id, product_id, handle, title, description_html, status, version)
         select 'shop-of-novels', gen_random_uuid(), 'novel-' || n, 'Novel', repeat(md5(n::text), 2048), 'draft', 1
         from generate_series(1, 1700) n`,
      )
      const lines = Array.from({ length: 1_700 }, (_, index) => `novel-${index + 1},A novel\n`)
      return await system.request('/api/products/imports', {
        method: 'POST',
        headers: { 'content-type': 'text/csv' },
        body: `handle,title\n${lines.join('')}`,
        storefront: 'shop-of-novels',
      })
    },
  },
  idempotency_key_reused: {
    'the key of another file': async () => {
      const headers = { 'content-type': 'text/csv', 'idempotency-key': 'of-a-file' }
      expect((await form(one, headers)).status).toBe(201)
      return form(catalogFile({ products: 2, variants: 2 }), headers)
    },
    'the key of another confirm': async () => {
      const storefront = 'keyed'
      const headers = { 'idempotency-key': 'of-a-confirm' }
      expect((await confirming(await system.upload(one, { storefront }), headers)).status).toBe(201)
      return confirming(await system.upload(one, { storefront }), headers)
    },
  },
  too_many_drafts: {
    'more open previews than a storefront may have': async () => {
      const storefront = 'undecided'
      await system.upload(one, { storefront })
      await database.query(
        `insert into import_drafts
         select (jsonb_populate_record(d, jsonb_build_object('draft_id', gen_random_uuid()))).*
         from import_drafts d cross join generate_series(1, 499) n where storefront_id = $1`,
        [storefront],
      )
      const headers = { 'content-type': 'text/csv' }
      const answer = await system.request(imports, { method: 'POST', body: one, headers, storefront })
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(3_000)
      return answer
    },
  },
  rate_limited: {
    'more requests in a minute of one storefront than it may make': async () => {
      const storefront = 'chatty'
      const first = await waitFor('a refusal', async () => {
        const answers = await Promise.all(
          Array.from({ length: 151 }, () => system.request(summary, { storefront })),
        )
        return answers.find(({ status }) => status === 429)
      })
      expect(Number(first.headers.get('retry-after'))).toBeGreaterThan(0)
      expect((await system.request(summary, { storefront: 'calm' })).status).toBe(200)
      return first
    },
  },
  apply_failed: {
    'a table that does not take it': async () => {
      const draft = await system.upload(one, { storefront: 'failing' })
      await database.query('alter table products rename column vendor to seller')
      try {
        return await confirming(draft)
      } finally {
        await database.query('alter table products rename column seller to vendor')
      }
    },
  },
  internal: {
    'a missing table': async () => {
      await database.query('alter table import_runs rename to hidden_runs')
      try {
        return await system.request(`${imports}/runs`)
      } finally {
        await database.query('alter table hidden_runs rename to import_runs')
      }
    },
  },
  unavailable: {
    'a service that is down': async () => {
      await system.kill('export-service')
      try {
        const response = await system.request('/api/products/export')
        expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
        return response
      } finally {
        await system.start('export-service')
      }
    },
  },
  timeout: {
    'a draft that another session holds': async () => {
      try {
        return await held.answer
      } finally {
        await held.release()
      }
    },
  },
}

const codes = Object.keys(errorTable).filter((code): code is ErrorCode => code in examples)

const cases = codes.flatMap((code) =>
  Object.entries(examples[code]).map(([what, example]) => [code, what, example] as const),
)

describe('a request that cannot be served is answered with the problem', () => {
  test.each(cases)('%s: %s', async (code, _what, example) => {
    const response = await example()
    expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/)
    const { detail, ...problem } = await bodyOf<{ detail: string }>(response)
    expect(problem).toMatchObject({
      type: expect.any(String),
      title: errorTable[code].title,
      status: errorTable[code].status,
      code,
      request_id: response.headers.get('x-request-id'),
    })
    expect(response.status).toBe(errorTable[code].status)
    // A sentence for people, without text of a driver or a library.
    expect(detail).toMatch(/^[\w“"].{10,}\.$/s)
    expect(detail).not.toMatch(/relation|syntax|ECONN|undefined|NaN|\[object/)
  })

  test.each(codes)('%s has an example', (code) => {
    expect(Object.keys(examples[code])).not.toEqual([])
  })
})
