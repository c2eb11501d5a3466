import type { ConnectionOptions } from 'nats'
import { z } from 'zod'

/**
 * A service's setting: `nats://host:port`, or several separated by commas; the first may have user and password, or a
 * token. With `tls://`, a server without encryption is refused; `nats://` encrypts where the server offers it.
 */
export const natsUrl = z
  .string()
  .refine((text) => addressesOf(text).every(isNatsServer) && kindsOf(text).size === 1, {
    error: 'must be nats://host:port or tls://host:port, or several of the same kind separated by commas',
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
  const encryption = kindsOf(url).has('tls:') ? { tls: {} } : {}
  return { servers: addresses.map(({ host }) => host), ...credentials, ...encryption }
}

function addressesOf(url: string): string[] {
  return url.split(',').map((address) => address.trim())
}

function kindsOf(url: string): Set<string | undefined> {
  return new Set(addressesOf(url).map((address) => URL.parse(address)?.protocol))
}

function isNatsServer(address: string): boolean {
  const { protocol, host, username, password } = URL.parse(address) ?? {}
  return (
    (protocol === 'nats:' || protocol === 'tls:') && host !== '' && isEncoded(username) && isEncoded(password)
  )
}

function isEncoded(text = ''): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}
