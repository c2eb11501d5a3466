import { ServiceError } from '@catalog/contracts'
import type { JobContract } from '@catalog/contracts'
import { AckPolicy, headers as createHeaders, nanos, NatsError, RetentionPolicy, StorageType } from 'nats'
import type { JetStreamManager } from 'nats'
import type { z } from 'zod'
import type { Nats } from './connect-nats.ts'
import { injectTrace } from './tracing.ts'
import { encodeJson, unavailable } from './wire.ts'

export interface JobItem<Payload> {
  /** Within ten minutes, a second item of the same id is dropped. */
  id: string
  payload: Payload
}

/** Makes the job's stream and durable consumer what the contract says, whether they exist or not. */
export async function provisionJob(nats: Nats, job: JobContract): Promise<void> {
  const manager = await nats.connection.jetstreamManager()
  await provisionStream(manager, job)
  await provisionConsumer(manager, job)
}

/**
 * Stores a job for each item; resolves once all are stored. `unavailable` where that was not possible: some may be
 * stored then, and publishing all of them again is harmless for as long as their ids are remembered.
 */
export async function publishJobs<Payload extends z.ZodType>(
  nats: Nats,
  job: JobContract<Payload>,
  items: readonly JobItem<z.input<Payload>>[],
): Promise<void> {
  if (!nats.isConnected()) throw unavailable()
  for (let start = 0; start < items.length; start += blockSize) {
    const block = items.slice(start, start + blockSize)
    try {
      await publishBlock(nats, job, block)
    } catch (error) {
      if (!isMissing(error)) throw unavailable(error)
      nats.log.warn('the job stream is missing: making it again', { stream: job.stream })
      await publishAfterProvision(nats, job, block)
    }
  }
}

/** Jobs stored and not yet finished, those in hand among them; none where the stream was lost. */
export async function jobsPending(nats: Nats, job: JobContract): Promise<number> {
  if (!nats.isConnected()) throw unavailable()
  const manager = await nats.connection.jetstreamManager({ checkAPI: false })
  try {
    const { state } = await manager.streams.info(job.stream)
    return state.messages
  } catch (error) {
    if (hasCode(error, streamNotFound)) return 0
    throw error
  }
}

/** Nothing there answers for the stream or the consumer: it was never made, or its store was lost. */
export function isMissing(error: unknown): boolean {
  if (!(error instanceof NatsError)) return false
  return missingCodes.has(error.code) || error.api_error?.code === 404
}

/** No responders; not found. */
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
    // Keeps what an operator has set: replicas, placement, limits.
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

async function publishBlock(nats: Nats, job: JobContract, block: readonly JobItem<unknown>[]): Promise<void> {
  const stream = nats.connection.jetstream()
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

async function publishAfterProvision(
  nats: Nats,
  job: JobContract,
  block: readonly JobItem<unknown>[],
): Promise<void> {
  try {
    await provisionJob(nats, job)
    await publishBlock(nats, job, block)
  } catch (error) {
    throw error instanceof ServiceError ? error : unavailable(error)
  }
}
