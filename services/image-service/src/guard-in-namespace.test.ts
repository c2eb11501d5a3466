import { beforeAll, describe, expect, test } from '@jest/globals'
import { namespaceRefusal, runInNamespace } from './testing/namespace/in-namespace.ts'
import type { Result } from './testing/namespace/in-namespace.ts'
import type { Zone } from './testing/name-server.ts'

/*
 * The guard end to end, where a leak is seen as a connection instead of a packet that leaves this machine. Needs a
 * network namespace; where the machine has none to give, the tests are left out, but for CI, where they fail.
 */
const publicAddress = '93.184.216.34'
const publicAddress6 = '2606:4700:4700::1111'

const zone: Zone = {
  'cdn.example': [[publicAddress]],
  'six.example': [[publicAddress6]],
  'both.example': [[publicAddress, publicAddress6]],
  'half.example': 'servfail for aaaa',
  'broken.example': 'servfail',
  'silent.example': 'silence',
  'empty.example': [[]],
  'private.example': [['10.0.0.1']],
  'loopback.example': [['127.0.0.1']],
  'loopback6.example': [['::1']],
  'metadata.example': [['169.254.169.254']],
  'services.example': [['34.118.225.7']],
  'mixed.example': [[publicAddress, '10.0.0.5']],
  'mixed6.example': [[publicAddress, 'fd00::1']],
  'mapped.example': [['::ffff:169.254.169.254']],
  'compatible.example': [['::169.254.169.254']],
  'nat64.example': [['64:ff9b::a9fe:a9fe']],
  'sixtofour.example': [['2002:a9fe:a9fe::']],
  'unallocated.example': [['4000::1']],
  'rebinding.example': [[publicAddress], ['127.0.0.1']],
  'rebindlate.example': [[publicAddress], ['127.0.0.1']],
}

const blocked = 'rejected address_blocked literal'
const blockedBehindRedirect = 'rejected address_blocked redirect'
const unresolved = (detail: string) => `rejected resolution_rejected ${detail}`

const literals = [
  '127.0.0.1',
  '2130706433',
  '0x7f.1',
  '0177.0.0.1',
  '0.0.0.0',
  '10.0.0.1',
  '172.16.0.1',
  '192.168.1.1',
  '100.64.0.1',
  '169.254.169.254',
  '34.118.224.1',
  '224.0.0.1',
  '[::1]',
  '[::ffff:169.254.169.254]',
  '[::169.254.169.254]',
  '[64:ff9b::a9fe:a9fe]',
  '[2002:a9fe:a9fe::]',
  '[fd00:ec2::254]',
  '[fe80::1]',
  '[4000::1]',
]

interface Expected {
  url: string
  verdict: string
  /** Addresses that are connected to, in order. */
  reached: string[]
  times?: number
}

const cases: Expected[] = [
  ...['cdn', 'half'].map((name) => ({
    url: `http://${name}.example/a.jpg`,
    verdict: 'fetched',
    reached: [publicAddress],
  })),
  { url: 'http://six.example/a.jpg', verdict: 'fetched', reached: [publicAddress6] },
  { url: 'http://both.example/a.jpg', verdict: 'fetched', reached: [publicAddress] },
  { url: 'https://cdn.example/a.jpg', verdict: 'fetched', reached: [publicAddress] },
  { url: 'https://cdn.example./a.jpg', verdict: 'fetched', reached: [publicAddress] },
  { url: `http://${publicAddress}/a.jpg`, verdict: 'fetched', reached: [publicAddress] },
  { url: `http://[${publicAddress6}]/a.jpg`, verdict: 'fetched', reached: [publicAddress6] },
  // A certificate for another name.
  { url: `https://${publicAddress}/a.jpg`, verdict: 'failed network_error tls', reached: [publicAddress] },

  ...literals.flatMap((literal) => [
    { url: `http://${literal}/`, verdict: blocked, reached: [] },
    { url: `https://${literal}/`, verdict: blocked, reached: [] },
    {
      url: `http://cdn.example/to/${encodeURIComponent(`http://${literal}/`)}`,
      verdict: blockedBehindRedirect,
      reached: [publicAddress],
    },
  ]),

  ...[
    'private',
    'loopback',
    'loopback6',
    'metadata',
    'services',
    'mixed',
    'mixed6',
    'mapped',
    'compatible',
    'nat64',
    'sixtofour',
    'unallocated',
  ].flatMap((name) => [
    { url: `http://${name}.example/`, verdict: unresolved('private_answer'), reached: [] },
    { url: `https://${name}.example/`, verdict: unresolved('private_answer'), reached: [] },
    {
      url: `https://cdn.example/to/${encodeURIComponent(`http://${name}.example/`)}`,
      verdict: unresolved('private_answer'),
      reached: [publicAddress],
    },
  ]),

  { url: 'http://missing.example/', verdict: unresolved('nxdomain'), reached: [] },
  { url: `http://${'a'.repeat(64)}.example/`, verdict: unresolved('nxdomain'), reached: [] },
  { url: 'http://empty.example/', verdict: unresolved('no_address'), reached: [] },
  { url: 'http://broken.example/', verdict: 'failed network_error dns_server', reached: [] },
  { url: 'http://silent.example/', verdict: 'failed timeout dns', reached: [] },

  { url: 'http://rebinding.example/', verdict: 'fetched', reached: [publicAddress] },
  {
    url: 'http://rebindlate.example/',
    times: 2,
    verdict: unresolved('private_answer'),
    reached: [publicAddress],
  },
]

const internalNames = [
  'localhost',
  'kubernetes',
  'metadata.google.internal',
  'api.default.svc',
  'metadata.goog',
]

const control = 'raw:169.254.169.254'

const refusal = namespaceRefusal()

if (refusal === null) describe('the guard in a network of its own', checkGuard)
else {
  process.stderr.write(`guard-in-namespace.test.ts is left out: no network namespace here: ${refusal}\n`)
  test(`is left out where there is no network namespace, but not on CI: ${refusal}`, () => {
    expect(process.env.CI).not.toBe('true')
  })
}

function checkGuard(): void {
  let results = new Map<string, Result>()

  beforeAll(async () => {
    const scenarios = [
      ...cases.map(({ url, times = 1 }) => ({ url, times })),
      ...internalNames.map((name) => ({ url: `http://${name}/` })),
      { url: control },
    ]
    const answers = await runInNamespace({ zone, scenarios })
    results = new Map(scenarios.map(({ url }, index) => [url, found(answers[index])]))
  }, 60_000)

  test('would see a connection that goes around the guard', () => {
    expect(reached(control)).toEqual(['169.254.169.254'])
  })

  test.each(cases)('$url: $verdict', ({ url, verdict, reached: addresses }) => {
    expect([found(results.get(url)).verdict, ...reached(url)]).toEqual([verdict, ...addresses])
  })

  test.each(internalNames)('never asks a name server for %s', (name) => {
    const result = found(results.get(`http://${name}/`))
    expect(result).toEqual({ verdict: unresolved('internal_name'), connections: [], queries: [] })
  })

  test('asks for a name once for each kind of address', () => {
    expect(found(results.get('http://rebinding.example/')).queries).toEqual([
      'rebinding.example',
      'rebinding.example',
    ])
  })

  test('names the host to TLS, without the dot', () => {
    const result = found(results.get('https://cdn.example./a.jpg'))
    expect(result.connections.map(({ serverName }) => serverName)).toEqual(['cdn.example'])
  })

  function reached(url: string): string[] {
    return found(results.get(url)).connections.map(({ address }) => address)
  }
}

function found<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the scenario did not run')
  return value
}
