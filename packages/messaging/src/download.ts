import type { Readable } from 'node:stream'
import type { DownloadContract } from '@catalog/contracts'
import type { z } from 'zod'
import { ByteReader } from './byte-stream/byte-reader.ts'
import type { Nats } from './connect-nats.ts'
import { openExchange } from './exchange.ts'
import type { CallOptions, Exchange } from './exchange.ts'
import { withClientSpan } from './tracing.ts'
import { parseOutput } from './wire.ts'

interface Download<Head> {
  head: Head
  /**
   * Ends only if all bytes arrived, in one message or with matching length and SHA-256; otherwise fails with the other side's
   * `ServiceError` or with `unavailable`. Destroying it stops the other side. The caller must read or destroy it.
   */
  body: Readable
}

/**
 * Sends the input and waits up to the contract's `timeoutMs` for the head. The bytes then arrive as they are read,
 * without a deadline. Rejects like `request`. An abort after the head destroys the body.
 */
export function download<Input extends z.ZodType, Head extends z.ZodType>(
  nats: Nats,
  contract: DownloadContract<Input, Head>,
  input: z.input<Input>,
  options: CallOptions = {},
): Promise<Download<z.output<Head>>> {
  return withClientSpan(contract.subject, async () => {
    const exchange: Exchange = openExchange(nats, contract, input, options, {
      onFrame: (frame) => body.onFrame(frame),
      heartbeat: () => body.heartbeat(),
      onWhole: (bytes) => {
        exchange.link.close()
        body.receiveWhole(bytes)
      },
      onFailure: (error) => body.destroy(error instanceof Error ? error : new Error('aborted')),
    })
    const body = new ByteReader(exchange.link, nats.windows)
    // The other side may abort before it has answered.
    body.once('error', exchange.fail)
    body.once('close', () => exchange[Symbol.dispose]())
    exchange.startDeadline()
    try {
      return { head: parseOutput(contract.head, await exchange.answer), body }
    } catch (error) {
      body.destroy()
      throw error
    }
  })
}
