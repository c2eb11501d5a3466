import type { Socket } from 'node:net'
import { startTcpProxy } from '../support/tcp-proxy.ts'

/** A message between a service and its NATS server. */
export interface Frame {
  /** `out`: from the service. */
  way: 'out' | 'in'
  subject: string
  /** The reply subject. */
  reply: string | undefined
  /** Headers and body. */
  bytes: Buffer
}

export interface Trap {
  /** Resolves to the first message that was trapped. */
  sprung: Promise<Frame>
  /** Lets messages pass again; trapped ones stay lost. */
  open(): void
}

export interface NatsProxy extends AsyncDisposable {
  url: string
  /** From now on, matching messages are dropped. Every message is passed to `matches`, in order. */
  trap(matches: (frame: Frame) => boolean): Trap
  /** From now on, connections are accepted and kept, but nothing passes, until the returned function is called. */
  hang(): () => void
  /** The service's open connections. */
  readonly connections: number
}

/** A proxy between one service and a NATS server that parses the messages. */
export async function startNatsProxy(target: string): Promise<NatsProxy> {
  const traps = new Set<(frame: Frame) => boolean>()
  const open = new Map<Socket, Socket>()
  let hangs = false
  const proxy = await startTcpProxy(new URL(target), (client, upstream) => {
    for (const [from, to, way] of [
      [client, upstream, 'out'],
      [upstream, client, 'in'],
    ] as const) {
      const take = splitFrames(way, (bytes, frame) => {
        // All traps see each message: some record what they will wait for.
        const isCaught = frame !== null && [...traps].map((trap) => trap(frame)).includes(true)
        if (!isCaught && !to.destroyed) to.write(bytes)
      })
      from.on('data', take)
      if (hangs) from.pause()
    }
    open.set(client, upstream)
    client.once('close', () => open.delete(client))
  })
  return {
    url: `nats://127.0.0.1:${proxy.port}`,
    trap(matches) {
      const { promise, resolve } = Promise.withResolvers<Frame>()
      const trap = (frame: Frame) => {
        if (!matches(frame)) return false
        resolve(frame)
        return true
      }
      traps.add(trap)
      return { sprung: promise, open: () => void traps.delete(trap) }
    },
    hang() {
      hangs = true
      for (const socket of [...open].flat()) socket.pause()
      return () => {
        hangs = false
        for (const socket of [...open].flat()) socket.resume()
      }
    },
    get connections() {
      return open.size
    },
    [Symbol.asyncDispose]: () => proxy[Symbol.asyncDispose](),
  }
}

export function messagesTo(way: Frame['way'], subject: string): (frame: Frame) => boolean {
  return (frame) => frame.way === way && frame.subject === subject
}

/** Acknowledgements of finished jobs; progress messages pass. */
export function acknowledgements(frame: Frame): boolean {
  return frame.way === 'out' && frame.subject.startsWith('$JS.ACK.') && frame.bytes.includes('+ACK')
}

/** Matches the answers to messages that go `way` to the subject. */
export function answersTo(way: Frame['way'], subject: string): (frame: Frame) => boolean {
  const awaited = new Set<string>()
  return (frame) => {
    if (frame.way === way && frame.subject === subject && frame.reply !== undefined) awaited.add(frame.reply)
    return frame.way !== way && awaited.has(frame.subject)
  }
}

/** Splits NATS's protocol into lines, each message with its payload. */
function splitFrames(way: Frame['way'], onPart: (bytes: Buffer, frame: Frame | null) => void) {
  let rest = Buffer.alloc(0)
  return (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk])
    for (;;) {
      const lineEnd = rest.indexOf('\r\n')
      if (lineEnd < 0) return
      const words = rest.toString('latin1', 0, lineEnd).split(' ')
      const [kind = '', subject = ''] = words
      const isMessage = /^H?(PUB|MSG)$/.test(kind)
      const sizes = kind.startsWith('H') ? 2 : 1
      const end = lineEnd + 2 + (isMessage ? Number(words.at(-1)) + 2 : 0)
      if (rest.length < end) return
      // Only those to a subscriber have its id.
      const withoutReply = 2 + (kind.endsWith('MSG') ? 1 : 0) + sizes
      const reply = words.length > withoutReply ? words[withoutReply - sizes] : undefined
      const bytes = rest.subarray(lineEnd + 2, end - 2)
      onPart(rest.subarray(0, end), isMessage ? { way, subject, reply, bytes } : null)
      rest = rest.subarray(end)
    }
  }
}

/** Counts the service's messages to the subject, from now on. */
export function countMessages({ proxy }: { proxy: NatsProxy }, subject: string): () => number {
  const isOne = messagesTo('out', subject)
  let count = 0
  proxy.trap((frame) => {
    if (isOne(frame)) count += 1
    return false
  })
  return () => count
}
