import { headers as createHeaders } from 'nats'
import type { Msg, MsgHdrs } from 'nats'
import type { Nats } from '../connect-nats.ts'
import type { Inbox } from '../inboxes.ts'
import { watchSilence } from '../watch-silence.ts'
import type { Silence } from '../watch-silence.ts'

const frameHeader = 'Catalog-Frame'

/**
 * What one end of a link tells the other. `seq` counts chunks.
 * - `alive`: nothing but that.
 * - `demand` (reader): chunks below `seq` may come.
 * - `chunk` (writer): the bytes of chunk `seq`.
 * - `sent` (writer): chunks below `seq` have been sent.
 * - `end` (writer): there are `seq` chunks; length and SHA-256 of all bytes stand in the headers.
 * - `done` (reader): all bytes were taken and are what the writer sent.
 * - `stop` (reader): no more, please.
 * - `cut` (writer): that was not all, and no more will come; the body says why.
 */
export interface Frame {
  kind: 'alive' | 'demand' | 'chunk' | 'sent' | 'end' | 'done' | 'stop' | 'cut'
  seq?: number
  data?: Uint8Array
  headers?: MsgHdrs
}

export interface LinkEvents {
  onFrame(frame: Frame): void
  /** A message that is no frame: the answer to the request that opened the link. */
  onAnswer?(message: Msg): void
  /** Nothing was heard from the other end for five heartbeats: it is gone, or cut off. */
  onSilence(): void
  /** What is said at each heartbeat, so that the other end knows that we are there, and what a lost frame would have said. */
  keepAlive(): Frame
}

/** Two ends that talk and notice when the other one vanishes. */
export class Link {
  readonly #nats: Nats
  readonly #events: LinkEvents
  readonly #inbox: Inbox
  readonly #silence: Silence
  #remote: string | undefined
  #closed = false
  #farewell: ((remote: string) => void) | undefined

  /** `remote`: the other end's subject; learnt from its first message where it is not known yet. */
  constructor(nats: Nats, events: LinkEvents, remote?: string) {
    this.#nats = nats
    this.#events = events
    this.#remote = remote
    this.#inbox = nats.inboxes.open((message) => this.#receive(message))
    this.#silence = watchSilence(
      nats.times.heartbeatMs,
      () => (this.#closed ? this.#end() : events.onSilence()),
      () => this.#closed || this.send(events.keepAlive()),
    )
  }

  /** Where the other end's messages are to go. */
  get local(): string {
    return this.#inbox.subject
  }

  send({ kind, seq = 0, data, headers = createHeaders() }: Frame): void {
    if (this.#closed || this.#nats.connection.isClosed()) return
    headers.set(frameHeader, `${kind} ${seq}`)
    const publish = (remote: string) =>
      this.#nats.connection.publish(remote, data, { headers, reply: this.local })
    if (this.#remote !== undefined) publish(this.#remote)
    else if (kind === 'stop' || kind === 'cut') this.#farewell = publish
  }

  /** A `stop` or `cut` that was sent before the other end was known is still said, should it make itself known. */
  close(): void {
    this.#closed = true
    if (this.#farewell === undefined) this.#end()
    else this.#silence.unref()
  }

  #receive(message: Msg): void {
    const { headers, reply, data } = message
    const fromServer = headers?.hasError === true
    // "No responders" to a frame: the other end may be reconnecting. If it is not, the silence tells.
    if (fromServer && this.#remote !== undefined) return
    this.#silence.broken()
    if (reply) this.#remote ??= reply
    if (this.#closed) return this.#sayFarewell()
    const [kind, seq] = (headers?.get(frameHeader) ?? '').split(' ')
    if (isKind(kind)) this.#events.onFrame({ kind, seq: Number(seq), data, ...(headers && { headers }) })
    else this.#events.onAnswer?.(message)
  }

  #sayFarewell(): void {
    if (this.#remote !== undefined && !this.#nats.connection.isClosed()) this.#farewell?.(this.#remote)
    this.#end()
  }

  #end(): void {
    this.#silence.end()
    this.#inbox.close()
  }
}

const kinds: ReadonlySet<string> = new Set<Frame['kind']>([
  'alive',
  'demand',
  'chunk',
  'sent',
  'end',
  'done',
  'stop',
  'cut',
])

function isKind(kind: string | undefined): kind is Frame['kind'] {
  return kind !== undefined && kinds.has(kind)
}
