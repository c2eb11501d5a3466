import { spawn } from 'node:child_process'
import { json } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { asRoot, refusalOf } from '../../../../../test/support/namespace.ts'
import { Zone } from '../name-server.ts'

/** What a host sends once a request's head has arrived: bytes, as latin1. */
export const HostAnswer = z.object({
  say: z.array(z.string()),
  /** Pause between two pieces, in milliseconds. */
  everyMs: z.number().default(0),
  /** Repeats the last piece until the connection ends. */
  endless: z.boolean().default(false),
  ending: z.enum(['close', 'keep', 'reset']).default('close'),
})

export const Scenario = z.object({
  /**
   * The URL to fetch. `raw:address:port` connects and `global:url` fetches without the guard, to show that bypassing it
   * is detected.
   */
  url: z.string(),
  /** How often to fetch it, one after the other; the last result counts. */
  times: z.number().default(1),
  /** By `host/path`, the host without its port. Anything else is answered with a picture. */
  answers: z.record(z.string(), HostAnswer).default({}),
  allowedHosts: z.array(z.string()).default([]),
  deniedCidrs: z.array(z.string()).default(['34.118.224.0/20']),
  /** In milliseconds: long enough never to expire on a busy machine. */
  limits: z
    .object({
      headersMs: z.number().default(120_000),
      idleMs: z.number().default(120_000),
      totalMs: z.number().default(120_000),
      /** For the name server's first attempt, in milliseconds. */
      resolveMs: z.number().default(5000),
    })
    .prefault({}),
})

const Connection = z.object({
  /** The connection's target as `address:port`; `[address]:port` for IPv6. */
  to: z.string(),
  /** For TLS: the server name that the client sent. */
  serverName: z.string().optional(),
  /** Request lines. */
  requests: z.array(z.string()),
})

const Result = z.object({
  /** `fetched`, or outcome, reason and detail. */
  verdict: z.string(),
  /** The merchant's message; empty if it was fetched. */
  message: z.string(),
  /** Connections that reached this machine, under any address, while the scenario ran. */
  connections: z.array(Connection),
  /** TCP connections begun in the namespace, to any address and port, accepted or not, by the kernel's own count. */
  opened: z.number(),
  queries: z.array(z.string()),
})

export const NamespaceInput = z.object({ zone: Zone, scenarios: z.array(Scenario) })

export type NamespaceInput = z.input<typeof NamespaceInput>
export type HostAnswer = z.output<typeof HostAnswer>
export type Scenario = z.output<typeof Scenario>
export type Connection = z.infer<typeof Connection>
export type Result = z.infer<typeof Result>

/**
 * Why this machine cannot create a network namespace in which every address is this machine; null if it can. In such a
 * namespace a guard that leaks is detected, and nothing leaves the machine.
 */
export function namespaceRefusal(): string | null {
  return refusalOf(['unshare', ...inNamespace, 'true'])
}

/** Runs scenarios through the real guard, resolver and client in such a namespace. */
export async function runInNamespace(input: NamespaceInput): Promise<Result[]> {
  const script = fileURLToPath(new URL('run-scenarios.ts', import.meta.url))
  const child = spawn('unshare', [...inNamespace, process.execPath, script], {
    stdio: ['pipe', 'pipe', 'inherit'],
    // Far longer than the table takes: for a scenario that hangs.
    timeout: 340_000,
    killSignal: 'SIGKILL',
    env: {
      PATH: process.env.PATH,
      ...proxies,
      NODE_USE_ENV_PROXY: '1',
      NODE_OPTIONS: '--disable-warning=ExperimentalWarning',
    },
  })
  child.stdin.end(JSON.stringify(input))
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  const [code, results] = await Promise.all([ended, json(child.stdout).catch((error: unknown) => error)])
  if (code !== 0) throw new Error(`the scenarios ended with code ${code}`)
  return z.array(Result).parse(results)
}

/** Proxy variables, as a cluster may set them for everything: they bypass the guard in a client that heeds them. */
const proxies = Object.fromEntries(
  ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY']
    .flatMap((name) => [name, name.toLowerCase()])
    .map((name) => [name, 'http://10.9.9.9:80']),
)

/** Routes every address to this machine; looks names up as in a pod. */
const setUp = [
  'ip link set lo up',
  'ip route add local 0.0.0.0/0 dev lo',
  'ip -6 route add local ::/0 dev lo',
  'mount --bind "$0/resolv.conf" /etc/resolv.conf',
  'mount --bind "$0/hosts" /etc/hosts',
  'exec "$@"',
].join(' && ')

/** Runs the command that follows inside the namespace. */
const inNamespace = [...asRoot, '-n', '-m', 'sh', '-c', setUp, fileURLToPath(new URL('etc', import.meta.url))]
