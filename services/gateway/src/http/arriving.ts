import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate as immediate } from 'node:timers/promises'
import { ServiceError } from '@catalog/contracts'

/** Bytes of a request besides its body and an eighth of it: 16 KiB for its head, and enough for 5,000 lines in chunks. */
const maxBytesAround = 48 * 1024

const bytesBefore = new WeakMap<Socket, number>()

/** To be called once a request is answered and read: what the connection has read by then is not of the next one. */
export function recordEnd(socket: Socket): void {
  bytesBefore.set(socket, socket.bytesRead)
}

/** Bytes of a request's body that have arrived; infinite if so much else has that the rest is not worth reading. */
const arrived = new WeakMap<IncomingMessage, number>()

export function isWasteful(req: IncomingMessage): boolean {
  return arrived.get(req) === Infinity
}

/**
 * The body as it arrives, joined to what one look at the network has brought, so that tiny chunks cost as little as
 * large ones. Leaves the request open for its answer if its reader stops.
 * @throws ServiceError `invalid_request` for such chunks
 */
export async function* arriving(req: IncomingMessage): AsyncGenerator<Buffer, void, undefined> {
  // In between, nothing that has been read is still to be parsed.
  await immediate()
  refuseWaste(req)
  for await (const first of req.iterator({ destroyOnReturn: false })) {
    await immediate()
    const rest: Buffer | null = req.readableLength === 0 ? null : req.read(req.readableLength)
    const all: Buffer = rest === null ? first : Buffer.concat([first, rest])
    arrived.set(req, (arrived.get(req) ?? 0) + all.length)
    refuseWaste(req)
    yield all
  }
}

function refuseWaste(req: IncomingMessage): void {
  const bytes = (arrived.get(req) ?? 0) + req.readableLength
  const read = req.socket.bytesRead - (bytesBefore.get(req.socket) ?? 0)
  if (read <= bytes * 1.125 + maxBytesAround) return
  arrived.set(req, Infinity)
  throw new ServiceError('invalid_request', 'Send the file in larger chunks, of a line or more.')
}
