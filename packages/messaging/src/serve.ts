import { Readable } from 'node:stream'
import { errorTable, ServiceError } from '@catalog/contracts'
import type { DownloadContract, RequestContract, UploadContract } from '@catalog/contracts'
import { countSpending } from '@catalog/runtime'
import type { Spent } from '@catalog/runtime'
import type { Service as MicroService, ServiceMsg } from 'nats'
import type { z } from 'zod'
import { ByteReader } from './byte-stream/byte-reader.ts'
import { ByteWriter } from './byte-stream/byte-writer.ts'
import { Link } from './byte-stream/link.ts'
import type { Nats } from './connect-nats.ts'
import { failSpan, withServerSpan } from './tracing.ts'
import {
  bodyBytesOf,
  encodeError,
  encodeJson,
  isRequest,
  parseInput,
  requestIdOf,
  respondError,
  respondWhole,
  respondWorking,
  spentHeaders,
  unavailable,
} from './wire.ts'

interface ServiceOptions {
  /** Also the queue group: each request goes to one instance. */
  name: string
  /** Semantic version. */
  version: string
  description: string
}

export interface Call {
  requestId: string
  /** Aborted once nobody waits for the answer: the deadline has passed or the caller is gone. */
  signal: AbortSignal
}

interface UploadCall<Trailer> extends Call {
  /**
   * The caller's trailer, available once the body has ended; undefined if the caller sends none.
   * @throws ServiceError invalid_request
   */
  trailer: () => Trailer | undefined
}

interface DownloadAnswer<Head> {
  head: Head
  /**
   * Pulled as the reader reads; its `return()` is called if the reader stops or disappears. Bytes that are there already
   * are sent with the head if they are no more than a chunk.
   */
  body: AsyncIterable<Uint8Array> | Uint8Array
  /** Called once the reader has acknowledged all bytes; not for bytes that are there already. */
  completed?: () => void
}

type Answer = (message: ServiceMsg, requestId: string, spent: Spent) => Promise<void>

/** A service of the NATS services framework: `nats micro ls` shows it, `nats micro info` its endpoints. */
export async function serve(nats: Nats, options: ServiceOptions): Promise<Service> {
  const micro = await nats.connection.services.add({ ...options, queue: options.name })
  return new Service(nats, micro)
}

/**
 * Answers messages until it is disposed of; disposing stops new ones and waits for those in hand. A `ServiceError` that
 * a handler throws goes to the caller. Anything else is logged and becomes `internal`, as does an answer that is larger
 * than one NATS message.
 */
export class Service implements AsyncDisposable {
  readonly #nats: Nats
  readonly #micro: MicroService
  readonly #inHand = new Set<Promise<void>>()

  constructor(nats: Nats, micro: MicroService) {
    this.#nats = nats
    this.#micro = micro
    void this.#followStop()
  }

  reply<Input extends z.ZodType, Output extends z.ZodType>(
    contract: RequestContract<Input, Output>,
    handler: (input: z.output<Input>, call: Call) => Promise<z.input<Output>>,
  ): void {
    this.#endpoint(contract.subject, async (message, requestId, spent) => {
      const input = parseInput(contract.input, message.data)
      const working = setInterval(() => {
        if (!this.#nats.connection.isClosed()) respondWorking(message)
      }, this.#nats.times.heartbeatMs)
      try {
        const output = await handler(input, { requestId, signal: AbortSignal.timeout(contract.timeoutMs) })
        message.respond(encodeJson(output), { headers: spentHeaders(spent) })
      } finally {
        clearInterval(working)
      }
    })
  }

  /** The body fails if the upload is aborted. A handler that needs no more of the body answers or throws. */
  receive<Input extends z.ZodType, Output extends z.ZodType, Trailer extends z.ZodType>(
    contract: UploadContract<Input, Output, Trailer>,
    handler: (
      input: z.output<Input>,
      body: Readable,
      call: UploadCall<z.output<Trailer>>,
    ) => Promise<z.input<Output>>,
  ): void {
    this.#endpoint(contract.subject, async (message, requestId, spent) => {
      const gone = new AbortController()
      const link: Link = new Link(this.#nats, {
        remote: message.reply,
        onFrame(frame) {
          if (frame.kind === 'cut') gone.abort()
          body.onFrame(frame)
        },
        heartbeat: () => body.heartbeat(),
        onTimeout() {
          gone.abort()
          body.destroy(unavailable(new Error('heartbeat timeout')))
        },
      })
      const body = new ByteReader(link, this.#nats.windows)
      link.send({ kind: 'alive' })
      try {
        const input = parseInput(contract.input, message.data)
        const trailer = () => body.trailer && parseInput(contract.trailer, body.trailer)
        const output = await handler(input, body, { requestId, signal: gone.signal, trailer })
        message.respond(encodeJson(output), { headers: spentHeaders(spent) })
      } catch (error) {
        if (gone.signal.aborted) throw new AbandonedError(error)
        throw error
      } finally {
        body.destroy()
        link.close()
      }
    })
  }

  send<Input extends z.ZodType, Head extends z.ZodType>(
    contract: DownloadContract<Input, Head>,
    handler: (input: z.output<Input>, call: Call) => Promise<DownloadAnswer<z.input<Head>>>,
  ): void {
    this.#endpoint(contract.subject, async (message, requestId, spent) => {
      const gone = new AbortController()
      let writer: ByteWriter | undefined
      const link: Link = new Link(this.#nats, {
        remote: message.reply,
        onFrame(frame) {
          if (frame.kind === 'stop') gone.abort()
          writer?.onFrame(frame)
        },
        heartbeat: () => writer?.heartbeat() ?? { kind: 'alive' },
        onTimeout() {
          gone.abort()
          writer?.abort(new Error('heartbeat timeout'))
        },
      })
      // Where the caller could say that it is gone. Most answers come sooner, and each message costs.
      const alive = setTimeout(() => link.send({ kind: 'alive' }), 50)
      try {
        const input = parseInput(contract.input, message.data)
        const answer = await handler(input, { requestId, signal: gone.signal })
        const { head, completed } = answer
        if (answer.body instanceof Uint8Array && answer.body.length <= (bodyBytesOf(message.headers) ?? -1)) {
          respondWhole(message, head, answer.body, spent)
          return
        }
        const body = answer.body instanceof Uint8Array ? Readable.from([answer.body]) : answer.body
        writer = new ByteWriter(link, body)
        try {
          if (gone.signal.aborted) writer.abort(new Error('the reader is gone'))
          else message.respond(encodeJson(head), { reply: link.local, headers: spentHeaders(spent) })
          if ((await writer.run()) === 'acknowledged') completed?.()
        } finally {
          if (body instanceof Readable) body.destroy()
          await writer.released()
        }
      } catch (error) {
        if (gone.signal.aborted) throw new AbandonedError(error)
        if (writer !== undefined) link.send({ kind: 'cut', data: encodeError(error) })
        throw error
      } finally {
        clearTimeout(alive)
        link.close()
      }
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#micro.stop()
    await Promise.all(this.#inHand)
  }

  async #followStop(): Promise<void> {
    const error = await this.#micro.stopped
    if (error !== null) this.#nats.log.error('service stopped answering', { error })
  }

  #endpoint(subject: string, answer: Answer): void {
    this.#micro.addEndpoint(subject.slice(subject.lastIndexOf('.') + 1), {
      subject,
      handler: (_error, message) => {
        if (!isRequest(message)) {
          this.#nats.log.warn('a message that is not a request is dropped', { subject })
          return
        }
        const work = countSpending((spent) => this.#answer(subject, message, answer, spent))
        this.#inHand.add(work)
        void work.finally(() => this.#inHand.delete(work))
      },
    })
  }

  async #answer(subject: string, message: ServiceMsg, answer: Answer, spent: Spent): Promise<void> {
    const requestId = requestIdOf(message.headers)
    const { log } = this.#nats
    await withServerSpan(subject, message.headers, async (span) => {
      const refuse = (error: unknown) => {
        failSpan(span, error)
        if (isOurFault(error)) log.error('a request failed', { subject, request_id: requestId, error })
        respondError(message, error, spent)
      }
      try {
        await answer(message, requestId, spent)
      } catch (error) {
        if (error instanceof AbandonedError) {
          log.info('the caller went away', { subject, request_id: requestId, error: error.cause })
          return
        }
        try {
          refuse(error)
        } catch (tooLarge) {
          refuse(tooLarge)
        }
      }
    })
  }
}

/** The caller is gone: the cause is logged and not answered. */
class AbandonedError extends Error {
  override readonly name = 'AbandonedError'
  constructor(cause: unknown) {
    super('the caller went away', { cause })
  }
}

/** Whether to log the error here: the caller gets only its code. */
function isOurFault(error: unknown): boolean {
  return !(error instanceof ServiceError) || errorTable[error.code].status >= 500
}
