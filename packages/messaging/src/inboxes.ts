import { randomUUID } from 'node:crypto'
import { createInbox } from 'nats'
import type { Msg, NatsConnection, NatsError, Subscription } from 'nats'

/** Reply subjects of one connection. */
export interface Inboxes {
  /** One behind the subscription that they all share: it costs no round trip. */
  open(onMessage: (message: Msg) => void): Inbox
  /** One of its own, so that the server knows when nobody listens to it any more. */
  subscribe(callback: (error: NatsError | null, message: Msg) => void): Subscription
}

export interface Inbox {
  readonly subject: string
  close(): void
}

export function subscribeInboxes(connection: NatsConnection, under: string): Inboxes {
  const prefix = createInbox(under)
  const listeners = new Map<string, (message: Msg) => void>()
  connection.subscribe(`${prefix}.*`, {
    callback: (error, message) => {
      if (error === null) listeners.get(message.subject)?.(message)
    },
  })
  return {
    open(onMessage) {
      // Not a number that counts: who answers one request could answer the next, of another service, in its place.
      const subject = `${prefix}.${randomUUID()}`
      listeners.set(subject, onMessage)
      return { subject, close: () => listeners.delete(subject) }
    },
    subscribe: (callback) => connection.subscribe(createInbox(under), { callback }),
  }
}
