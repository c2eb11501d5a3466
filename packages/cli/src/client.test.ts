import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { listen } from '../../../test/support/listen.ts'
import type { Listening } from '../../../test/support/listen.ts'
import { answerOf, createApiClient } from './client.ts'
import type { Context } from './context.ts'
import { reviewDraft } from './review.ts'
import { createTerminal } from './terminal.ts'
import { draft } from './testing/answers.ts'

type Answer = (response: ServerResponse) => void

/** The answers to the next requests; the last one is repeated. */
let answers: Answer[]
let requests: { line: string; token: string | undefined; key: string | undefined }[]
let server: Listening
beforeEach(async () => {
  requests = []
  const answering = createServer((request, response) => {
    const { authorization: token, 'idempotency-key': key } = request.headers
    requests.push({ line: `${request.method} ${request.url}`, token, key: key?.toString() })
    request.resume()
    const [answer] = answers.length > 1 ? answers.splice(0, 1) : answers
    answer?.(response)
  })
  server = await listen(answering)
})
afterEach(() => server[Symbol.asyncDispose]())

const json =
  (status: number, body: object, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body))
const unavailable = (seconds: number) =>
  json(503, { code: 'unavailable', detail: 'Later.' }, { 'Retry-After': String(seconds) })
const cut: Answer = (response) => {
  response.writeHead(200, { 'Content-Length': '100' })
  response.write('{', () => response.destroy())
}
const summary = { product_count: 1 }

const nowhere = { stdin: new PassThrough(), stdout: new PassThrough(), stderr: new PassThrough() }

function client(pauses: number[] = []): Context {
  const url = `http://${server.host}`
  const onRetry = (_error: unknown, pauseMs: number) => void pauses.push(pauseMs)
  const api = createApiClient({ url, token: 'secret' }, { pausesMs: [1, 2, 3], maxPauseMs: 50, onRetry })
  return { ...api, terminal: createTerminal(nowhere, { json: false }) }
}

const ask = ({ api }: Context) => answerOf(api.GET('/api/products/summary'))

describe('a request', () => {
  test('is repeated if the connection is lost, the answer is incomplete, or the service is unavailable', async () => {
    answers = [(response) => response.destroy(), cut, unavailable(0), json(200, summary)]
    const pauses: number[] = []
    expect(await ask(client(pauses))).toEqual(summary)
    expect(pauses).toEqual([1, 2, 0])
    expect(requests).toHaveLength(4)
    expect(requests.every(({ token }) => token === 'Bearer secret')).toBe(true)
  })

  test('is repeated a limited number of times', async () => {
    answers = [(response) => response.destroy()]
    await expect(ask(client())).rejects.toMatchObject({ code: 'unreachable' })
    expect(requests).toHaveLength(4)
  })

  test.each([
    ['asked to come back much later', unavailable(3_600), 'unavailable'],
    ['refused', json(404, { code: 'run_not_found', detail: 'There is none.' }), 'run_not_found'],
    ['sent elsewhere', json(302, {}, { Location: '/elsewhere' }), 'not_from_the_service'],
    ['answered by something else', (response) => response.end('<html>'), 'not_from_the_service'],
  ] satisfies [string, Answer, string][])('that is %s is not repeated', async (_what, answer, code) => {
    answers = [answer]
    await expect(ask(client())).rejects.toMatchObject({ code })
    expect(requests).toHaveLength(1)
  })
})

test('a confirm is repeated with its key; a refused one leaves no draft open', async () => {
  answers = [
    (response) => response.destroy(),
    json(409, { code: 'draft_stale', detail: 'One product has changed.' }),
    (response) => response.writeHead(204).end(),
  ]
  await expect(reviewDraft(client(), draft, { yes: true })).rejects.toMatchObject({ code: 'draft_stale' })
  const at = `/api/products/imports/${draft.draft_id}`
  expect(requests.map(({ line }) => line)).toEqual([
    `POST ${at}/confirm`,
    `POST ${at}/confirm`,
    `POST ${at}/cancel`,
  ])
  expect(requests[0]?.key).toMatch(/^[\da-f-]{36}$/)
  expect(requests[1]?.key).toBe(requests[0]?.key)
})
