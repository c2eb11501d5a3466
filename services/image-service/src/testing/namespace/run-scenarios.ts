import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { json } from 'node:stream/consumers'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { setDefaultCACertificates } from 'node:tls'
import { createAddressGuard } from '@catalog/address-guard'
import { createImageFetcher } from '../../fetch/fetch-image.ts'
import { ImageError } from '../../image-error.ts'
import { describeForMerchant } from '../../reasons.ts'
import { createResolve } from '../../fetch/resolve.ts'
import { makeCertificate } from '../make-certificate.ts'
import { startNameServer } from '../name-server.ts'
import { NamespaceInput } from './in-namespace.ts'
import type { Result, Scenario } from './in-namespace.ts'
import { startRawHosts } from './raw-hosts.ts'

/*
 * Runs inside a namespace where every address is this machine (in-namespace.ts): reads scenarios from standard input
 * and writes results to standard output. Connections to any address are recorded.
 */
const trusted = makeCertificate([
  ...['cdn', 'hop', 'six', 'both', 'moving'].map((name) => `${name}.example`),
  '*.wild.example',
])
const expired = makeCertificate(['expired.example'], { fromDay: -20, toDay: -10 })
setDefaultCACertificates([trusted.cert, expired.cert])

const input = NamespaceInput.parse(await json(process.stdin))
const nameServer = await startNameServer(input.zone, 53)
const hosts = await startRawHosts({
  // The two allowed ports, and some that a merchant's URL must not reach.
  ports: [80, 443, 22, 6379, 8080],
  credentials: {
    '': trusted,
    'expired.example': expired,
    'untrusted.example': makeCertificate(['untrusted.example']),
  },
})

const results: Result[] = []
for (const scenario of input.scenarios) results.push(await run(scenario))
await new Promise<void>((resolve) => {
  process.stdout.write(JSON.stringify(results), () => resolve())
})
process.exit(0)

/**
 * Repeats a scenario whose time ran out before it reached a host: a short time limit is meant for the host's answer.
 */
async function run(scenario: Scenario): Promise<Result> {
  for (let earlier = 0; ; earlier++) {
    const result = await runOnce(scenario)
    if (result.verdict !== 'failed timeout total' || result.connections.length > 0)
      return withoutLate(result, earlier)
  }
}

/**
 * Removes late connections: an attempt that was aborted while it resolved its name may still connect, to the same host,
 * during the next scenario.
 */
function withoutLate({ connections, opened, ...rest }: Result, earlier: number): Result {
  const late = connections.slice(1, earlier + 1).filter(({ to }) => to === connections[0]?.to).length
  return { ...rest, connections: connections.slice(late), opened: opened - late }
}

async function runOnce(scenario: Scenario): Promise<Result> {
  const { url, times, answers, allowedHosts, deniedCidrs, limits } = scenario
  const { resolveMs, ...fetchLimits } = limits
  hosts.clear()
  hosts.answers = answers
  nameServer.forget()
  const openedBefore = countOpened()
  await using fetcher = createImageFetcher({
    guard: createAddressGuard({ deniedCidrs, allowedHosts }),
    resolve: createResolve({ timeoutMs: resolveMs, tries: 2 }),
    limits: { ...fetchLimits, connectMs: 120_000, maxBytes: 256 * 1024 },
  })
  let ended = { verdict: '', message: '' }
  for (let round = 0; round < times; round++) {
    ended = await judge(() => attempt(url, (it) => fetcher.fetch(it)))
    // The client puts a kept-alive connection into its pool.
    await setImmediate()
  }
  const opened = countOpened() - openedBefore
  await accepted(opened)
  return { ...ended, connections: hosts.connections, opened, queries: [...nameServer.queries] }
}

async function attempt(url: string, guardedFetch: (url: string) => Promise<unknown>): Promise<void> {
  const [, address, port] = /^raw:(.*):(\d+)$/.exec(url) ?? []
  if (address !== undefined) {
    await new Promise((resolve) => {
      const socket = connect(Number(port), address)
        .once('close', resolve)
        .on('error', () => {})
      socket.end('GET / HTTP/1.0\r\n\r\n').resume()
    })
  } else if (url.startsWith('global:')) {
    // The proxy refuses the request; only where it connected matters.
    await fetch(url.slice(7)).catch(() => {})
  } else await guardedFetch(url)
}

async function judge(work: () => Promise<void>): Promise<{ verdict: string; message: string }> {
  try {
    await work()
    return { verdict: 'fetched', message: '' }
  } catch (error) {
    if (!(error instanceof ImageError)) throw error
    const { outcome, reason, detail } = error
    return { verdict: `${outcome} ${reason} ${detail}`, message: describeForMerchant(error) }
  }
}

/** By all processes of this namespace, which has its own counters. */
function countOpened(): number {
  const rows = readFileSync('/proc/net/snmp', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('Tcp:'))
    .map((line) => line.split(' '))
  return Number(rows[1]?.[rows[0]?.indexOf('ActiveOpens') ?? -1])
}

/** Waits for connections that the client closed at once, which may arrive late. One to another port never arrives. */
async function accepted(opened: number): Promise<void> {
  for (let turn = 0; turn < 100 && hosts.connections.length < opened; turn++) {
    await setTimeout(5)
  }
}
