import { describe, expect, test } from '@jest/globals'
import { Agent, request } from 'undici'
import { createAddressGuard } from '@catalog/address-guard'
import type { AddressGuard } from '@catalog/address-guard'
import { ImageError } from '../image-error.ts'
import { createConnector } from './open-connection.ts'
import { startRawHost } from '../testing/image-host.ts'
import type { ImageHost } from '../testing/image-host.ts'

describe('the connected peer is judged before a byte is sent', () => {
  test.each(['http', 'https'])('if the look-up accepted it: %s', async (protocol) => {
    let bytes = 0
    await using host = await startRawHost((socket) => socket.on('data', (chunk) => (bytes += chunk.length)))
    const error = await failure(host, `${protocol}://cdn.example`, fooledOnce())
    expect(error).toMatchObject({ reason: 'address_blocked', detail: 'peer' })
    await host.idle()
    expect(bytes).toBe(0)
  })

  test.each(['http', 'https'])('if a literal address bypassed the look-up: %s', async (protocol) => {
    let bytes = 0
    await using host = await startRawHost((socket) => socket.on('data', (chunk) => (bytes += chunk.length)))
    const error = await failure(host, `${protocol}://127.0.0.1`, strict)
    expect(error).toMatchObject({ reason: 'address_blocked', detail: 'peer' })
    await host.idle()
    expect(bytes).toBe(0)
  })
})

const strict = createAddressGuard({ deniedCidrs: [], allowedHosts: [] })

/** A guard that accepts the resolver's answer and refuses the same address at the connection. */
function fooledOnce(): AddressGuard {
  let asked = 0
  return { ...strict, forbidden: (ip) => (asked++ === 0 ? false : strict.forbidden(ip)) }
}

async function failure(host: ImageHost, origin: string, guard: AddressGuard): Promise<ImageError> {
  const port = host.host.split(':')[1]
  const dispatcher = new Agent({
    connect: createConnector({
      guard,
      resolve: () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
      timeoutMs: 60_000,
    }),
  })
  try {
    await request(`${origin}:${port}/`, { dispatcher, headersTimeout: 60_000 })
  } catch (error) {
    if (error instanceof ImageError) return error
    throw error
  } finally {
    await dispatcher.destroy()
  }
  throw new Error('the request was answered')
}
