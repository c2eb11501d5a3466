import { createInterface } from 'node:readline'
import type { IContainer } from 'kubernetes-models/v1/Container'
import type { IPodSpec } from 'kubernetes-models/v1/PodSpec'
import { endChild, whenEnded } from '../../../deploy/local/processes.ts'
import type { Watchdog } from '../../../deploy/local/processes.ts'
import { parseLine } from '../../../deploy/local/log-line.ts'
import { startInPod } from './pod-sandbox.ts'

export interface PodProcess {
  /** Lines that the process wrote; those that are JSON objects parsed. */
  lines: (string | Record<string, unknown>)[]
  /** Where its HTTP servers listen, by the names of the container's ports. */
  ports: Record<string, number>
  /** How it ended. */
  ended: Promise<string>
  stop(): Promise<string>
}

export interface PodProcessOptions {
  spec: IPodSpec
  command: string[]
  /** In place of the cluster: values of Secrets and other addresses, by the names of their variables. */
  instead: Record<string, string>
  watchdog: Watchdog
}

/** Starts the pod's one container as a process. With `untilReady`, resolves once it says so; rejects where it ends before. */
export async function startPodProcess(
  { spec, command, instead, watchdog }: PodProcessOptions,
  { untilReady }: { untilReady: boolean },
): Promise<PodProcess> {
  const [container] = spec.containers
  if (container === undefined) throw new Error('the pod has no container')
  const child = startInPod(spec, command, environmentOf(container, instead))
  if (child.pid !== undefined) watchdog.add({ pid: child.pid, signal: 'SIGTERM' })
  const ended = whenEnded(child)
  const lines: PodProcess['lines'] = []
  const ready = new Promise<Record<string, unknown>>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      if (stream === null) continue
      createInterface(stream).on('line', (line) => {
        const fields = parseLine(line)
        lines.push(fields ?? line)
        if (fields?.message === 'ready') resolve(fields)
      })
    }
  })
  const first = untilReady ? await Promise.race([ready, ended]) : {}
  if (typeof first === 'string') throw new Error(`it ended ${first}: ${JSON.stringify(lines)}`)
  return {
    lines,
    ports: { health: Number(first.health_port), http: Number(first.port) },
    ended,
    stop: async () => {
      await endChild(child, 'SIGTERM', (spec.terminationGracePeriodSeconds ?? 30) * 1000)
      return ended
    },
  }
}

/** Only the container's environment, unchanged except for the replaced values. */
function environmentOf({ env = [] }: IContainer, instead: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    env.flatMap(({ name, value, valueFrom }) => {
      const resolved = instead[name] ?? value
      if (resolved === undefined && valueFrom?.secretKeyRef?.optional) return []
      if (resolved === undefined)
        throw new Error(`there is no value for ${name} of ${valueFrom?.secretKeyRef?.name}`)
      return [[name, resolved]]
    }),
  )
}
