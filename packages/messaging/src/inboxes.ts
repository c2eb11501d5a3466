import { createInbox } from 'nats'
import type { Msg, NatsConnection } from 'nats'

/** Reply subjects of one connection, behind a single subscription: opening one costs no round trip. */
export interface Inboxes {
  open(onMessage: (message: Msg) => void): Inbox
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
  }
}
