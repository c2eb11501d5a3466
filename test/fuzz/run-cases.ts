import { Worker } from 'node:worker_threads'
import { makeCase } from './make-case.ts'
import type { FuzzCase } from './make-case.ts'
import type { CaseReport, WorkerData } from './worker.ts'

/** Far more than any case takes, including minimising it: anything longer hangs. */
const hangCpuMs = 60_000

export interface Finding {
  index: number
  problem: string
  stack: string
  smallest: FuzzCase
  /** How often it occurred. */
  times: number
}

export interface FuzzResult {
  done: number
  findings: Map<string, Finding>
  /** How often each dialect and each code occurred. */
  outcomes: Map<string, number>
  cpuS: number
}

/** Runs the cases of a seed one after the other, in a thread that is ended if it hangs. */
export async function fuzz(options: {
  seed: string
  from: number
  count: number
  /** No further case starts after this time. */
  seconds?: number
  /** Whether findings are minimised, which takes up to 20 s of CPU time each. */
  isMadeSmaller: boolean
}): Promise<FuzzResult> {
  const { seed, from, count, seconds = Infinity, isMadeSmaller } = options
  const endMs = performance.now() + seconds * 1000
  const before = process.cpuUsage()
  const result: FuzzResult = { done: 0, findings: new Map(), outcomes: new Map(), cpuS: 0 }
  let worker = startWorker({ seed, isMadeSmaller })
  for (let index = from; index < from + count && performance.now() < endMs; index++) {
    const report = await runCase(worker, index)
    result.done++
    if (report.outcome !== undefined) {
      result.outcomes.set(report.outcome, (result.outcomes.get(report.outcome) ?? 0) + 1)
      continue
    }
    const finding = report.finding ?? {
      problem: report.failure ?? 'it reports nothing',
      stack: '',
      smallest: await makeCase(seed, index),
    }
    const known = result.findings.get(finding.problem)
    if (known) known.times++
    else result.findings.set(finding.problem, { index, ...finding, times: 1 })
    if (!report.finding) {
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

async function runCase(worker: Worker, index: number): Promise<CaseReport> {
  const reported = Promise.withResolvers<CaseReport>()
  const fail = (failure: string) => reported.resolve({ index, failure })
  const listeners = {
    message: (message: CaseReport) => reported.resolve(withBuffers(message)),
    error: (error: unknown) => fail(`it ends the thread: ${String(error)}`),
    exit: () => fail('it waits for something that never happens'),
  }
  for (const [name, listener] of Object.entries(listeners)) worker.on(name, listener)
  // Processor time, of which this thread uses almost none meanwhile: a busy machine takes longer in wall-clock time.
  const before = process.cpuUsage()
  const timer = setInterval(() => {
    if (cpuMsSince(before) > hangCpuMs) fail('it hangs')
  }, 1_000)
  try {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    worker.postMessage(index)
    return await reported.promise
  } finally {
    clearInterval(timer)
    for (const [name, listener] of Object.entries(listeners)) worker.off(name, listener)
  }
}

function cpuMsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** Data from a thread arrives as plain byte arrays. */
function withBuffers({ finding, ...report }: CaseReport): CaseReport {
  if (!finding) return report
  const { before, file, like } = finding.smallest
  const smallest = {
    before: before && Buffer.from(before),
    file: Buffer.from(file),
    ...(like && { like: Buffer.from(like) }),
  }
  return { ...report, finding: { ...finding, smallest } }
}
