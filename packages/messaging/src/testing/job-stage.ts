import type { JobContract } from '@catalog/contracts'
import type { JetStreamManager } from 'nats'
import { disposeAfterAll } from '../../../../test/support/dispose-after-all.ts'
import { startNats } from '../../../../test/support/nats.ts'
import type { TestNats } from '../../../../test/support/nats.ts'
import { connectNats, jobsPending, provisionJob, workJobs } from '../index.ts'
import type { Nats, Times } from '../index.ts'
import { paint } from './contracts.ts'
import { memoryLog } from './memory-log.ts'
import { until } from './until.ts'

/** A connection to a server with an empty stream of the job. */
export interface JobStage extends AsyncDisposable {
  url: string
  nats: Nats
  manager: JetStreamManager
  log: ReturnType<typeof memoryLog>
}

interface JobStageOptions {
  contract?: JobContract
  times?: Partial<Times>
  /** A server for this test alone, if the test stops it. */
  server?: TestNats
}

export const anHourMs = 3_600_000

/** Limits on JetStream's answers outlast any test; retries follow quickly. */
const testTimes = { jetStreamMs: 60_000, pullMs: 100, pullRetryMs: 20 }

export const patience = { timeout: testTimes.jetStreamMs }

/** One server for all tests of a file; each test gets its own stream on it. */
export async function useJobStages(): Promise<(options?: JobStageOptions) => Promise<JobStage>> {
  const shared = disposeAfterAll().use(await startNats())
  return async ({ contract = paint, times = {}, server = shared } = {}) => {
    const log = memoryLog()
    const nats = await connectNats({
      url: server.url,
      name: 'worker',
      log,
      times: { ...testTimes, ...times },
    })
    const manager = await nats.connection.jetstreamManager(patience)
    await provisionJob(nats, contract)
    return {
      url: server.url,
      nats,
      manager,
      log,
      async [Symbol.asyncDispose]() {
        if (server === shared) await manager.streams.delete(contract.stream)
        await nats[Symbol.asyncDispose]()
      },
    }
  }
}

export interface Painter extends AsyncDisposable {
  /** In the order in which they were painted. */
  walls: number[]
}

export function startPainter(nats: Nats, concurrency: number, contract: typeof paint = paint): Painter {
  const walls: number[] = []
  const worker = workJobs(nats, contract, {
    concurrency,
    handler: async ({ wall }) => void walls.push(wall),
  })
  return { walls, [Symbol.asyncDispose]: () => worker[Symbol.asyncDispose]() }
}

export async function allPainted(nats: Nats): Promise<void> {
  await until(async () => (await jobsPending(nats, paint)) === 0)
}

export function wallsFrom(first: number, count: number): { id: string; payload: { wall: number } }[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `wall-${first + index}`,
    payload: { wall: first + index },
  }))
}

/** The acknowledgements that workers publish (`+ACK`, `-NAK`, …), as the server receives them. */
export function answersOf(nats: Nats): string[] {
  const answers: string[] = []
  nats.connection.subscribe(`$JS.ACK.${paint.stream}.>`, {
    callback: (_error, message) => void answers.push(message.string()),
  })
  return answers
}
