import { createServer, request as sendRequest } from 'node:http'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { listen } from './listen.ts'

/** What happens to one request instead of being passed on and answered. */
export type Fault =
  /** Answered with this status and a text that must not reach callers. */
  | { status: number }
  /** Passed on when `release` is called; no answer until then. */
  | 'held'
  /** The connection is closed before anything is passed on. */
  | 'closed'
  /** Half of the request's body is passed on, then both connections are closed. */
  | 'aborted-upload'
  /** Passed on completely; the connection is closed instead of the answer. */
  | 'lost-answer'
  /** The connection is closed in the middle of the answer's body. */
  | 'aborted-body'
  /** The first half of the answer's body is sent, and then nothing. */
  | 'stalled-body'
  /** One bit of the answer's body is changed. */
  | 'flipped-bit'

export interface FaultyProxy extends AsyncDisposable {
  url: string
  /** Faults of the next requests, in this order (null: none); later requests are passed on. */
  fail(...faults: (Fault | null)[]): void
  /** The fault of every request from now on; null for none. */
  failAll(fault: Fault | null): void
  /** Every request so far, with its method and fault. */
  requests: { method: string; path: string; fault: Fault | null }[]
  /** Passes on what is held, in order of arrival; resolves to the statuses of the answers. */
  release(): Promise<number[]>
}

/** An HTTP proxy on 127.0.0.1 in front of `target` (`http://host:port`) that injects faults. */
export async function startFaultyProxy(target: string): Promise<FaultyProxy> {
  const next: (Fault | null)[] = []
  const requests: FaultyProxy['requests'] = []
  const held: (() => Promise<number>)[] = []
  let lasting: Fault | null = null

  const server = createServer((request, response) => {
    const fault = next.shift() ?? lasting
    requests.push({ method: request.method ?? '', path: request.url ?? '', fault })
    handle(request, response, fault).catch(() => response.destroy())
  })

  async function handle(request: IncomingMessage, response: ServerResponse, fault: Fault | null) {
    if (fault === 'closed') return void response.destroy()
    const body = await buffer(request)
    if (typeof fault === 'object' && fault !== null) return refuse(response, fault.status)
    if (fault === 'held') return void held.push(async () => (await pass(request, body)).status)
    if (fault === 'aborted-upload') {
      await pass(request, body, Math.floor(body.length / 2)).catch(() => {})
      return void response.destroy()
    }
    const answer = await pass(request, body)
    if (fault === 'lost-answer') return void response.destroy()
    answerWith(response, answer, fault)
  }

  /** Sends the whole body, or only its first bytes and then closes the connection. */
  async function pass(request: IncomingMessage, body: Buffer, bytes = body.length) {
    // The host stays: a signature of S3 is of it, too.
    const { connection: _connection, 'transfer-encoding': _coding, ...headers } = request.headers
    const method = request.method ?? 'GET'
    const sent = sendRequest(`${target}${request.url}`, { method, headers, agent: false })
    const answered = new Promise<IncomingMessage>((resolve, reject) => {
      sent.on('response', resolve).on('error', reject)
    })
    if (bytes < body.length) sent.write(body.subarray(0, bytes), () => sent.destroy(new Error('closed')))
    else sent.end(body)
    const answer = await answered
    return { status: answer.statusCode ?? 0, headers: answer.headers, body: await buffer(answer) }
  }

  const listening = await listen(server)
  return {
    url: `http://${listening.host}`,
    fail: (...faults) => void next.push(...faults),
    failAll: (fault) => {
      lasting = fault
    },
    requests,
    release: async () => {
      const statuses: number[] = []
      for (const send of held.splice(0)) statuses.push(await send())
      return statuses
    },
    [Symbol.asyncDispose]: () => listening[Symbol.asyncDispose](),
  }
}

function refuse(response: ServerResponse, status: number): void {
  const body = JSON.stringify({ error: { code: status, message: 'foreign text', errors: [] } })
  response.writeHead(status, { 'content-type': 'application/json' }).end(body)
}

function answerWith(
  response: ServerResponse,
  { status, headers, body }: { status: number; headers: IncomingHttpHeaders; body: Buffer },
  fault: Fault | null,
): void {
  response.writeHead(status, headers)
  const half = Math.floor(body.length / 2)
  if (fault === 'aborted-body') response.write(body.subarray(0, half), () => response.destroy())
  else if (fault === 'stalled-body') response.write(body.subarray(0, half))
  else if (fault === 'flipped-bit') {
    const flipped = Buffer.from(body)
    flipped[half] = (flipped[half] ?? 0) ^ 1
    response.end(flipped)
  } else response.end(body)
}
