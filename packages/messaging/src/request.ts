import { randomUUID } from 'node:crypto'
import type { RequestContract } from '@catalog/contracts'
import type { z } from 'zod'
import type { Nats } from './connect-nats.ts'
import { withClientSpan } from './tracing.ts'
import { watchSilence } from './watch-silence.ts'
import {
  collectAnswer,
  encodeJson,
  errorOf,
  isWorking,
  parseOutput,
  requestHeaders,
  timedOut,
  unavailable,
} from './wire.ts'

export interface CallOptions {
  /** Travels as `X-Request-Id`; made up where there is none. */
  requestId?: string | undefined
  /** Ends the wait; the promise is rejected with its reason. */
  signal?: AbortSignal | undefined
}

/**
 * Sends the input to one instance and waits for its answer. Rejects with the `ServiceError` that the handler threw;
 * `unavailable` where nobody answers to the subject, the instance vanishes or NATS is not connected; `timeout` past the
 * contract's `timeoutMs`.
 */
export function request<Input extends z.ZodType, Output extends z.ZodType>(
  nats: Nats,
  contract: RequestContract<Input, Output>,
  input: z.input<Input>,
  options: CallOptions = {},
): Promise<z.output<Output>> {
  return withClientSpan(contract.subject, async () => {
    const data = await exchange(nats, contract, encodeJson(input), options)
    return parseOutput(contract.output, data)
  })
}

async function exchange(
  nats: Nats,
  { subject, timeoutMs }: RequestContract,
  payload: Uint8Array,
  { requestId = randomUUID(), signal }: CallOptions,
): Promise<Uint8Array> {
  signal?.throwIfAborted()
  if (!nats.isConnected()) throw unavailable()
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>()
  const collect = collectAnswer()
  const silence = watchSilence(nats.times.heartbeatMs, () =>
    reject(unavailable(new Error('nothing is heard from the instance'))),
  )
  const inbox = nats.inboxes.open((message) => {
    silence.broken()
    if (isWorking(message)) return
    if (message.headers?.hasError === true) return reject(unavailable())
    try {
      const data = collect(message)
      if (data === undefined) return
      const error = errorOf(message.headers, data)
      if (error === undefined) resolve(data)
      else reject(error)
    } catch (error) {
      reject(error)
    }
  })
  const timer = setTimeout(() => reject(timedOut()), timeoutMs)
  // The answer would go to a subscription that the server has forgotten.
  const forget = nats.onDisconnect(() => reject(unavailable()))
  const abort = () => reject(signal?.reason)
  signal?.addEventListener('abort', abort, { once: true })
  try {
    nats.connection.publish(subject, payload, { headers: requestHeaders(requestId), reply: inbox.subject })
    return await promise
  } finally {
    clearTimeout(timer)
    silence.end()
    forget()
    signal?.removeEventListener('abort', abort)
    inbox.close()
  }
}
