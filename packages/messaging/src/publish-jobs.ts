import { ServiceError } from '@catalog/contracts'
import type { JobContract } from '@catalog/contracts'
import {
  AckPolicy,
  ErrorCode,
  headers as createHeaders,
  nanos,
  NatsError,
  RetentionPolicy,
  StorageType,
} from 'nats'
import type { JetStreamManager } from 'nats'
import type { z } from 'zod'
import type { Nats } from './connect-nats.ts'
import { injectTrace } from './tracing.ts'
import { whileConnected } from './while-connected.ts'
import { encodeJson, unavailable } from './wire.ts'

interface JobItem<Payload> {
  /** JetStream drops a second item with the same id within ten minutes. */
  id: string
  payload: Payload
}

interface JobRequestOptions {
  /** How long to wait for JetStream, in milliseconds; no attempt begins after that. 30,000 by default. */
  deadlineMs?: number
  /** Once it is aborted, no further attempt begins. */
  signal?: AbortSignal
}

/**
 * Creates or updates the job's stream and durable consumer as the contract says.
 * @throws ServiceError unavailable, if JetStream does not answer
 */
export async function provisionJob(
  nats: Nats,
  job: JobContract,
  options: JobRequestOptions = {},
): Promise<void> {
  await withRetry(nats, options, async (timeout) => {
    const manager = await nats.connection.jetstreamManager({ timeout })
    await provisionStream(manager, job)
    await provisionConsumer(manager, job)
  })
}

/**
 * Stores a job for each item; resolves once all are stored. Items that JetStream does not confirm are published again
 * with the same ids. Rejects with `unavailable` if that does not help: some may be stored then, and publishing all of
 * them again is harmless while JetStream remembers their ids (ten minutes).
 */
export async function publishJobs<Payload extends z.ZodType>(
  nats: Nats,
  job: JobContract<Payload>,
  items: readonly JobItem<z.input<Payload>>[],
  { deadlineMs = defaultDeadlineMs, signal }: JobRequestOptions = {},
): Promise<void> {
  const deadline = performance.now() + deadlineMs
  for (let start = 0; start < items.length; start += blockSize) {
    const block = items.slice(start, start + blockSize)
    const options = { deadlineMs: deadline - performance.now(), ...(signal && { signal }) }
    try {
      if (!nats.isConnected()) throw unavailable()
      await withRetry(nats, options, (timeout) => publishBlock(nats, job, block, timeout))
    } catch (error) {
      throw error instanceof ServiceError ? error : unavailable(error)
    }
  }
}

/**
 * The number of jobs that are stored and not finished, including those in hand; 0 if the stream does not exist.
 * @throws ServiceError unavailable, if JetStream does not answer
 */
export async function jobsPending(
  nats: Nats,
  job: JobContract,
  options: JobRequestOptions = {},
): Promise<number> {
  if (!nats.isConnected()) throw unavailable()
  try {
    return await withRetry(nats, options, async (timeout) => {
      const manager = await nats.connection.jetstreamManager({ timeout, checkAPI: false })
      const { state } = await manager.streams.info(job.stream)
      return state.messages
    })
  } catch (error) {
    if (hasCode(error, streamNotFound)) return 0
    throw error instanceof ServiceError ? error : unavailable(error)
  }
}

/**
 * Whether the stream or consumer does not exist: never created, or its store was lost. A 503 in an answer of JetStream
 * itself is different: JetStream is running and refuses the request.
 */
export function isMissing(error: unknown): boolean {
  if (!(error instanceof NatsError)) return false
  return error.api_error === undefined ? missingCodes.has(error.code) : error.api_error.code === 404
}

/**
 * Whether an error of `publishJobs` carries an answer of JetStream: it is running and refuses to store, for example
 * because it is full.
 */
export function isRefusal(error: unknown): boolean {
  if (!(error instanceof ServiceError)) return false
  return error.cause instanceof NatsError && error.cause.api_error !== undefined
}

/** Status codes: no responders; not found. */
const missingCodes: ReadonlySet<string> = new Set(['503', '404'])

const blockSize = 256
const duplicateWindowMs = 10 * 60 * 1000

async function provisionStream(
  manager: JetStreamManager,
  { stream, subject, replicas }: JobContract,
): Promise<void> {
  const config = {
    subjects: [subject],
    retention: RetentionPolicy.Workqueue,
    storage: StorageType.File,
    duplicate_window: nanos(duplicateWindowMs),
    ...(replicas !== undefined && { num_replicas: replicas }),
  }
  try {
    await manager.streams.add({ name: stream, ...config })
  } catch (error) {
    if (!hasCode(error, streamExists)) throw error
    // An update keeps what an operator has set: replicas, placement, limits.
    await manager.streams.update(stream, config)
  }
}

async function provisionConsumer(
  manager: JetStreamManager,
  { stream, consumer, ackWaitMs, maxAckPending }: JobContract,
): Promise<void> {
  const config = { ack_wait: nanos(ackWaitMs), max_ack_pending: maxAckPending, max_deliver: -1 }
  try {
    await manager.consumers.add(stream, { durable_name: consumer, ack_policy: AckPolicy.Explicit, ...config })
  } catch (error) {
    if (!hasCode(error, consumerExists)) throw error
    await manager.consumers.update(stream, consumer, config)
  }
}

/** JetStream's codes for "exists, with a different configuration". */
const streamExists = 10058
const consumerExists = 10148
const streamNotFound = 10059

function hasCode(error: unknown, code: number): boolean {
  return error instanceof NatsError && error.api_error?.err_code === code
}

async function publishBlock(
  nats: Nats,
  job: JobContract,
  block: readonly JobItem<unknown>[],
  timeout: number,
): Promise<void> {
  try {
    await publishOnce(nats, job, block, timeout)
  } catch (error) {
    if (!isMissing(error)) throw error
    nats.log.warn('the job stream does not answer: making it if it is missing', { stream: job.stream })
    await provisionJob(nats, job, { deadlineMs: timeout })
    await publishOnce(nats, job, block, timeout)
  }
}

async function publishOnce(
  nats: Nats,
  job: JobContract,
  block: readonly JobItem<unknown>[],
  timeout: number,
): Promise<void> {
  const stream = nats.connection.jetstream({ timeout })
  const results = await Promise.allSettled(
    block.map(({ id, payload }) => {
      const headers = createHeaders()
      injectTrace(headers)
      return stream.publish(job.subject, encodeJson(payload), {
        msgID: id,
        headers,
        expect: { streamName: job.stream },
      })
    }),
  )
  for (const result of results) if (result.status === 'rejected') throw result.reason
}

/** Repeats a request that JetStream does not answer, which is harmless for each request of this file. */
async function withRetry<T>(
  nats: Nats,
  { deadlineMs = defaultDeadlineMs, signal }: JobRequestOptions,
  attempt: (timeoutMs: number) => Promise<T>,
): Promise<T> {
  const deadline = performance.now() + deadlineMs
  for (;;) {
    const leftMs = Math.max(1, deadline - performance.now())
    try {
      return await whileConnected(nats, attempt(Math.min(nats.times.jetStreamMs, leftMs)))
    } catch (error) {
      if (!(error instanceof NatsError) || error.code !== timeoutCode) throw error
      if (signal?.aborted === true || performance.now() >= deadline) throw unavailable(error)
    }
  }
}

const defaultDeadlineMs = 30_000
const timeoutCode: string = ErrorCode.Timeout
