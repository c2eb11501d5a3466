import type { Nats } from './connect-nats.ts'
import { unavailable } from './wire.ts'

/**
 * The answer, or `unavailable` at a disconnect: after a reconnect, the server no longer knows the subscription for the
 * answer.
 */
export async function whileConnected<T>(nats: Nats, answer: Promise<T>): Promise<T> {
  const lost = Promise.withResolvers<never>()
  const forget = nats.onDisconnect(() => lost.reject(unavailable()))
  try {
    return await Promise.race([answer, lost.promise])
  } finally {
    forget()
  }
}
