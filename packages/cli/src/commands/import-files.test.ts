import { EventEmitter, once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { listen } from '../../../../test/support/listen.ts'
import type { Listening } from '../../../../test/support/listen.ts'
import { createApiClient } from '../client.ts'
import type { DraftSummary } from '../client.ts'
import type { Context } from '../context.ts'
import { createTerminal } from '../terminal.ts'
import { draft, run } from '../testing/answers.ts'
import { importFiles } from './import-files.ts'

/** A service with the drafts of a.csv, b.csv and c.csv, under the names `a`, `b` and `c`. */

/** `lost`: the connection is closed. */
type Answer = { status: number; body: object } | 'lost'

/** Answers to the next requests of a name, such as `confirm a`, instead of the usual one. */
let answers: Record<string, (() => Answer | Promise<Answer>)[]>
/** The names of all requests, in the order in which they arrived. */
let requests: string[]
let keys: Map<string, Set<unknown>>
let arrivals: EventEmitter
let server: Listening
let folder: string
let output: string

beforeEach(async () => {
  answers = {}
  requests = []
  keys = new Map()
  arrivals = new EventEmitter()
  output = ''
  folder = await mkdtemp(join(tmpdir(), 'catalog-import-'))
  const answering = createServer((request, response) => {
    void (async () => {
      const body = await text(request)
      const [, of, action] = /imports\/(\w)\/(\w+)/.exec(request.url ?? '') ?? []
      const [, uploaded = of] = /filename="(\w)\.csv"/.exec(body) ?? []
      const name = request.method === 'GET' && !of ? 'list drafts' : `${action ?? 'upload'} ${uploaded}`
      requests.push(name)
      keys.set(name, (keys.get(name) ?? new Set()).add(request.headers['idempotency-key']))
      arrivals.emit(name)
      const answer = await (answers[name]?.shift()?.() ?? usualAnswer(name))
      if (answer === 'lost') response.destroy()
      else {
        response.writeHead(answer.status, { 'Content-Type': 'application/json' })
        response.end(answer.status === 204 ? '' : JSON.stringify(answer.body))
      }
    })()
  })
  server = await listen(answering)
})
afterEach(async () => {
  await server[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

async function untilArrived(name: string): Promise<void> {
  if (!requests.includes(name)) await once(arrivals, name)
}

function usualAnswer(request: string): Answer {
  const [action, name = ''] = request.split(' ')
  if (action === 'cancel') return { status: 204, body: {} }
  if (action === 'rows') return { status: 200, body: { rows: [], next_cursor: null } }
  if (action === 'confirm') return { status: 201, body: { ...run, run_id: `run of ${name}` } }
  return previewed(name)
}

const leftOut = {
  severity: 'warning' as const,
  code: 'sku_left_out',
  case: null,
  column: 'variant_sku',
  products: 1,
  rows: 1,
  fixable: 0,
}
const previewed = (name: string, counts: Partial<typeof draft.preview> = {}) => ({
  status: 201,
  body: { ...draft, draft_id: name, file_name: `${name}.csv`, preview: { ...draft.preview, ...counts } },
})
const refused = (status: number, code: string) => ({ status, body: { code, detail: `It is ${code}.` } })

type Options = Partial<Parameters<typeof importFiles>[2]>

async function importing(names: string, options: Options = {}) {
  const files = await Promise.all(
    names.split(' ').map(async (name) => {
      const file = join(folder, `${name}.csv`)
      await writeFile(file, 'handle,title\n')
      return file
    }),
  )
  const stdout = new PassThrough()
  stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const streams = { stdin: new PassThrough(), stdout, stderr: new PassThrough() }
  const retries = { pausesMs: [1], maxPauseMs: 10, onRetry: () => {} }
  const context: Context = {
    ...createApiClient({ url: `http://${server.host}`, token: 'secret' }, retries),
    terminal: createTerminal(streams, { json: false }),
  }
  return await importFiles(context, files, { yes: true, ...options }, { env: {}, streams })
}

const ofDraft = (name: string) => requests.filter((request) => request.endsWith(` ${name}`))
const before = (one: string, other: string) => requests.indexOf(one) < requests.lastIndexOf(other)

test('with --yes, a file is uploaded while the one before it is applied, and applied after it', async () => {
  answers['confirm a'] = [
    async () => {
      await untilArrived('upload b')
      expect(requests).not.toContain('confirm b')
      return usualAnswer('confirm a')
    },
  ]
  expect(await importing('a b')).toBe(0)
  expect(ofDraft('a')).toEqual(['upload a', 'confirm a'])
  expect(ofDraft('b')).toEqual(['upload b', 'confirm b'])
  expect(output.match(/Applied.*/g)).toEqual([
    'Applied: 1 row added, 0 updated. Run run of a',
    'Applied: 1 row added, 0 updated. Run run of b',
  ])
})

test('as many rows are read as warnings are shown', async () => {
  const padded = { column: null, code: 'row_padded', message: 'Padded.', value: null }
  const page = Array.from({ length: 500 }, (_, index) => ({ row: index + 2, errors: [], warnings: [padded] }))
  answers['upload a'] = [
    () => previewed('a', { causes: [{ ...leftOut, code: 'row_padded', products: 900, rows: 900 }] }),
  ]
  answers['rows a'] = [() => ({ status: 200, body: { rows: page, next_cursor: '501' } })]
  expect(await importing('a')).toBe(0)
  expect(ofDraft('a')).toEqual(['upload a', 'rows a', 'confirm a'])
  expect(output.match(/Padded/g)).toHaveLength(50)
  expect(output).toContain('and 850 more warnings')
})

test('with --dry-run, one file is uploaded after the other', async () => {
  expect(await importing('a b', { dryRun: true })).toBe(0)
  expect(requests).toEqual(['upload a', 'cancel a', 'upload b', 'cancel b'])
})

describe('a file that was uploaded before the one before it was applied', () => {
  test('is rechecked if that one changed its products', async () => {
    answers['confirm b'] = [() => refused(409, 'draft_stale')]
    answers['recheck b'] = [() => previewed('b', { adds: 0, updates: 1 })]
    expect(await importing('a b')).toBe(0)
    expect(ofDraft('b')).toEqual(['upload b', 'confirm b', 'recheck b', 'confirm b'])
    expect(output).toMatch(/0 to add, 1 to update.*\nApplied/)
  })

  test.each<[string, Partial<typeof draft.preview>]>([
    ['has errors', { errors: 1 }],
    ['has nothing to change', { adds: 0, unchanged: 1 }],
    ['comes without a SKU', { causes: [leftOut] }],
    ['comes from an earlier release', { causes: undefined }],
  ])('is rechecked if it %s', async (_what, counts) => {
    answers['upload b'] = [() => previewed('b', counts)]
    expect(await importing('a b')).toBe(0)
    expect(requests.at(-1)).toBe('confirm b')
    expect(ofDraft('b')).toEqual(['upload b', 'recheck b', 'confirm b'])
    expect(before('confirm a', 'recheck b')).toBe(true)
    expect(output).not.toMatch(/1 with errors/)
  })

  test('is not applied if it is stale a second time', async () => {
    answers['confirm b'] = [() => refused(409, 'draft_stale'), () => refused(409, 'draft_stale')]
    await expect(importing('a b c')).rejects.toMatchObject({ code: 'draft_stale' })
    expect(requests.filter((request) => request.startsWith('cancel')).toSorted()).toEqual([
      'cancel b',
      'cancel c',
    ])
    expect(requests).not.toContain('confirm c')
  })

  test.each([
    [409, 'draft_stale'],
    [500, 'apply_failed'],
    [401, 'unauthenticated'],
  ])('is cancelled if that one is not applied (%i %s)', async (status, code) => {
    answers['confirm a'] = [() => refused(status, code)]
    await expect(importing('a b')).rejects.toMatchObject({ code })
    expect(ofDraft('b')).toEqual(['upload b', 'cancel b'])
    expect(output).toMatch(/Stopped at .*a\.csv, file 1 of 2\.\n$/)
  })

  test('is rechecked also if the answer to its upload was lost', async () => {
    answers['upload b'] = [() => 'lost', () => previewed('b', { errors: 1 })]
    expect(await importing('a b')).toBe(0)
    expect(ofDraft('b')).toEqual(['upload b', 'upload b', 'recheck b', 'confirm b'])
  })

  test.each([
    [422, 'unrecognized_columns'],
    [429, 'rate_limited'],
  ])('is uploaded again, with its key, if the upload was refused (%i %s)', async (status, code) => {
    answers['upload b'] = [() => refused(status, code)]
    expect(await importing('a b')).toBe(0)
    expect(ofDraft('b')).toEqual(['upload b', 'upload b', 'confirm b'])
    expect(before('confirm a', 'upload b')).toBe(true)
    expect(keys.get('upload b')?.size).toBe(1)
  })
})

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

describe('--unless-open', () => {
  const priceFalls = [{ code: 'price_falls' as const, products: 1, rows: 1 }]
  const openDraft = (more: Partial<DraftSummary> = {}) => ({
    status: 200,
    body: {
      drafts: [{ ...draft, file_name: 'a.csv', expires_at: inMinutes(30), ...more }],
      next_cursor: null,
    },
  })

  test.each<[string, number, Options, Partial<DraftSummary>]>([
    ['proposed before', 0, { propose: true }, {}],
    ['has the risk', 3, { failOn: ['price_falls'] }, { preview: { ...draft.preview, risks: priceFalls } }],
  ])('uploads nothing while a draft of the file is open that was %s', async (_what, code, options, more) => {
    answers['list drafts'] = [() => openDraft(more)]
    expect(await importing('a', { ...options, unlessOpen: true })).toBe(code)
    expect(requests).toEqual(['list drafts'])
    expect(output).toContain(`catalogctl confirm ${draft.draft_id}`)
  })

  test.each<[string, Options, Partial<DraftSummary>]>([
    ['is of another file', { propose: true }, { file_name: 'b.csv' }],
    ['expires soon', { propose: true }, { expires_at: inMinutes(9) }],
    ['would be applied', { failOn: ['price_falls'] }, {}],
  ])('uploads the file if the open draft %s', async (_what, options, more) => {
    answers['list drafts'] = [() => openDraft(more)]
    expect(await importing('a', { ...options, unlessOpen: true })).toBe(0)
    expect(requests.slice(0, 2)).toEqual(['list drafts', 'upload a'])
  })
})
