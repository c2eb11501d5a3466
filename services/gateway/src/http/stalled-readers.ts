import { readFile } from 'node:fs/promises'
import type { Socket } from 'node:net'

/** So many looks in turn that find nothing taken, and a reader is cut. */
export const looksUntilCut = 6

export interface StalledReaders {
  /** To be called again and again, `looksUntilCut` times in what a reader may let pass without taking a byte. */
  look(): Promise<void>
}

/**
 * Cuts connections whose clients take nothing of what is written to them: what an answer holds, here and in the services
 * behind, is free with its connection. Who takes little is not cut: the kernel takes in megabytes for a client, and then
 * nothing for minutes at 8 kB/s, so that what the client acknowledges is looked at as well. Looks are counted, not time:
 * a process that stood still must not blame its clients.
 */
export function stalledReaders(
  connections: () => Iterable<Connection>,
  readUnacknowledged: () => Promise<ReadonlyMap<string, number>> = unacknowledgedBytes,
): StalledReaders {
  let seen = new Map<Connection, Sight>()
  let looking = false

  async function look(): Promise<void> {
    const waiting = [...connections()].filter(({ writableLength }) => writableLength > 0)
    const unacknowledged = waiting.length > 0 ? await readUnacknowledged() : new Map<string, number>()
    const now = new Map<Connection, Sight>()
    for (const connection of waiting) {
      const { bytesWritten, writableLength, localPort, remotePort } = connection
      const held = unacknowledged.get(`${localPort} ${remotePort}`)
      const progress = `${bytesWritten} ${writableLength} ${held}`
      const before = seen.get(connection)
      const looks = before?.progress === progress ? before.looks + 1 : 0
      now.set(connection, { progress, looks })
      // Where the kernel does not say, a slow reader looks like one who takes nothing, and gets more time.
      if (looks >= (held === undefined ? 10 * looksUntilCut : looksUntilCut)) connection.destroy()
    }
    seen = now
  }

  return {
    async look() {
      if (looking) return
      looking = true
      try {
        await look()
      } finally {
        looking = false
      }
    },
  }
}

interface Connection extends Pick<Socket, 'bytesWritten' | 'writableLength' | 'localPort' | 'remotePort'> {
  destroy(): unknown
}

interface Sight {
  progress: string
  /** In turn that saw the same. */
  looks: number
}

const connectionLine = /^ *\d+: [0-9A-F]+:([0-9A-F]{4}) [0-9A-F]+:([0-9A-F]{4}) [0-9A-F]{2} ([0-9A-F]{8}):/gm

/**
 * What the kernel holds of each connection because its other end has not acknowledged it, by both ports; of connections
 * that share them, together. Linux alone says so.
 */
export async function unacknowledgedBytes(): Promise<Map<string, number>> {
  const bytes = new Map<string, number>()
  for (const table of ['/proc/net/tcp', '/proc/net/tcp6']) {
    const text = await readFile(table, 'latin1').catch(() => '')
    for (const [, local = '', remote = '', queue = ''] of text.matchAll(connectionLine)) {
      const held = Number.parseInt(queue, 16)
      const ports = `${Number.parseInt(local, 16)} ${Number.parseInt(remote, 16)}`
      if (held > 0) bytes.set(ports, (bytes.get(ports) ?? 0) + held)
    }
  }
  return bytes
}
