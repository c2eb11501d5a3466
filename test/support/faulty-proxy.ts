import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { listen } from './listen.ts'

/** What happens to one request, in place of being passed on and answered. */
export type Fault =
  /** Answered with this status, and a text that must not be passed on. */
  | { status: number }
  /** Passed on by `release`, once given; until then there is no answer. */
  | 'held'
  /** The connection ends before anything is passed on. */
  | 'closed'
  /** Half of what the client sends is passed on, then both connections end. */
  | 'aborted-upload'
  /** Passed on whole; the connection ends in place of the answer. */
  | 'lost-answer'
  /** The connection ends in the middle of the answer's body. */
  | 'aborted-body'
  /** The first half of the answer's body comes, and then nothing. */
  | 'stalled-body'
  /** A bit of the answer's body is another one. */
  | 'flipped-bit'

export interface FaultyProxy extends AsyncDisposable {
  url: string
  /** These happen to the next requests, in this order (nothing, where null); those after are passed on again. */
  fail(...faults: (Fault | null)[]): void
  /** This happens to every request from now on; null for none. */
  failAll(fault: Fault | null): void
  /** Every request so far: its method, and what happened to it. */
  requests: { method: string; path: string; fault: Fault | null }[]
  /** Passes on what is held, in the order of its coming, and resolves with the statuses that it was answered with. */
  release(): Promise<number[]>
}

/** An HTTP proxy on 127.0.0.1 in front of `target` (`http://host:port`), with faults on order. */
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

  /** All of the body, or its first bytes only and then the end of the connection. */
  async function pass(request: IncomingMessage, body: Buffer, bytes = body.length) {
    const { host: _host, connection: _connection, 'transfer-encoding': _coding, ...headers } = request.headers
    const part = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.enqueue(new Uint8Array(body.subarray(0, bytes)))
        if (bytes < body.length) controller.error(new Error('closed'))
        else controller.close()
      },
    })
    const answer = await fetch(`${target}${request.url}`, {
      method: request.method ?? 'GET',
      headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
      redirect: 'manual',
      ...(body.length > 0 ? { body: part, duplex: 'half' } : {}),
    })
    return {
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      body: Buffer.from(await answer.arrayBuffer()),
    }
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
  { status, headers, body }: { status: number; headers: Record<string, string>; body: Buffer },
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
