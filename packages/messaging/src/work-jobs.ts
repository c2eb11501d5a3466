import { setTimeout as pause } from 'node:timers/promises'
import type { JobContract } from '@catalog/contracts'
import type { z } from 'zod'
import type { Nats } from './connect-nats.ts'
import { isMissing } from './publish-jobs.ts'
import { pullJobs } from './pull-jobs.ts'
import type { Delivery, Pull } from './pull-jobs.ts'
import { withJobSpan } from './tracing.ts'
import { parseInput } from './wire.ts'

interface Work {
  /** Restarts the job's ack wait. */
  working(): void
  /** Aborted once the worker is being disposed of: finish the job, or leave it to another worker. */
  signal: AbortSignal
}

interface WorkOptions<Payload> {
  /** Jobs in hand at the same time, at most. */
  concurrency: number
  /**
   * The job is acknowledged once this resolves. If it throws, JetStream delivers the job again after the contract's ack
   * wait.
   */
  handler: (payload: Payload, work: Work) => Promise<void>
}

/**
 * Works on stored jobs, each in one call of the handler. Survives loss of the connection, the consumer and the stream:
 * if one is missing, it waits until the job is provisioned. It needs no permission to create or change them. Disposing
 * of the worker stops pulling and waits for the jobs in hand.
 */
export function workJobs<Payload extends z.ZodType>(
  nats: Nats,
  job: JobContract<Payload>,
  { concurrency, handler }: WorkOptions<z.output<Payload>>,
): AsyncDisposable {
  const stopping = new AbortController()
  const pull = pullJobs(nats, job)
  const next = pullWithRetry(pull, nats, job, stopping.signal)
  const loops = Array.from({ length: concurrency }, async () => {
    while (!stopping.signal.aborted) {
      const delivery = await next()
      if (delivery === null) continue
      // It arrived while this worker was stopping: another worker gets it at once.
      if (stopping.signal.aborted) delivery.nak()
      else await workOn(nats, job, delivery, stopping.signal, handler)
    }
  })
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await Promise.all([pull.leave(), ...loops])
    },
  }
}

/**
 * The next job, or null if none arrived or the pull failed. Logs the first of several failures in a row, and the
 * recovery.
 */
function pullWithRetry(
  pull: Pull,
  nats: Nats,
  job: JobContract,
  signal: AbortSignal,
): () => Promise<Delivery | null> {
  let failing = false
  return async () => {
    try {
      const delivery = await pull.next()
      if (failing) nats.log.info('jobs can be pulled again', { stream: job.stream })
      failing = false
      return delivery
    } catch (error) {
      if (!failing) {
        if (isMissing(error)) nats.log.info('waiting for the job stream', { stream: job.stream })
        else nats.log.warn('jobs cannot be pulled', { stream: job.stream, error })
      }
      failing = true
      await pause(nats.times.pullRetryMs, undefined, { signal }).catch(() => undefined)
      return null
    }
  }
}

async function workOn<Payload extends z.ZodType>(
  nats: Nats,
  job: JobContract<Payload>,
  delivery: Delivery,
  signal: AbortSignal,
  handler: WorkOptions<z.output<Payload>>['handler'],
): Promise<void> {
  const { message, sequence, deliveries } = delivery
  const fields = { stream: job.stream, sequence, deliveries }
  let payload: z.output<Payload>
  try {
    payload = parseInput(job.payload, message.data)
  } catch (error) {
    // It will never parse; delivered repeatedly, it would occupy one of the few slots.
    nats.log.error('a job is not readable and is dropped', { ...fields, error })
    delivery.term()
    return
  }
  try {
    const work: Work = { working: () => delivery.working(), signal }
    await withJobSpan(job.subject, message.headers, () => handler(payload, work))
  } catch (error) {
    nats.log.error('a job failed; it comes back', { ...fields, error })
    return
  }
  try {
    await delivery.ack()
  } catch (error) {
    // It is delivered again, and its handler finds it already done.
    nats.log.warn('a finished job was not acknowledged', { ...fields, error })
  }
}
