import { randomUUID } from 'node:crypto'
import { spendingElsewhere } from '@catalog/runtime'
import { Link } from './byte-stream/link.ts'
import type { LinkEvents } from './byte-stream/link.ts'
import { chunkBytes } from './byte-stream/windows.ts'
import type { Nats } from './connect-nats.ts'
import {
  bodyBytesOf,
  encodeJson,
  errorOf,
  isWorking,
  requestHeaders,
  spentOf,
  timedOut,
  unavailable,
} from './wire.ts'

export interface CallOptions {
  /** Sent as `X-Request-Id`; a new UUID by default. */
  requestId?: string | undefined
  /** Ends the exchange; its pending promises reject with the signal's reason. */
  signal?: AbortSignal | undefined
}

/** A request to one instance, and a link to that instance until the exchange is disposed of. */
export interface Exchange extends Disposable {
  readonly link: Link
  /**
   * The answer's JSON. Rejects with the `ServiceError` that the answer carries, with the error passed to `fail`, with
   * the signal's reason, or with `unavailable` (no instance, heartbeat timeout) or `timeout`.
   */
  readonly answer: Promise<Uint8Array>
  /** Starts the contract's `timeoutMs` for the answer. */
  readonly startDeadline: () => void
  readonly fail: (error: unknown) => void
}

export interface ExchangeEvents extends Pick<LinkEvents, 'onFrame' | 'heartbeat'> {
  /** A small body came with the answer: the other side is done. Without it, bodies come in frames. */
  onWhole?: (body: Uint8Array) => void
  /** The exchange failed on this side: `fail`, signal, heartbeat timeout or deadline. */
  onFailure?: (error: unknown) => void
}

/** Sends the input. Throws `unavailable` if NATS is not connected, and the signal's reason if it is already aborted. */
export function openExchange(
  nats: Nats,
  { subject, timeoutMs }: { subject: string; timeoutMs: number },
  input: unknown,
  { requestId = randomUUID(), signal }: CallOptions,
  events: ExchangeEvents,
): Exchange {
  signal?.throwIfAborted()
  if (!nats.isConnected()) throw unavailable()
  const { promise: answer, resolve, reject } = Promise.withResolvers<Uint8Array>()
  const addSpent = spendingElsewhere()
  let deadline: NodeJS.Timeout | undefined
  let closed = false
  const fail = (error: unknown) => {
    reject(error)
    events.onFailure?.(error)
  }
  const link: Link = new Link(nats, {
    ...events,
    onTimeout: () => fail(unavailable(new Error('heartbeat timeout'))),
    onAnswer(message) {
      if (isWorking(message)) return
      clearTimeout(deadline)
      addSpent(spentOf(message))
      const error = message.headers?.hasError === true ? unavailable() : errorOf(message)
      if (error !== undefined) return reject(error)
      const { data, headers } = message
      const bodyBytes = bodyBytesOf(headers)
      const headBytes = Math.max(data.length - (bodyBytes ?? 0), 0)
      if (bodyBytes !== undefined) events.onWhole?.(data.subarray(headBytes))
      resolve(data.subarray(0, headBytes))
    },
  })
  const abort = () => fail(signal?.reason)
  signal?.addEventListener('abort', abort, { once: true })
  const close = () => {
    closed = true
    clearTimeout(deadline)
    signal?.removeEventListener('abort', abort)
    link.close()
  }
  try {
    nats.connection.publish(subject, encodeJson(input), {
      headers: requestHeaders(requestId, events.onWhole && chunkBytes),
      reply: link.local,
    })
  } catch (error) {
    close()
    throw error
  }
  return {
    link,
    answer,
    startDeadline() {
      if (!closed) deadline = setTimeout(() => fail(timedOut()), timeoutMs)
    },
    fail,
    [Symbol.dispose]: close,
  }
}
