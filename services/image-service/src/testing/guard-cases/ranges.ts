import type { GuardCase } from './guard-case.ts'
import { http, redirect, refused } from './guard-case.ts'

/** First and last address of every range that is not public, as a literal and as a name server's answer. */
const ranges: Record<string, [string, string]> = {
  'this network': ['0.0.0.0', '0.255.255.255'],
  'private 10/8': ['10.0.0.0', '10.255.255.255'],
  'carrier-grade NAT': ['100.64.0.0', '100.127.255.255'],
  loopback: ['127.0.0.0', '127.255.255.255'],
  'link-local': ['169.254.0.0', '169.254.255.255'],
  'private 172.16/12': ['172.16.0.0', '172.31.255.255'],
  'IETF protocol assignments': ['192.0.0.0', '192.0.0.255'],
  'documentation 1': ['192.0.2.0', '192.0.2.255'],
  AS112: ['192.31.196.0', '192.31.196.255'],
  AMT: ['192.52.193.0', '192.52.193.255'],
  '6to4 relays': ['192.88.99.0', '192.88.99.255'],
  'private 192.168/16': ['192.168.0.0', '192.168.255.255'],
  'AS112, direct delegation': ['192.175.48.0', '192.175.48.255'],
  benchmarking: ['198.18.0.0', '198.19.255.255'],
  'documentation 2': ['198.51.100.0', '198.51.100.255'],
  'documentation 3': ['203.0.113.0', '203.0.113.255'],
  multicast: ['224.0.0.0', '239.255.255.255'],
  'reserved, and broadcast': ['240.0.0.0', '255.255.255.255'],
  'the Services of GKE': ['34.118.224.0', '34.118.239.255'],
  'below global unicast: unspecified, compatible, mapped, NAT64': [
    '::',
    '1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
  ],
  'IPv4-mapped': ['::ffff:0:0', '::ffff:ffff:ffff'],
  'NAT64, well known': ['64:ff9b::', '64:ff9b::ffff:ffff'],
  'NAT64, local': ['64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff'],
  'discard-only': ['100::', '100::ffff:ffff:ffff:ffff'],
  'dummy prefix': ['100:0:0:1::', '100::1:ffff:ffff:ffff:ffff'],
  'IETF protocol assignments, IPv6': ['2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff'],
  'documentation, IPv6': ['2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
  '6to4': ['2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  'AS112, IPv6': ['2620:4f:8000::', '2620:4f:8000:ffff:ffff:ffff:ffff:ffff'],
  'documentation, IPv6, new': ['3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff'],
  'above global unicast': ['4000::', 'fbff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  'segment routing': ['5f00::', '5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  'unique local': ['fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  'link-local, IPv6': ['fe80::', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  'site-local': ['fec0::', 'feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  'multicast, IPv6': ['ff00::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
}

/** The public neighbours of those ranges: a range that is too wide would refuse pictures. */
const neighbours = [
  ['1.0.0.0', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '126.255.255.255', '128.0.0.0'],
  ['169.253.255.255', '169.255.0.0', '172.15.255.255', '172.32.0.0', '191.255.255.255', '192.0.1.0'],
  ['192.0.1.255', '192.0.3.0', '192.31.195.255', '192.31.197.0', '192.52.192.255', '192.52.194.0'],
  ['192.88.98.255', '192.88.100.0', '192.167.255.255', '192.169.0.0', '192.175.47.255', '192.175.49.0'],
  ['198.17.255.255', '198.20.0.0', '198.51.99.255', '198.51.101.0', '203.0.112.255', '203.0.114.0'],
  ['223.255.255.255', '34.118.223.255', '34.118.240.0'],
  ['2000::', '2000:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '2001:200::', '2001:db7:ffff::1', '2001:db9::'],
  ['2003::', '2620:4f:7fff:ffff::1', '2620:4f:8001::', '3ffe:ffff::1', '3fff:1000::', '3fff:ffff::1'],
].flat()

const samples = Object.entries(ranges).flatMap(([what, ends]) => ends.map((address) => ({ what, address })))

export const rangeZone = Object.fromEntries(
  [...samples.map(({ address }) => address), ...neighbours].map((address) => [nameOf(address), [[address]]]),
)

export const rangeCases: GuardCase[] = [
  ...samples.flatMap(({ what, address }) => [
    {
      what: `${what}, as a literal: ${address}`,
      url: `http://${literal(address)}/`,
      verdict: refused.literal,
    },
    {
      what: `${what}, as a name’s answer: ${address}`,
      url: `https://${nameOf(address)}/`,
      verdict: refused.privateAnswer,
    },
    {
      what: `${what}, as the answer for a redirect’s name: ${address}`,
      url: 'http://cdn.example/go',
      answers: { 'cdn.example/go': redirect(307, `https://${nameOf(address)}/`) },
      verdict: refused.privateAnswer,
      reached: [http],
    },
  ]),
  ...neighbours.flatMap((address) => [
    {
      what: `a public neighbour of a special range stays reachable: ${address}`,
      url: `http://${nameOf(address)}/a.jpg`,
      verdict: 'fetched',
      reached: [`${literal(address)}:80`],
    },
    {
      what: `a public neighbour stays reachable behind a redirect: ${address}`,
      url: 'http://cdn.example/go',
      answers: { 'cdn.example/go': redirect(301, `http://${literal(address)}/a.jpg`) },
      verdict: 'fetched',
      reached: [http, `${literal(address)}:80`],
    },
  ]),
]

function nameOf(address: string): string {
  return `at-${address.replaceAll(/[.:]/g, '-')}.ranges.example`
}

function literal(address: string): string {
  return address.includes(':') ? `[${address}]` : address
}
