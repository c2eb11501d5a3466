import { Worker } from 'node:worker_threads'
import { type FuzzCase, makeCase } from './make-case.ts'
import type { Told, WorkerData } from './worker.ts'

/** Far more than any case takes, with making it smaller: what takes more hangs. */
const hangCpuMs = 60_000

export interface Finding {
  index: number
  problem: string
  stack: string
  smallest: FuzzCase
  /** How often it was met. */
  times: number
}

export interface FuzzResult {
  done: number
  findings: Map<string, Finding>
  /** How often each dialect and each code came out. */
  outcomes: Map<string, number>
  cpuS: number
}

/** Tries the cases of a seed one after the other, in a thread that is ended where it hangs. */
export async function fuzz(options: {
  seed: string
  from: number
  count: number
  /** After which no further case is begun. */
  seconds?: number
  /** Whether a finding is made smaller, which takes up to 20 s of CPU time each. */
  isMadeSmaller: boolean
}): Promise<FuzzResult> {
  const { seed, from, count, seconds = Infinity, isMadeSmaller } = options
  const endMs = performance.now() + seconds * 1000
  const before = process.cpuUsage()
  const result: FuzzResult = { done: 0, findings: new Map(), outcomes: new Map(), cpuS: 0 }
  let worker = startWorker({ seed, isMadeSmaller })
  for (let index = from; index < from + count && performance.now() < endMs; index++) {
    const told = await tellOf(worker, index)
    result.done++
    if (told.outcome !== undefined) {
      result.outcomes.set(told.outcome, (result.outcomes.get(told.outcome) ?? 0) + 1)
      continue
    }
    const finding = told.finding ?? {
      problem: told.lost ?? 'it says nothing',
      stack: '',
      smallest: makeCase(seed, index),
    }
    const known = result.findings.get(finding.problem)
    if (known) known.times++
    else result.findings.set(finding.problem, { index, ...finding, times: 1 })
    if (!told.finding) {
      await worker.terminate()
      worker = startWorker({ seed, isMadeSmaller })
    }
  }
  await worker.terminate()
  result.cpuS = Math.round(cpuMsSince(before) / 1000)
  return result
}

function startWorker(workerData: WorkerData): Worker {
  return new Worker(new URL('worker.ts', import.meta.url), { workerData })
}

async function tellOf(worker: Worker, index: number): Promise<Told> {
  const told = Promise.withResolvers<Told>()
  const lose = (lost: string) => told.resolve({ index, lost })
  const listeners = {
    message: (message: Told) => told.resolve(withBuffers(message)),
    error: (error: unknown) => lose(`it ends the thread: ${String(error)}`),
    exit: () => lose('it waits for what never comes'),
  }
  for (const [name, listener] of Object.entries(listeners)) worker.on(name, listener)
  // By the time of the processor, of which this thread takes next to none meanwhile: a busy machine takes longer.
  const before = process.cpuUsage()
  const look = setInterval(() => {
    if (cpuMsSince(before) > hangCpuMs) lose('it hangs')
  }, 1_000)
  try {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    worker.postMessage(index)
    return await told.promise
  } finally {
    clearInterval(look)
    for (const [name, listener] of Object.entries(listeners)) worker.off(name, listener)
  }
}

function cpuMsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** What comes from a thread comes as plain bytes. */
function withBuffers({ finding, ...told }: Told): Told {
  if (!finding) return told
  const { before, file } = finding.smallest
  const smallest = { before: before && Buffer.from(before), file: Buffer.from(file) }
  return { ...told, finding: { ...finding, smallest } }
}
