import { randomUUID } from 'node:crypto'
import { ServiceError } from '@catalog/contracts'
import type { UploadContract } from '@catalog/contracts'
import type { z } from 'zod'
import { ByteWriter } from './byte-stream/byte-writer.ts'
import { Link } from './byte-stream/link.ts'
import type { Nats } from './connect-nats.ts'
import type { CallOptions } from './request.ts'
import { withClientSpan } from './tracing.ts'
import {
  collectAnswer,
  encodeError,
  encodeJson,
  errorOf,
  parseOutput,
  requestHeaders,
  timedOut,
  unavailable,
} from './wire.ts'

/**
 * Sends the input and then the bytes, as fast as the other side takes them, and waits for its answer: `timeoutMs` of the
 * contract count from the last byte on. Rejects with the `ServiceError` that the handler threw, whenever it did so; with
 * what `body` threw, and then the handler's bytes end in an error too; `unavailable` where the other side is gone.
 * The body's `return()` is called where it is not wanted to its end. That of a plain request destroys it and its
 * connection: hand over `req.iterator({ destroyOnReturn: false })`.
 */
export function upload<Input extends z.ZodType, Output extends z.ZodType>(
  nats: Nats,
  contract: UploadContract<Input, Output>,
  input: z.input<Input>,
  body: AsyncIterable<Uint8Array>,
  options: CallOptions = {},
): Promise<z.output<Output>> {
  return withClientSpan(contract.subject, async () => {
    const data = await exchange(nats, contract, encodeJson(input), body, options)
    return parseOutput(contract.output, data)
  })
}

async function exchange(
  nats: Nats,
  { subject, timeoutMs }: UploadContract,
  payload: Uint8Array,
  body: AsyncIterable<Uint8Array>,
  { requestId = randomUUID(), signal }: CallOptions,
): Promise<Uint8Array> {
  signal?.throwIfAborted()
  if (!nats.isConnected()) throw unavailable()
  const answer = Promise.withResolvers<Uint8Array>()
  const collect = collectAnswer()
  const link: Link = new Link(nats, {
    onFrame: (frame) => writer.onFrame(frame),
    keepAlive: () => writer.keepAlive(),
    onSilence: () => answer.reject(unavailable(new Error('nothing is heard from the receiving side'))),
    onAnswer(message) {
      try {
        if (message.headers?.hasError === true) throw unavailable()
        const data = collect(message)
        if (data === undefined) return
        const error = errorOf(message.headers, data)
        if (error !== undefined) throw error
        answer.resolve(data)
      } catch (error) {
        answered = true
        answer.reject(error)
      }
    },
  })
  const writer = new ByteWriter(link, body)
  const abort = () => answer.reject(signal?.reason)
  signal?.addEventListener('abort', abort, { once: true })
  let answered = false
  let over = false
  let timer: NodeJS.Timeout | undefined
  try {
    nats.connection.publish(subject, payload, { headers: requestHeaders(requestId), reply: link.local })
    void write()
    return await answer.promise
  } catch (error) {
    if (!answered) link.send({ kind: 'cut', data: encodeError(cutShort) })
    throw error
  } finally {
    over = true
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
    writer.cut(cutShort)
    link.close()
  }

  async function write(): Promise<void> {
    try {
      await writer.run()
      if (!over) timer = setTimeout(() => answer.reject(timedOut()), timeoutMs)
    } catch (error) {
      answer.reject(error)
    }
  }
}

const cutShort = new ServiceError('invalid_request', 'The upload was cut off before its end.')
