import { randomFillSync, randomInt } from 'node:crypto'
import { v7 } from 'uuid'

const idBytes = 16
const idsAtOnce = 512

/** A source of UUIDv7s in ascending order. It buffers random bytes, because a preview needs thousands of ids. */
export function idSource(): () => string {
  const random = new Uint8Array(idBytes * idsAtOnce)
  const msecs = Date.now()
  const start = randomInt(2 ** 30)
  let count = 0
  return () => {
    const at = (count % idsAtOnce) * idBytes
    if (at === 0) randomFillSync(random)
    return v7({ random: random.subarray(at, at + idBytes), msecs, seq: start + count++ })
  }
}
