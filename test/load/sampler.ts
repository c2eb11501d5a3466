import { setTimeout as wait } from 'node:timers/promises'
import type { Taken } from './targets/processes.ts'
import type { Usage } from './model.ts'

/** What an installation has used so far, and has now. */
export interface Sample {
  /** From the beginning of the sampling. */
  atMs: number
  processes: Record<string, Taken>
  /** `WAL` so far; `catalog`, `history`, `drafts` and `objects` that are there now. */
  bytes: Record<string, number>
}

export type Look = () => Promise<Omit<Sample, 'atMs'>>

export interface Sampler extends AsyncDisposable {
  samples: Sample[]
  /** Reads once more, now. */
  look(): Promise<Sample>
}

const everyMs = 1_000

/** Looks once a second, until it is disposed of. */
export function startSampler(look: Look): Sampler {
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

/** What was used between two samples, by the names that the model has: drafts come and go. */
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
