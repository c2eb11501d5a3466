import { lookup as lookupInSystem } from 'node:dns/promises'
import { Socket } from 'node:net'
import type { LookupFunction } from 'node:net'
import { callbackify } from 'node:util'
import { buildConnector } from 'undici'
import type { AddressGuard } from '@catalog/address-guard'
import { ImageError } from '../image-error.ts'
import type { Resolve, ResolvedAddress } from './resolve.ts'

export interface ConnectorOptions {
  guard: AddressGuard
  resolve: Resolve
  /** For look-up and connection together, in milliseconds. */
  timeoutMs: number
}

/**
 * Opens connections for undici to addresses that the guard has checked. A name is resolved once and the connection goes
 * to one of those answers, so that a second answer (DNS rebinding) has no effect. Literal addresses bypass the look-up,
 * and TLS ignores `net.BlockList`; therefore the peer is checked again before a byte is sent.
 */
export function createConnector({ guard, resolve, timeoutMs }: ConnectorOptions): buildConnector.connector {
  const shared = { allowH2: false, timeout: timeoutMs, autoSelectFamilyAttemptTimeout: 500 }
  const connectGuarded = buildConnector({
    ...shared,
    lookup: lookupWith((name) => resolvePublic(guard, resolve, name)),
  })
  // The search list and the hosts file apply to the operator's exceptions, which are names that the operator chose.
  const connectException = buildConnector({ ...shared, lookup: lookupWith(resolveInSystem) })

  return (options, callback) => {
    if (guard.isException(options)) {
      connectException(options, callback)
      return
    }
    // undici's types omit that the socket is returned; without the socket there would be no check of the peer.
    const socket: unknown = connectGuarded(options, callback)
    if (!(socket instanceof Socket)) throw new TypeError('the connector gave no socket to guard')
    // Before TLS's own listener, so that not even a ClientHello is sent.
    socket.prependOnceListener('connect', () => {
      if (guard.forbidden(socket.remoteAddress ?? '')) {
        socket.destroy(new ImageError('address_blocked', 'peer'))
      }
    })
  }
}

async function resolvePublic(
  guard: AddressGuard,
  resolve: Resolve,
  name: string,
): Promise<ResolvedAddress[]> {
  const addresses = await resolve(name)
  if (addresses.some(({ address }) => guard.forbidden(address))) {
    throw new ImageError('resolution_rejected', 'private_answer')
  }
  return addresses
}

async function resolveInSystem(name: string): Promise<ResolvedAddress[]> {
  const addresses = await lookupInSystem(name, { all: true })
  return addresses.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }))
}

function lookupWith(resolve: Resolve): LookupFunction {
  const lookup = callbackify(resolve)
  return (hostname, options, callback) => {
    lookup(hostname, (error, addresses) => {
      // Without an error, undici would take an empty list for the address ''.
      const [first] = addresses ?? []
      if (error !== null || first === undefined) callback(error ?? new Error('no address'), '')
      else if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
}
