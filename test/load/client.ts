import { setTimeout as wait } from 'node:timers/promises'
import type { Api, RequestOptions } from '../support/api.ts'
import type { Answered } from './latencies.ts'

export interface Question extends RequestOptions {
  /** Its name in the report. */
  endpoint: string
  path: string
  storefront: string
  /** By `performance.now()`; default: now. */
  dueAt?: number
  /** Rows in the request or the answer. */
  rows?: number
  /** The expected status; default: 200. */
  status?: number
}

export interface Client {
  /**
   * Sends the request and records the answer; repeats it after a refusal with Retry-After. Returns the body.
   * @throws for any other answer
   */
  ask(question: Question): Promise<Buffer>
  json<Body>(question: Question): Promise<Body>
  /** Since `beginDay`, or since the client was created. */
  answers: Answered[]
  /** Times are relative to this call from now on. */
  beginDay(): void
}

/** @param signal aborts everything in progress */
export function createClient(api: Pick<Api, 'request'>, signal: AbortSignal): Client {
  const answers: Answered[] = []
  let beganAt = performance.now()

  const ask: Client['ask'] = async (question) => {
    const { endpoint, path, dueAt = performance.now(), rows = 0, status = 200, ...options } = question
    for (let refusals = 0; ; refusals += 1) {
      const response = await api.request(path, { ...options, signal })
      const body = Buffer.from(await response.arrayBuffer())
      if (response.status === status) {
        answers.push({ endpoint, dueMs: dueAt - beganAt, ms: performance.now() - dueAt, rows, refusals })
        return body
      }
      const retryAfterS = Number(response.headers.get('retry-after') ?? 0)
      const isRefusal = (response.status === 429 || response.status === 503) && retryAfterS > 0
      if (!isRefusal) throw new Error(`${endpoint}: ${response.status} ${body.toString().slice(0, 300)}`)
      await wait(retryAfterS * 1_000, undefined, { signal })
    }
  }
  return {
    ask,
    json: async (question) => JSON.parse((await ask(question)).toString()),
    answers,
    beginDay: () => {
      answers.length = 0
      beganAt = performance.now()
    },
  }
}
