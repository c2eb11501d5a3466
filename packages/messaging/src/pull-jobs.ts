import type { JobContract } from '@catalog/contracts'
import { NatsError } from 'nats'
import type { Msg, Subscription } from 'nats'
import type { Nats } from './connect-nats.ts'
import { whileConnected } from './while-connected.ts'
import { encodeJson } from './wire.ts'
import { within } from './within.ts'

/** A job as JetStream hands it to one worker. */
export interface Delivery {
  message: Msg
  sequence: number
  /** 1 at the first delivery. */
  deliveries: number
  /** Resolves once JetStream has stored that the job is finished. */
  ack(): Promise<void>
  /** Restarts the ack wait. */
  working(): void
  /** Hands the job back: it is delivered again at once, to any worker. */
  nak(): void
  /** Drops the job: it is never delivered again. */
  term(): void
}

export interface Pull {
  /** The next job, or null if none arrived within `pullMs`. Rejects if JetStream refuses to deliver. */
  next(): Promise<Delivery | null>
  /** Ends every pending `next` at once. Jobs that are already in transit are handed back. */
  leave(): Promise<void>
}

/**
 * Pulls jobs one by one (nats-io/nats-architecture-and-design: adr/ADR-13.md) over a single subscription. The client's
 * own `consumer.next` cannot be aborted: it drops a job that arrives after its end, which then occupies one of the few
 * slots of `max_ack_pending` for the whole ack wait. Here, each job that arrives is either worked on or handed back.
 */
export function pullJobs(nats: Nats, { stream, consumer }: JobContract): Pull {
  const { pullMs, jetStreamMs, drainMs } = nats.times
  const request = encodeJson({ batch: 1, expires: pullMs * 1_000_000 })
  /** Pending calls of `next`. Any of them may have any job: the first one gets it. */
  const waiting: PromiseWithResolvers<Delivery | null>[] = []
  let subscription: Subscription | undefined
  // After a reconnect the server no longer knows the pulls that were pending.
  const forget = nats.onReconnect(release)

  return {
    async next() {
      const one = Promise.withResolvers<Delivery | null>()
      waiting.push(one)
      // The server ends a pull on its own after `pullMs`; if it does not, the request was lost.
      const timer = setTimeout(() => settle(one), pullMs * 1.5)
      try {
        if (nats.isConnected()) ask()
        return await one.promise
      } finally {
        clearTimeout(timer)
        settle(one)
      }
    },
    async leave() {
      forget()
      release()
      if (subscription === undefined || subscription.isClosed()) return
      if (nats.isConnected()) await within(drainMs, subscription.drain())
      else subscription.unsubscribe()
    },
  }

  function ask(): void {
    if (subscription === undefined || subscription.isClosed()) subscription = nats.inboxes.subscribe(receive)
    nats.connection.publish(`$JS.API.CONSUMER.MSG.NEXT.${stream}.${consumer}`, request, {
      reply: subscription.getSubject(),
    })
  }

  function receive(error: NatsError | null, message: Msg): void {
    if (error !== null) {
      for (const one of waiting.splice(0)) one.reject(error)
      return
    }
    if (message.reply) {
      const delivery = deliveryOf(message)
      const first = waiting.shift()
      if (first === undefined) delivery.nak()
      else first.resolve(delivery)
      return
    }
    const { code = 0, description = '' } = message.headers ?? {}
    if (emptyCodes.has(code)) waiting.shift()?.resolve(null)
    else waiting.shift()?.reject(new NatsError(description, String(code)))
  }

  function settle(one: PromiseWithResolvers<Delivery | null>): void {
    const at = waiting.indexOf(one)
    if (at !== -1) waiting.splice(at, 1)
    one.resolve(null)
  }

  function release(): void {
    for (const one of waiting.splice(0)) one.resolve(null)
  }

  function deliveryOf(message: Msg): Delivery {
    const { reply = '' } = message
    return {
      message,
      ...countsOf(reply),
      async ack() {
        await whileConnected(nats, nats.connection.request(reply, '+ACK', { timeout: jetStreamMs }))
      },
      working: () => void message.respond(encoder.encode('+WPI')),
      nak: () => void message.respond(encoder.encode('-NAK')),
      term: () => void message.respond(encoder.encode('+TERM')),
    }
  }
}

const encoder = new TextEncoder()

/** Status codes of a pull that ended without a job: 404 no message, 408 none in time. */
const emptyCodes: ReadonlySet<number> = new Set([404, 408])

/** `$JS.ACK.<stream>.<consumer>.<deliveries>.<sequence>…`, with domain and account before the stream on newer servers. */
function countsOf(reply: string): { deliveries: number; sequence: number } {
  const tokens = reply.split('.')
  const [deliveries, sequence] = tokens.slice(tokens.length > 9 ? 6 : 4)
  return { deliveries: Number(deliveries), sequence: Number(sequence) }
}
