// A thread that processes one file at a time, with its own connection to the database.
import { parentPort, threadId, workerData } from 'node:worker_threads'
import { createAddressGuard } from '@catalog/address-guard'
import { version } from '@catalog/contracts'
import { context, propagation } from '@opentelemetry/api'
import { shrinkAfterStart, takeConsole } from '@catalog/runtime'
import { flushTraces, startTracing } from '@catalog/telemetry/tracing'
import { whenAvailable } from '../postgres/when-available.ts'
import { connectDatabase } from '../postgres/database.ts'
import { answerWith } from './job.ts'
import { recordJobStart } from './limit-time.ts'
import { lowerPriority } from './lower-priority.ts'
import type { Answer, Job, Printed, WorkerData } from './job.ts'
import { tasks } from './tasks.ts'
import type { PreviewTools } from '../drafts/preview-file.ts'
import type { TaskName } from './tasks.ts'

const { databaseUrl, session, addressGuard, isForLarge, largeProcessMiB }: WorkerData = workerData
if (isForLarge) lowerPriority()
await startTracing(version)
shrinkAfterStart()
takeConsole((method) => parentPort?.postMessage({ printedBy: method } satisfies Printed))
const { database } = connectDatabase(databaseUrl, { maxConnections: 1, ...session })
/** A collection of everything takes some 0.1 s. */
const pauseMs = 2_500
let collectedMs = -pauseMs
const tools: PreviewTools = { database, guard: createAddressGuard(addressGuard) }

export default async function work<Name extends TaskName>({
  task,
  input,
  trace,
  start,
}: Job<Name>): Promise<Answer> {
  recordJobStart(start, threadId)
  const asked = propagation.extract(context.active(), trace)
  try {
    return await context.with(asked, () =>
      answerWith(() => whenAvailable(async () => await tasks[task](tools, input))),
    )
  } finally {
    void flushTraces()
    setImmediate(collect)
  }
}

/**
 * Once the answer is sent, little of the file is alive: collecting the young generation now copies less than in the
 * middle of the next file. If the process has grown large, everything is collected: V8 keeps the pages of a heap that has
 * shrunk, for all threads, until a collection of last resort gives them back.
 */
function collect(): void {
  const nowMs = performance.now()
  const residentMiB = process.memoryUsage.rss() / (1024 * 1024)
  if (residentMiB < largeProcessMiB || nowMs < collectedMs + pauseMs) {
    globalThis.gc?.({ type: 'minor' })
    return
  }
  globalThis.gc?.({ type: 'major', flavor: 'last-resort' })
  collectedMs = nowMs
}
