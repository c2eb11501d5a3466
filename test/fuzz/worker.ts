import { parentPort, workerData } from 'node:worker_threads'
import { checkCase } from './check-case.ts'
import { makeCase } from './make-case.ts'
import type { FuzzCase } from './make-case.ts'
import { minimise } from './minimise.ts'

/** The worker's report for each case. */
export interface CaseReport {
  index: number
  outcome?: string
  /** Why the thread did not report. */
  failure?: string
  finding?: { problem: string; stack: string; smallest: FuzzCase }
}

export interface WorkerData {
  seed: string
  isMadeSmaller: boolean
}

const { seed, isMadeSmaller }: WorkerData = workerData

parentPort?.on('message', (index: number) => void tryCase(index))

async function tryCase(index: number): Promise<void> {
  // A case that waits for something that never happens ends the thread: nothing else keeps it running.
  parentPort?.unref()
  const made = await makeCase(seed, index)
  let report: CaseReport
  try {
    report = { index, outcome: await checkCase(made) }
  } catch (error) {
    const problem = problemOf(error)
    const stack = error instanceof Error ? (error.stack ?? '') : ''
    const isSame = async (smaller: FuzzCase) => {
      const found = await checkCase(smaller).then(() => undefined, problemOf)
      return found === problem
    }
    // Each attempt of a slow case would be slow; and with another file, the CSV would no longer match.
    const isKept = !isMadeSmaller || made.like !== undefined || /too long/.test(problem)
    const smallest = isKept ? made : await minimise(made, isSame)
    report = { index, finding: { problem, stack, smallest } }
  }
  parentPort?.ref()
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(report)
}

/** Equal for failures that probably have the same cause. */
export function problemOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return (message.split('\n')[0] ?? '')
    .replaceAll(/“.*”/gs, '…')
    .replaceAll(/\d+|\{.*\}/g, '0')
    .slice(0, 120)
}
