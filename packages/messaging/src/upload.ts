import { ServiceError } from '@catalog/contracts'
import type { UploadContract } from '@catalog/contracts'
import type { z } from 'zod'
import { ByteWriter } from './byte-stream/byte-writer.ts'
import type { Nats } from './connect-nats.ts'
import { openExchange } from './exchange.ts'
import type { CallOptions, Exchange } from './exchange.ts'
import { withClientSpan } from './tracing.ts'
import { encodeError, encodeJson, parseOutput } from './wire.ts'

export interface UploadOptions<Trailer extends z.ZodType> extends CallOptions {
  /** Called once the body has ended; its result is sent with the end of the bytes. */
  trailer?: () => z.input<Trailer>
}

/**
 * Sends the input and then the bytes, as fast as the other side takes them, and waits for its answer; the contract's
 * `timeoutMs` counts from the last byte. Rejects like `request`: with the handler's `ServiceError` as soon as it is
 * thrown. If `body` throws, rejects with that error, and the handler's bytes fail too.
 * Calls the body's `return()` if it is not read to its end. A plain request's `return()` destroys the request and its
 * connection: pass `req.iterator({ destroyOnReturn: false })` instead.
 */
export function upload<Input extends z.ZodType, Output extends z.ZodType, Trailer extends z.ZodType>(
  nats: Nats,
  contract: UploadContract<Input, Output, Trailer>,
  input: z.input<Input>,
  body: AsyncIterable<Uint8Array>,
  { trailer, ...options }: UploadOptions<Trailer> = {},
): Promise<z.output<Output>> {
  return withClientSpan(contract.subject, async () => {
    using exchange: Exchange = openExchange(nats, contract, input, options, {
      onFrame: (frame) => writer.onFrame(frame),
      heartbeat: () => writer.heartbeat(),
      onFailure: () => exchange.link.send({ kind: 'cut', data: encodeError(incomplete) }),
    })
    const writer = new ByteWriter(exchange.link, body, () => trailer && encodeJson(trailer()))
    writer.run().then(exchange.startDeadline, exchange.fail)
    try {
      return parseOutput(contract.output, await exchange.answer)
    } finally {
      writer.abort(incomplete)
    }
  })
}

const incomplete = new ServiceError('invalid_request', 'The upload was cut off before its end.')
