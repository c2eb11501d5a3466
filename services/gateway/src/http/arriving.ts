import type { IncomingMessage } from 'node:http'
import { setImmediate as immediate } from 'node:timers/promises'
import { ServiceError } from '@catalog/contracts'

/** Bytes around the chunks of a body, besides an eighth of the body: enough for 5,000 lines, each in a chunk. */
const maxChunkHeads = 32 * 1024

const wasteful = new WeakSet<IncomingMessage>()

/** Whether so much of the body was not the file that the rest is not worth reading. */
export function isWasteful(req: IncomingMessage): boolean {
  return wasteful.has(req)
}

/**
 * The body as it arrives, joined to what one look at the network has brought: chunks of a byte cost as much as any. It
 * leaves the request open for its answer if its reader stops. @throws ServiceError `invalid_request` for such chunks
 */
export async function* arriving(req: IncomingMessage): AsyncGenerator<Buffer, void, undefined> {
  const before = req.socket.bytesRead
  let bytes = 0
  for await (const first of req.iterator({ destroyOnReturn: false })) {
    await immediate()
    const rest: Buffer | null = req.readableLength > 0 ? req.read(req.readableLength) : null
    const all: Buffer = rest === null ? first : Buffer.concat([first, rest])
    bytes += all.length
    if (req.socket.bytesRead - before > bytes * 1.125 + maxChunkHeads) {
      wasteful.add(req)
      throw new ServiceError('invalid_request', 'Send the file in larger chunks, of a line or more.')
    }
    yield all
  }
}
