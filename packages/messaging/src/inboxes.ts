import { randomUUID } from 'node:crypto'
import { createInbox } from 'nats'
import type { Msg, NatsConnection, NatsError, Subscription } from 'nats'

/** Reply subjects of one connection. */
export interface Inboxes {
  /** An inbox behind one subscription that all of them share: opening it costs no round trip. */
  open(onMessage: (message: Msg) => void): Inbox
  /** A subscription of its own, so that the server knows when nobody listens to it any more. */
  subscribe(callback: (error: NatsError | null, message: Msg) => void): Subscription
}

export interface Inbox {
  readonly subject: string
  close(): void
}

/** Answers and frames go only to inboxes, whatever subject a message asks to be answered at. */
export function isInbox(subject: string | undefined): subject is string {
  return subject?.startsWith('_INBOX.') === true
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
      // Random instead of a counter: a service that answers one request must not be able to guess the subject of the
      // next one and answer it in another service's place.
      const subject = `${prefix}.${randomUUID()}`
      listeners.set(subject, onMessage)
      return { subject, close: () => listeners.delete(subject) }
    },
    subscribe: (callback) => connection.subscribe(createInbox(under), { callback }),
  }
}
