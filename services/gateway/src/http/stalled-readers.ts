import { readFile } from 'node:fs/promises'
import type { Socket } from 'node:net'

/** Consecutive checks without progress after which a connection is closed. */
export const maxStalledChecks = 6

export interface StalledReaders {
  /** Call it `maxStalledChecks` times within the time that a client may read nothing. */
  check(): Promise<void>
}

/**
 * Resets connections whose clients read nothing of an answer: its resources, here and in the other services, are freed
 * with the connection. A slow client keeps its connection: the kernel buffers megabytes for it and then accepts nothing
 * for minutes at 8 kB/s, so what the client acknowledges counts as progress too. Counts checks instead of time: a
 * process that was paused must not blame its clients.
 */
export function stalledReaders(
  connections: () => Iterable<Connection>,
  readUnacknowledged: () => Promise<ReadonlyMap<string, number>> = unacknowledgedBytes,
): StalledReaders {
  let seen = new Map<Connection, Observation>()
  let isChecking = false

  async function checkAll(): Promise<void> {
    const waiting = [...connections()].filter(({ writableLength }) => writableLength > 0)
    const unacknowledged = waiting.length > 0 ? await readUnacknowledged() : new Map<string, number>()
    const now = new Map<Connection, Observation>()
    for (const connection of waiting) {
      const { bytesWritten, writableLength, localPort, remotePort } = connection
      const held = unacknowledged.get(`${localPort} ${remotePort}`)
      const progress = `${bytesWritten} ${writableLength} ${held}`
      const before = seen.get(connection)
      const stalledChecks = before?.progress === progress ? before.stalledChecks + 1 : 0
      now.set(connection, { progress, stalledChecks })
      // Without the kernel's numbers, a slow client looks like a stalled one, so it gets more time.
      if (stalledChecks >= (held === undefined ? 10 * maxStalledChecks : maxStalledChecks))
        connection.resetAndDestroy()
    }
    seen = now
  }

  return {
    async check() {
      if (isChecking) return
      isChecking = true
      try {
        await checkAll()
      } finally {
        isChecking = false
      }
    },
  }
}

interface Connection extends Pick<Socket, 'bytesWritten' | 'writableLength' | 'localPort' | 'remotePort'> {
  resetAndDestroy(): unknown
}

interface Observation {
  progress: string
  /** Consecutive checks that saw no progress. */
  stalledChecks: number
}

const connectionLine = /^ *\d+: [0-9A-F]+:([0-9A-F]{4}) [0-9A-F]+:([0-9A-F]{4}) [0-9A-F]{2} ([0-9A-F]{8}):/gm

/**
 * Bytes that the kernel holds for each connection because the peer has not acknowledged them, by `localPort
 * remotePort`; connections with the same ports are added up. Empty without /proc/net (which only Linux has).
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
