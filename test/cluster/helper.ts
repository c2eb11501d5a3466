import { spawn } from 'node:child_process'
import { connect } from 'node:net'
import type { Watchdog } from '../../deploy/local/processes.ts'
import { paintPicture } from '../support/image-host.ts'
import { waitFor } from '../support/wait-for.ts'
import type { ClientTools } from './client-tools.ts'
import { programServer } from './servers.ts'

/** The pod of helper-pod.mjs, and access to the cluster through it. */
export interface Helper {
  /** Host of the images, for images.allowedHosts. */
  host: string
  /** URL of a picture. */
  picture(path: string): string
  /** Number of requests by path, for paths with this prefix. */
  asked(prefix: string): Promise<Record<string, number>>
  /** From now on pictures wait until `open` is called. */
  hold(): Promise<void>
  open(): Promise<void>
  /** Where the gateway's Service answers, asked for before each request. */
  gatewayUrl: () => string
  /** Must be called after each installation, since the Service has a new address. */
  findGateway: () => Promise<void>
  /** Runs a line of JavaScript inside the cluster, and returns what it wrote. */
  evaluate(script: string): Promise<string>
}

const pod = 'helper-0'

/** @param entrance Service through which clients reach the gateway */
export async function startHelper(tools: ClientTools, watchdog: Watchdog, entrance: string): Promise<Helper> {
  const picture = await paintPicture('cluster.jpg')
  await tools.apply(
    programServer('helper', new URL('helper-pod.mjs', import.meta.url), {
      port: 8090,
      ports: [8080],
      env: [{ name: 'GATEWAY', value: entrance }],
      binaryData: { 'picture.jpg': picture },
    }),
  )
  await tools.kubectl(['rollout', 'status', 'statefulset/helper', '--timeout=600s'])
  const addressOf = (service: string) =>
    tools.kubectl(['get', 'service', service, '-o', 'jsonpath={.spec.clusterIP}'])
  // By IP address: internal names are refused.
  const host = `${await addressOf('helper')}:8090`
  const direct = await isReachable(host)
  const forwarded = direct ? null : await forward(tools, watchdog)
  const hostUrl = `http://${forwarded?.images ?? host}`
  let gateway = ''

  return {
    host,
    picture: (path) => `http://${host}${path}`,
    asked: async (prefix) => {
      const counts: Record<string, number> = JSON.parse(await (await fetch(`${hostUrl}/asked`)).text())
      return Object.fromEntries(Object.entries(counts).filter(([path]) => path.startsWith(prefix)))
    },
    hold: async () => void (await fetch(`${hostUrl}/held`)),
    open: async () => void (await fetch(`${hostUrl}/open`)),
    gatewayUrl: () => gateway,
    findGateway: async () => {
      gateway = `http://${forwarded?.gateway ?? (await addressOf(entrance))}`
    },
    evaluate: (script) => tools.kubectl(['exec', pod, '--', 'node', '--input-type=module', '-e', script]),
  }
}

/** Whether this machine reaches the addresses of Services. */
async function isReachable(host: string): Promise<boolean> {
  const elsewhereAt = Date.now() + 20_000
  const { answer } = await waitFor(
    `${host} to be taken for an address of a Service by its node`,
    async () => {
      const output = await connectTo(host)
      // Refused: the Service exists, but its pod is not known everywhere yet. Other answers may change too.
      const isLast = output === 'connected' || (output !== 'ECONNREFUSED' && Date.now() > elsewhereAt)
      return isLast && { answer: output }
    },
    { everyMs: 200 },
  )
  return answer === 'connected'
}

function connectTo(host: string): Promise<string> {
  const [address = '', port] = host.split(':')
  return new Promise((resolve) => {
    const socket = connect({ host: address, port: Number(port), timeout: 3_000 })
    const end = (answer: string) => {
      socket.destroy()
      resolve(answer)
    }
    socket.once('connect', () => end('connected'))
    socket.once('timeout', () => end('timeout'))
    socket.once('error', (error: NodeJS.ErrnoException) => end(error.code ?? error.message))
  })
}

/** Otherwise the helper forwards connections: its ports on this machine. */
async function forward(tools: ClientTools, watchdog: Watchdog): Promise<{ images: string; gateway: string }> {
  const args = ['--namespace', tools.namespace, 'port-forward', pod, ':8090', ':8080']
  const child = spawn('kubectl', args, { stdio: ['ignore', 'pipe', 'inherit'] })
  if (child.pid !== undefined) watchdog.add({ pid: child.pid, signal: 'SIGTERM' })
  const ports = new Map<string, string>()
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    for (const [, own = '', of = ''] of String(chunk).matchAll(/127\.0\.0\.1:(\d+) -> (\d+)/g)) {
      ports.set(of, `127.0.0.1:${own}`)
    }
    const images = ports.get('8090')
    const gateway = ports.get('8080')
    if (images === undefined || gateway === undefined) continue
    child.stdout.resume()
    return { images, gateway }
  }
  throw new Error('kubectl port-forward found no way to the helper')
}
