import type { Msg, MsgHdrs } from 'nats'
import type { Nats } from '../connect-nats.ts'
import { isInbox } from '../inboxes.ts'
import type { Inbox } from '../inboxes.ts'
import { watchHeartbeat } from '../watch-heartbeat.ts'
import type { HeartbeatWatch } from '../watch-heartbeat.ts'
import { headersOf } from '../wire.ts'

const frameHeader = 'Catalog-Frame'
const frameKinds = ['alive', 'demand', 'chunk', 'sent', 'end', 'done', 'stop', 'cut'] as const

/**
 * A message from one end to the other. `seq` counts chunks. Kinds and headers must stay the same across versions:
 * during an upgrade, ends of two versions talk to each other.
 * - `alive`: a heartbeat with no further content.
 * - `demand` (reader): the writer may send the chunks below `seq`.
 * - `chunk` (writer): the bytes of chunk `seq`.
 * - `sent` (writer): the chunks below `seq` have been sent.
 * - `end` (writer): there are `seq` chunks; the headers have length and SHA-256 of all bytes; the body is the trailer.
 * - `done` (reader): all bytes have arrived and match length and SHA-256.
 * - `stop` (reader): the reader wants no further chunk.
 * - `cut` (writer): the stream is aborted; the body is the error, as `encodeError` writes it.
 */
export interface Frame {
  kind: (typeof frameKinds)[number]
  seq?: number
  data?: Uint8Array
  headers?: MsgHdrs
}

export interface LinkEvents {
  onFrame(frame: Frame): void
  /** A message that is not a frame: the answer to the request that opened the link. */
  onAnswer?(message: Msg): void
  /** Called at every heartbeat from the timeout on: the other end has exited or cannot be reached. */
  onTimeout(): void
  /** The frame to send at each heartbeat. It repeats the latest state, in case an earlier frame was lost. */
  heartbeat(): Frame
}

export interface LinkOptions extends LinkEvents {
  /** The other end's subject; by default, the reply subject of the first message that arrives. */
  remote?: string | undefined
}

/** One of two ends that exchange frames and detect when the other one disappears. */
export class Link {
  readonly #nats: Nats
  readonly #events: LinkEvents
  readonly #inbox: Inbox
  readonly #watch: HeartbeatWatch
  #remote: string | undefined
  #closed = false
  #sendLast: ((remote: string) => void) | undefined

  constructor(nats: Nats, { remote, ...events }: LinkOptions) {
    this.#nats = nats
    this.#events = events
    this.#remote = remote
    this.#inbox = nats.inboxes.open((message) => this.#receive(message))
    this.#watch = watchHeartbeat(
      nats.times.heartbeatMs,
      () => (this.#closed ? this.#end() : events.onTimeout()),
      () => this.#closed || this.send(events.heartbeat()),
    )
  }

  /** The subject of this end. */
  get local(): string {
    return this.#inbox.subject
  }

  send({ kind, seq = 0, data, headers = headersOf({}) }: Frame): void {
    if (this.#closed || this.#nats.connection.isClosed()) return
    headers.set(frameHeader, `${kind} ${seq}`)
    const publish = (remote: string) =>
      this.#nats.connection.publish(remote, data, { headers, reply: this.local })
    if (this.#remote !== undefined) publish(this.#remote)
    else if (kind === 'stop' || kind === 'cut') this.#sendLast = publish
  }

  /**
   * A `stop` or `cut` sent before the other end's subject was known is still delivered if that end is heard before a
   * timeout.
   */
  close(): void {
    this.#closed = true
    if (this.#sendLast === undefined) this.#end()
    else this.#watch.unref()
  }

  #receive(message: Msg): void {
    const { headers, reply, data } = message
    // "No responders" to a frame: the other end may be reconnecting. If it is not, the heartbeat timeout shows it.
    if (headers?.hasError === true && this.#remote !== undefined) return
    this.#watch.beat()
    if (isInbox(reply)) this.#remote ??= reply
    if (this.#closed) {
      if (this.#remote !== undefined && !this.#nats.connection.isClosed()) this.#sendLast?.(this.#remote)
      return this.#end()
    }
    const [name, seq] = (headers?.get(frameHeader) ?? '').split(' ')
    const kind = frameKinds.find((each) => each === name)
    if (kind) this.#events.onFrame({ kind, seq: Number(seq), data, ...(headers && { headers }) })
    else this.#events.onAnswer?.(message)
  }

  #end(): void {
    this.#watch.end()
    this.#inbox.close()
  }
}
