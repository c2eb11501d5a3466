import { setTimeout as wait } from 'node:timers/promises'
import type { Taken } from './targets/processes.ts'
import type { Usage } from './model.ts'

/** The resource usage of an installation so far, and its current state. */
export interface Sample {
  /** From the beginning of sampling. */
  atMs: number
  processes: Record<string, Taken>
  /** `WAL` so far; current `catalog`, `history`, `drafts` and `objects`. */
  bytes: Record<string, number>
}

export type Look = () => Promise<Omit<Sample, 'atMs'>>

export interface Sampler extends AsyncDisposable {
  samples: Sample[]
  /** Takes another sample now. */
  look(): Promise<Sample>
}

/** Samples until it is disposed of, by default once a second. */
export function startSampler(look: Look, everyMs = 1_000): Sampler {
  const beganAt = performance.now()
  const controller = new AbortController()
  const samples: Sample[] = []
  const read = async (): Promise<Sample> => {
    const seen = await look()
    const sample = { atMs: performance.now() - beganAt, ...seen }
    samples.push(sample)
    return sample
  }
  const sampling = (async () => {
    for (let next = beganAt; !controller.signal.aborted; next += everyMs) {
      await wait(Math.max(0, next - performance.now()), undefined, { signal: controller.signal }).catch(
        () => {},
      )
      if (!controller.signal.aborted) await read()
    }
  })()
  return {
    samples,
    look: read,
    [Symbol.asyncDispose]: async () => {
      controller.abort()
      await sampling
    },
  }
}

/** Usage between two samples, by the model's names; without drafts, which come and go. */
export function usedBetween(before: Sample, after: Sample): Usage {
  const processes = Object.entries(after.processes).map(([name, { cpuS }]): [string, number] => [
    `cpu ${name}`,
    cpuS - (before.processes[name]?.cpuS ?? 0),
  ])
  const bytes = Object.entries(after.bytes)
    .filter(([name]) => name !== 'drafts')
    .map(([name, value]): [string, number] => [name, value - (before.bytes[name] ?? 0)])
  return Object.fromEntries([...processes, ...bytes])
}
