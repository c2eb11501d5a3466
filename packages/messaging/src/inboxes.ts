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
  let opened = 0
  connection.subscribe(`${prefix}.*`, {
    callback: (error, message) => {
      if (error === null) listeners.get(message.subject)?.(message)
    },
  })
  return {
    open(onMessage) {
      opened += 1
      const subject = `${prefix}.${opened.toString(36)}`
      listeners.set(subject, onMessage)
      return { subject, close: () => listeners.delete(subject) }
    },
    subscribe: (callback) => connection.subscribe(createInbox(under), { callback }),
  }
}
