import type { Msg, NatsConnection, SubscriptionOptions } from 'nats'
import { MsgImpl } from 'nats/lib/src/nats-base-client.js'

/** Ours have less than one. For headers of a megabyte, the client takes many seconds: quadratic time. */
const maxHeaderBytes = 16 * 1024

/**
 * Callbacks of the connection's subscriptions get no message whose headers are malformed or too large. An error of a
 * callback is logged: in the client, it would end the connection for all of them.
 */
export function dropUnreadable(
  connection: NatsConnection,
  log: Record<'error' | 'warn', (message: string, fields: Record<string, unknown>) => void>,
): void {
  const subscribe = connection.subscribe.bind(connection)
  connection.subscribe = (subject, { callback, ...options }: SubscriptionOptions = {}) => {
    if (callback === undefined) return subscribe(subject, options)
    return subscribe(subject, {
      ...options,
      callback(error, message) {
        if (error === null && !isReadable(message)) {
          log.warn('a message with unreadable headers is dropped', { subject })
          return
        }
        try {
          callback(error, message)
        } catch (thrown) {
          log.error('a message could not be handled', { subject, error: thrown })
        }
      },
    })
  }
}

function isReadable(message: Msg): boolean {
  if (!(message instanceof MsgImpl)) return false
  const { subject, reply, data } = message
  if (message.size() - subject.length - reply.length - data.length > maxHeaderBytes) return false
  try {
    // Parses them, once for all who read them.
    message.headers?.keys()
    return true
  } catch {
    return false
  }
}
