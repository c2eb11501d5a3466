import { isIP } from 'node:net'
import { describe, expect, test } from '@jest/globals'
import {
  array,
  assert,
  bigInt,
  configureGlobal,
  constantFrom,
  integer,
  ipV4,
  ipV6,
  oneof,
  property,
  string,
} from 'fast-check'
import { createAddressGuard } from './address-guard.ts'
import addresses from './testing/addresses.json' with { type: 'json' }

// A fixed seed: the same cases in each run.
configureGlobal({ seed: 42 })

const guard = createAddressGuard({ deniedCidrs: ['34.118.224.0/20', '2600:1f00::/24'], allowedHosts: [] })

describe('forbids addresses that are not public', () => {
  test.each(Object.entries(addresses.forbidden))('%s: %s', (_what, ip) => {
    expect(guard.forbidden(ip)).toBe(true)
  })
})

describe('lets public addresses through', () => {
  test.each(addresses.public)('%s', (ip) => {
    expect(guard.forbidden(ip)).toBe(false)
  })
})

describe('whatever the address', () => {
  test('any IPv4 address is forbidden inside IPv6, in every form that is routed or translated', () => {
    assert(
      property(number32, number16, (ip, filler) => {
        for (const [form, carry] of Object.entries(carriers)) {
          const address = written(carry(BigInt(ip), BigInt(filler)))
          expect([form, address, guard.forbidden(address)]).toEqual([form, address, true])
        }
      }),
    )
  })

  test('IPv4 is forbidden exactly where a registry lists it', () => {
    assert(
      property(oneof(number32, nearBorders(notPublic4)), (value) => {
        const ip = [24, 16, 8, 0].map((shift) => (value >>> shift) & 255).join('.')
        expect([ip, guard.forbidden(ip)]).toEqual([ip, notPublic4.some(holds(BigInt(value)))])
      }),
      { numRuns: 3000 },
    )
  })

  test('IPv6 is forbidden exactly where a registry lists it', () => {
    const anywhere = bigInt({ min: 0n, max: (1n << 128n) - 1n })
    const inGlobalUnicast = bigInt({ min: 0x2n << 124n, max: (0x4n << 124n) - 1n })
    const atBorder = constantFrom(
      ...notPublic6.flatMap(([first, last]) => [first - 1n, first, last, last + 1n]),
    )
    assert(
      property(oneof(anywhere, inGlobalUnicast, atBorder), (value) => {
        const number = value & ((1n << 128n) - 1n)
        const ip = written(number)
        const isIsatap = ((number >> 32n) & 0xfdff_ffffn) === 0x5efen
        expect([ip, guard.forbidden(ip)]).toEqual([ip, isIsatap || notPublic6.some(holds(number))])
      }),
      { numRuns: 3000 },
    )
  })

  test('a text that is no address is forbidden, and none makes it throw', () => {
    const pieces = constantFrom(...addresses.pieces)
    const assembled = array(pieces, { maxLength: 12 }).map((list) => list.join(''))
    assert(
      property(
        oneof(
          assembled,
          string(),
          ipV4(),
          ipV6(),
          ipV6().map((ip) => `${ip}%eth0`),
        ),
        (text) => {
          const isForbidden = guard.forbidden(text)
          if (isIP(text) === 0 || text.includes('%')) expect(isForbidden).toBe(true)
        },
      ),
      { numRuns: 3000 },
    )
  })
})

const number32 = integer({ min: 0, max: 0xffff_ffff })
const number16 = integer({ min: 0, max: 0xffff })

type Span = [first: bigint, last: bigint]

/** The IANA registries a second time, as first and last numbers instead of prefixes. */
const notPublic4: Span[] = [
  [0x00000000n, 0x00ffffffn],
  [0x0a000000n, 0x0affffffn],
  [0x22_76_e0_00n, 0x22_76_ef_ffn],
  [0x64400000n, 0x647fffffn],
  [0x7f000000n, 0x7fffffffn],
  [0xa9fe0000n, 0xa9feffffn],
  [0xac100000n, 0xac1fffffn],
  [0xc0000000n, 0xc00000ffn],
  [0xc0000200n, 0xc00002ffn],
  [0xc01fc400n, 0xc01fc4ffn],
  [0xc034c100n, 0xc034c1ffn],
  [0xc0586300n, 0xc05863ffn],
  [0xc0a80000n, 0xc0a8ffffn],
  [0xc0af3000n, 0xc0af30ffn],
  [0xc6120000n, 0xc613ffffn],
  [0xc6336400n, 0xc63364ffn],
  [0xcb007100n, 0xcb0071ffn],
  [0xe0000000n, 0xffffffffn],
]

const notPublic6: Span[] = [
  [0n, (0x2000n << 112n) - 1n],
  [0x2001n << 112n, (0x2001_0200n << 96n) - 1n],
  [0x2001_0db8n << 96n, (0x2001_0db9n << 96n) - 1n],
  [0x2002n << 112n, (0x2003n << 112n) - 1n],
  [0x2600_1f00n << 96n, (0x2600_2000n << 96n) - 1n],
  [0x2620_004f_8000n << 80n, (0x2620_004f_8001n << 80n) - 1n],
  [0x3fffn << 112n, (0x3fff_1000n << 96n) - 1n],
  [0x4000n << 112n, (1n << 128n) - 1n],
]

function holds(value: bigint): (span: Span) => boolean {
  return ([first, last]) => value >= first && value <= last
}

function nearBorders(spans: Span[]) {
  const borders = spans.flatMap(([first, last]) => [first - 1n, first, last, last + 1n])
  return constantFrom(...borders.map((border) => Number(border & 0xffff_ffffn)))
}

/** How IPv6 carries IPv4: the forms with an embedded address; `filler` is 16 bits without meaning here. */
const carriers: Record<string, (ip: bigint, filler: bigint) => bigint> = {
  mapped: (ip) => (0xffffn << 32n) | ip,
  compatible: (ip) => ip,
  translated: (ip) => (0xffff_0000n << 32n) | ip,
  'NAT64, well known': (ip) => (0x64_ff9bn << 96n) | ip,
  'NAT64, local, /96': (ip, filler) => (0x64_ff9b_0001n << 80n) | (filler << 64n) | ip,
  'NAT64, local, /48': (ip) => (0x64_ff9b_0001n << 80n) | ((ip >> 16n) << 64n) | ((ip & 0xffffn) << 40n),
  '6to4': (ip, filler) => (0x2002n << 112n) | (ip << 80n) | (filler << 64n) | filler,
  'Teredo, of the client': (ip, filler) => (0x2001n << 112n) | (filler << 32n) | (ip ^ 0xffff_ffffn),
  'Teredo, of the server': (ip, filler) => (0x2001n << 112n) | (ip << 64n) | filler,
  ISATAP: (ip, filler) => (0x2606_4700n << 96n) | (filler << 64n) | (0x5efen << 32n) | ip,
  'ISATAP, unique': (ip, filler) => (0x2a00n << 112n) | (filler << 64n) | (0x0200_5efen << 32n) | ip,
}

function written(value: bigint): string {
  return value
    .toString(16)
    .padStart(32, '0')
    .replace(/.{4}(?!$)/g, '$&:')
}
