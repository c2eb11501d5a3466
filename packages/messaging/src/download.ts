import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { DownloadContract } from '@catalog/contracts'
import type { z } from 'zod'
import { ByteReader } from './byte-stream/byte-reader.ts'
import { Link } from './byte-stream/link.ts'
import type { Nats } from './connect-nats.ts'
import type { CallOptions } from './request.ts'
import { withClientSpan } from './tracing.ts'
import {
  collectAnswer,
  encodeJson,
  errorOf,
  parseOutput,
  requestHeaders,
  timedOut,
  unavailable,
} from './wire.ts'

export interface Download<Head> {
  head: Head
  /**
   * Ends only where all bytes came and their length and SHA-256 are right; errors where they are cut off. Destroying it
   * frees the far side. It has to be read or destroyed.
   */
  body: Readable
}

/**
 * Sends the input and waits for the head, `timeoutMs` of the contract; the bytes then come as they are read, without a
 * deadline. Rejects like `request`. An abort after the head destroys the body.
 */
export function download<Input extends z.ZodType, Head extends z.ZodType>(
  nats: Nats,
  contract: DownloadContract<Input, Head>,
  input: z.input<Input>,
  options: CallOptions = {},
): Promise<Download<z.output<Head>>> {
  return withClientSpan(contract.subject, async () => {
    const { data, body } = await exchange(nats, contract, encodeJson(input), options)
    try {
      return { head: parseOutput(contract.head, data), body }
    } catch (error) {
      body.destroy()
      throw error
    }
  })
}

async function exchange(
  nats: Nats,
  { subject, timeoutMs }: DownloadContract,
  payload: Uint8Array,
  { requestId = randomUUID(), signal }: CallOptions,
): Promise<{ data: Uint8Array; body: Readable }> {
  signal?.throwIfAborted()
  if (!nats.isConnected()) throw unavailable()
  const answer = Promise.withResolvers<Uint8Array>()
  const collect = collectAnswer()
  const fail = (error: Error) => {
    answer.reject(error)
    body.destroy(error)
  }
  const link: Link = new Link(nats, {
    onFrame: (frame) => body.onFrame(frame),
    keepAlive: () => body.keepAlive(),
    onSilence: () => fail(unavailable(new Error('nothing is heard from the sending side'))),
    onAnswer(message) {
      try {
        if (message.headers?.hasError === true) throw unavailable()
        const data = collect(message)
        if (data === undefined) return
        const error = errorOf(message.headers, data)
        if (error !== undefined) throw error
        answer.resolve(data)
      } catch (error) {
        answer.reject(error)
      }
    },
  })
  const body = new ByteReader(link, nats.windows)
  const timer = setTimeout(() => answer.reject(timedOut()), timeoutMs)
  const abort = () => fail(signal?.reason instanceof Error ? signal.reason : new Error('aborted'))
  signal?.addEventListener('abort', abort, { once: true })
  body.once('close', () => {
    signal?.removeEventListener('abort', abort)
    link.close()
  })
  try {
    nats.connection.publish(subject, payload, { headers: requestHeaders(requestId), reply: link.local })
    return { data: await answer.promise, body }
  } catch (error) {
    body.destroy()
    throw error
  } finally {
    clearTimeout(timer)
  }
}
