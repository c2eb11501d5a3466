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
  /** For the look-up and the connection together, in milliseconds. */
  timeoutMs: number
}

/**
 * Opens connections for undici to addresses that the guard has checked. A name is resolved once and the connection goes
 * to one of those answers, so that a second answer (DNS rebinding) never counts. Literals do not pass the look-up, and
 * `net.BlockList` is not applied to TLS: therefore the peer is checked again before a byte is sent.
 */
export function createConnector({ guard, resolve, timeoutMs }: ConnectorOptions): buildConnector.connector {
  const shared = { allowH2: false, timeout: timeoutMs, autoSelectFamilyAttemptTimeout: 500 }
  const connectGuarded = buildConnector({
    ...shared,
    lookup: lookupWith((name) => resolvePublic(guard, resolve, name)),
  })
  // The operator's exceptions are the operator's names: the search list and the hosts file apply to them.
  const connectException = buildConnector({ ...shared, lookup: lookupWith(resolveInSystem) })

  return (options, callback) => {
    if (guard.isException(options)) {
      connectException(options, callback)
      return
    }
    // undici's types leave out that the socket is returned; without it there would be no guard.
    const socket: unknown = connectGuarded(options, callback)
    if (!(socket instanceof Socket)) throw new TypeError('the connector gave no socket to guard')
    // Before TLS's own listener: no ClientHello either.
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
      // Given no error, an empty list would be an address of ''.
      const [first] = addresses ?? []
      if (error !== null || first === undefined) callback(error ?? new Error('no address'), '')
      else if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
}
