import { describe, expect, test } from '@jest/globals'
import { Agent, request } from 'undici'
import { createAddressGuard } from '@catalog/address-guard'
import type { AddressGuard } from '@catalog/address-guard'
import { createConnector } from './open-connection.ts'
import { startRawHost } from '../testing/image-host.ts'
import type { ImageHost } from '../testing/image-host.ts'
import { verdictOf } from '../testing/verdict-of.ts'

describe('the connected peer is judged before a byte is sent', () => {
  test.each([
    ['the look-up accepted it', 'http://cdn.example', fooledOnce],
    ['the look-up accepted it', 'https://cdn.example', fooledOnce],
    ['a literal address bypassed the look-up', 'http://127.0.0.1', () => strict],
    ['a literal address bypassed the look-up', 'https://127.0.0.1', () => strict],
  ])('if %s: %s', async (_, origin, makeGuard) => {
    let bytes = 0
    await using host = await startRawHost((socket) => socket.on('data', (chunk) => (bytes += chunk.length)))
    expect(await verdictOf(connect(host, origin, makeGuard()))).toBe('rejected address_blocked peer')
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

async function connect(host: ImageHost, origin: string, guard: AddressGuard): Promise<void> {
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
  } finally {
    await dispatcher.destroy()
  }
}
