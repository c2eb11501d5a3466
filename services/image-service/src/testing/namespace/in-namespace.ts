import { spawn, spawnSync } from 'node:child_process'
import { json } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

const Scenario = z.object({
  url: z.string(),
  /** Fetched that often, one after the other; the last one's result counts. */
  times: z.number().default(1),
})

const Connection = z.object({
  address: z.string(),
  port: z.number(),
  bytes: z.number(),
  /** For TLS: the name that the client asked for. */
  serverName: z.string().optional(),
})

const Result = z.object({
  /** `fetched`, or outcome, reason and detail. */
  verdict: z.string(),
  /** What reached this machine, under whatever address, while the scenario ran. */
  connections: z.array(Connection),
  queries: z.array(z.string()),
})

export const NamespaceInput = z.object({
  /** As name-server.ts has it. */
  zone: z.record(
    z.string(),
    z.union([z.array(z.array(z.string())), z.enum(['servfail', 'silence', 'servfail for aaaa'])]),
  ),
  scenarios: z.array(Scenario),
})

export type NamespaceInput = z.input<typeof NamespaceInput>
export type Scenario = z.output<typeof Scenario>
export type Connection = z.infer<typeof Connection>
export type Result = z.infer<typeof Result>

/**
 * A network namespace in which every address is this machine: a guard that leaks is seen, and nothing leaves. Null
 * with the reason where this machine does not allow one.
 */
export function namespaceRefusal(): string | null {
  const tried = spawnSync('unshare', [...unshareFlags, 'sh', '-c', routes], { encoding: 'utf8' })
  return tried.status === 0 ? null : (tried.error?.message ?? tried.stderr.trim())
}

/** Runs scenarios through the real guard, resolver and client in such a namespace. */
export async function runInNamespace(input: NamespaceInput): Promise<Result[]> {
  const script = fileURLToPath(new URL('run-scenarios.ts', import.meta.url))
  const command = `${routes} && exec "$0" "$1"`
  const child = spawn('unshare', [...unshareFlags, 'sh', '-c', command, process.execPath, script], {
    stdio: ['pipe', 'pipe', 'inherit'],
    // A proxy of the environment would be a way around the guard.
    env: {
      PATH: process.env.PATH,
      HTTP_PROXY: 'http://10.9.9.9:80',
      HTTPS_PROXY: 'http://10.9.9.9:80',
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

const unshareFlags = process.getuid?.() === 0 ? ['-n'] : ['-r', '-n']

const routes = 'ip link set lo up && ip route add local 0.0.0.0/0 dev lo && ip -6 route add local ::/0 dev lo'
