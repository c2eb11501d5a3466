import type { ConnectionOptions } from 'nats'
import { z } from 'zod'

/**
 * A service's setting: `nats://host:port`, or several separated by commas; the first may have user and password, or a
 * token.
 */
export const natsUrl = z
  .string()
  .refine((text) => addressesOf(text).every(isNatsServer), {
    error: 'must be nats://host:port, or several of them separated by commas',
  })
  .meta({ secret: true })

/** nats.js ignores credentials in the address. */
export function connectionOptionsOf(url: string): ConnectionOptions {
  const addresses = addressesOf(url).map((address) => new URL(address))
  const { username = '', password = '' } = addresses[0] ?? {}
  const credentials =
    password === ''
      ? username === ''
        ? {}
        : { token: decodeURIComponent(username) }
      : { user: decodeURIComponent(username), pass: decodeURIComponent(password) }
  return { servers: addresses.map(({ host }) => host), ...credentials }
}

function addressesOf(url: string): string[] {
  return url.split(',').map((address) => address.trim())
}

function isNatsServer(address: string): boolean {
  const { protocol, host, username, password } = URL.parse(address) ?? {}
  return protocol === 'nats:' && host !== '' && isEncoded(username) && isEncoded(password)
}

function isEncoded(text = ''): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}
