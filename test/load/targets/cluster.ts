import { spawn } from 'node:child_process'
import { z } from 'zod'
import type { Watchdog } from '../../../deploy/local/processes.ts'
import { startWatchdog } from '../../../deploy/local/processes.ts'
import { connectClient } from '../../bench/connect-client.ts'
import { openLab, prepareImages, removeLab } from '../../cluster/lab.ts'
import { databasePod } from '../../cluster/servers.ts'
import { plain } from '../../cluster/variants.ts'
import { waitFor } from '../../support/wait-for.ts'
import { lookAtDatabase } from './database-bytes.ts'
import type { Taken } from './processes.ts'
import type { Target } from './target.ts'

const namespace = 'catalog-cluster-load'

/** The chart on the Kubernetes cluster in KUBECONFIG, in a lab like those of `npm run test:cluster`. */
export async function openClusterTarget(say: (sentence: string) => void): Promise<Target> {
  await using undo = new AsyncDisposableStack()
  const watchdog = undo.use(startWatchdog())
  undo.defer(() => removeLab(namespace))
  const { tags, ours } = await prepareImages(plain, say)
  const [lab] = await Promise.all([
    openLab({ namespace, tags, variant: plain, watchdog, say, warnings: [] }),
    ours,
  ])
  await lab.installation.upgrade()
  const { tools } = lab
  const password = await tools.kubectl(['get', 'secret', 'postgres', '-o', 'jsonpath={.data.password}'])
  const forwarded = await forward(tools.namespace, ['port-forward', databasePod, ':5432'], watchdog)
  const { client } = undo.use(
    await connectClient(
      `postgres://catalog:${Buffer.from(password, 'base64').toString()}@${forwarded}/catalog`,
    ),
  )
  const api = await forward(tools.namespace, ['proxy', '--port=0'], watchdog)
  const nodes = (await tools.kubectl(['get', 'nodes', '-o', 'jsonpath={.items[*].metadata.name}'])).split(' ')
  const stack = undo.move()
  return {
    api: lab.api,
    pictureUrl: (path) => lab.helper.picture(path),
    look: async () => {
      const pods = await Promise.all(
        nodes.map((node) => readPods(`http://${api}/api/v1/nodes/${node}/proxy/stats/summary`)),
      )
      return { processes: addUp(pods.flat()), bytes: await lookAtDatabase(client) }
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/** The kubelet's data about pods, with its time. */
const Summary = z.object({
  pods: z.array(
    z.object({
      podRef: z.object({ name: z.string(), namespace: z.string() }),
      cpu: z.object({ time: z.iso.datetime(), usageCoreNanoSeconds: z.number().optional() }).optional(),
      memory: z.object({ workingSetBytes: z.number().optional() }).optional(),
    }),
  ),
})

/**
 * The kubelet measures a pod every ten seconds or so: waits for its next measurement, so that it includes the latest
 * work.
 */
async function readPods(url: string): Promise<[string, Taken][]> {
  const since = Date.now()
  const pods = await waitFor(
    'what the pods have used by now',
    async () => {
      const summary = Summary.parse(await (await fetch(url)).json())
      const ours = summary.pods.filter(({ podRef }) => podRef.namespace === namespace)
      return ours.every(({ cpu }) => cpu === undefined || Date.parse(cpu.time) >= since) && ours
    },
    { everyMs: 500 },
  )
  return pods.map(({ podRef: { name }, cpu, memory }) => [
    serviceOf(name),
    { cpuS: (cpu?.usageCoreNanoSeconds ?? 0) / 1e9, memoryBytes: memory?.workingSetBytes ?? 0 },
  ])
}

/** `catalog-gateway-6d4…-x2k9p` belongs to the gateway, `postgres-0` to PostgreSQL. */
function serviceOf(pod: string): string {
  const service = /^catalog-(gateway|(?:import|export|image)-service)-/.exec(pod)?.[1]
  const server = pod.replace(/-.*$/, '')
  return service ?? (server === 'postgres' ? 'postgresql' : server)
}

/** Sums all pods of a service. */
function addUp(pods: readonly [string, Taken][]): Record<string, Taken> {
  const sums: Record<string, Taken> = {}
  for (const [name, { cpuS, memoryBytes }] of pods) {
    const sum = (sums[name] ??= { cpuS: 0, memoryBytes: 0 })
    sum.cpuS += cpuS
    sum.memoryBytes += memoryBytes
  }
  return sums
}

/** Starts a kubectl port-forward, and resolves to its local address. */
async function forward(inNamespace: string, args: string[], watchdog: Watchdog): Promise<string> {
  const child = spawn('kubectl', ['--namespace', inNamespace, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (child.pid !== undefined) watchdog.add({ pid: child.pid, signal: 'SIGTERM' })
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    const [address] = /127\.0\.0\.1:\d+/.exec(String(chunk)) ?? []
    if (address === undefined) continue
    child.stdout.resume()
    return address
  }
  throw new Error(`kubectl ${args.join(' ')} has ended`)
}
