import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { JobContract } from '@catalog/contracts'
import { nanos } from 'nats'
import type { JetStreamManager } from 'nats'
import { startNats } from '../../../test/support/nats.ts'
import type { TestNats } from '../../../test/support/nats.ts'
import { connectNats, jobsPending, provisionJob, publishJobs, workJobs } from './index.ts'
import type { Nats, Times } from './index.ts'
import { hastyPaint, paint, slowPaint } from './testing/contracts.ts'
import { failureOf } from './testing/failure-of.ts'
import { startHeldServer } from './testing/held-server.ts'
import { memoryLog } from './testing/memory-log.ts'
import { until } from './testing/until.ts'

let shared: TestNats

beforeAll(async () => {
  shared = await startNats()
})
afterAll(async () => {
  await shared[Symbol.asyncDispose]()
})

describe('jobs', () => {
  test('are stored once for each id, and worked on once each', async () => {
    await using stage = await setStage()
    const items = [...wallsFrom(1, 600), ...wallsFrom(1, 600)]
    await publishJobs(stage.nats, paint, items)
    expect(await jobsPending(stage.nats, paint)).toBe(600)
    const painted: number[] = []
    await using worker = workJobs(stage.nats, paint, {
      concurrency: 4,
      handler: async ({ wall }) => void painted.push(wall),
    })
    expect(worker).toBeDefined()
    await until(async () => (await jobsPending(stage.nats, paint)) === 0)
    expect(painted.toSorted((a, b) => a - b)).toEqual(wallsFrom(1, 600).map(({ payload }) => payload.wall))
  })

  test('are provisioned as the contract says, again and again, keeping what an operator has set', async () => {
    await using stage = await setStage()
    const { manager } = stage
    await manager.streams.update(paint.stream, { max_bytes: 1_000_000 })
    await provisionJob(stage.nats, { ...paint, maxAckPending: 9 })
    const { config } = await manager.streams.info(paint.stream)
    expect(config).toMatchObject({
      subjects: [paint.subject],
      retention: 'workqueue',
      storage: 'file',
      duplicate_window: nanos(600_000),
      max_bytes: 1_000_000,
    })
    const consumer = await manager.consumers.info(paint.stream, paint.consumer)
    expect(consumer.config).toMatchObject({
      durable_name: paint.consumer,
      ack_policy: 'explicit',
      ack_wait: nanos(paint.ackWaitMs),
      max_ack_pending: 9,
      max_deliver: -1,
    })
  })

  test('are kept by as many servers as one asks for', async () => {
    await using stage = await setStage()
    const { manager } = stage
    await provisionJob(stage.nats, { ...paint, replicas: 1 })
    expect((await manager.streams.info(paint.stream)).config.num_replicas).toBe(1)
    // This one server cannot; the cluster of three has a test of its own.
    expect(await failureOf(provisionJob(stage.nats, { ...paint, replicas: 3 }))).toMatchObject({
      message: expect.stringContaining('replicas'),
    })
  })

  test('in hand are never more than the concurrency, nor than max_ack_pending over all workers', async () => {
    await using stage = await setStage()
    let inHand = 0
    let most = 0
    const gate = Promise.withResolvers<void>()
    const handler = async () => {
      inHand += 1
      most = Math.max(most, inHand)
      await gate.promise
      inHand -= 1
    }
    await using first = workJobs(stage.nats, paint, { concurrency: 3, handler })
    await publishJobs(stage.nats, paint, wallsFrom(1, 20))
    await until(() => inHand === 3)
    await using second = workJobs(stage.nats, paint, { concurrency: 3, handler })
    expect([first, second]).toHaveLength(2)
    await until(() => inHand === 4)
    gate.resolve()
    await until(async () => (await jobsPending(stage.nats, paint)) === 0)
    expect(most).toBe(4)
  })

  test('come back after the ack wait where the handler throws', async () => {
    await using stage = await setStage({ contract: hastyPaint })
    const deliveries: number[] = []
    await using worker = workJobs(stage.nats, hastyPaint, {
      concurrency: 1,
      handler: async (_payload, work) => {
        deliveries.push(work.deliveries)
        if (work.deliveries === 1) throw new Error('out of paint')
      },
    })
    expect(worker).toBeDefined()
    const answers = answersOf(stage.nats)
    await publishJobs(stage.nats, paint, wallsFrom(1, 1))
    await until(async () => (await jobsPending(stage.nats, paint)) === 0)
    // A machine that stands still sees further ones.
    expect(deliveries.slice(0, 2)).toEqual([1, 2])
    // Had it been handed back, it would have come at once.
    expect(new Set(answers)).toEqual(new Set(['+ACK']))
    expect(stage.log.lines.map(({ message }) => message)).toEqual(['a job failed; it comes back'])
  })

  test('that say that they are working begin their ack wait again', async () => {
    await using stage = await setStage()
    const answers = answersOf(stage.nats)
    await using worker = workJobs(stage.nats, paint, {
      concurrency: 1,
      handler: async (_payload, work) => {
        work.working()
        work.working()
      },
    })
    expect(worker).toBeDefined()
    await publishJobs(stage.nats, paint, wallsFrom(1, 1))
    await until(async () => (await jobsPending(stage.nats, paint)) === 0)
    expect(answers).toEqual(['+WPI', '+WPI', '+ACK'])
  })

  test('in hand are finished and acknowledged when the worker is disposed of, the others left', async () => {
    await using stage = await setStage()
    const gate = Promise.withResolvers<void>()
    const begun: number[] = []
    const signals: AbortSignal[] = []
    const worker = workJobs(stage.nats, paint, {
      concurrency: 2,
      handler: async ({ wall }, { signal }) => {
        begun.push(wall)
        signals.push(signal)
        await gate.promise
      },
    })
    await publishJobs(stage.nats, paint, wallsFrom(1, 5))
    await until(() => begun.length === 2)
    const disposed = worker[Symbol.asyncDispose]()
    expect(signals.every(({ aborted }) => aborted)).toBe(true)
    gate.resolve()
    await disposed
    expect(begun).toHaveLength(2)
    expect(await jobsPending(stage.nats, paint)).toBe(3)
  })

  test('are not waited for by an idle worker that is disposed of', async () => {
    await using server = await startNats()
    // What ended by itself would outlast the test.
    const times = { pullMs: anHourMs, pullRetryMs: anHourMs, drainMs: anHourMs }
    await using stage = await setStage({ server, times })
    const work = (job = paint) => workJobs(stage.nats, job, { concurrency: 4, handler: doNothing })
    const idle = [work(), work({ ...paint, stream: 'TEST_NO_SUCH_STREAM' })]
    await until(() => stage.log.lines.length > 0)
    for (const worker of idle) await worker[Symbol.asyncDispose]()

    const offline = work()
    await stage.nats.flush()
    await server.stop('SIGKILL')
    await until(() => !stage.nats.isConnected())
    await offline[Symbol.asyncDispose]()
  })

  test('that come while a worker leaves are handed back, and another takes them at once', async () => {
    await using stage = await setStage({ contract: slowPaint })
    await using held = await startHeldServer(stage.url)
    await using far = await connectNats({ url: held.url, name: 'leaving', log: memoryLog() })
    const begun: number[] = []
    const leaving = workJobs(far, slowPaint, {
      concurrency: paint.maxAckPending,
      handler: async ({ wall }) => void begun.push(wall),
    })
    await far.flush()
    held.hold()
    await publishJobs(stage.nats, slowPaint, wallsFrom(1, 6))
    const { manager } = stage
    const consumer = () => manager.consumers.info(paint.stream, paint.consumer)
    await until(async () => (await consumer()).num_ack_pending === paint.maxAckPending)
    const disposed = leaving[Symbol.asyncDispose]()
    held.release()
    await disposed
    expect(begun).toEqual([])
    const painted: number[] = []
    await using worker = workJobs(stage.nats, slowPaint, {
      concurrency: 1,
      handler: async ({ wall }) => void painted.push(wall),
    })
    expect(worker).toBeDefined()
    await until(async () => (await jobsPending(stage.nats, slowPaint)) === 0)
    expect(painted.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6])
  })

  test('are pulled again where a pull ended without one, or got lost', async () => {
    await using stage = await setStage({ times: { pullMs: 20 } })
    await using held = await startHeldServer(stage.url)
    await using far = await connectNats({
      url: held.url,
      name: 'far',
      log: memoryLog(),
      times: { pullMs: 20 },
    })
    let pulls = 0
    stage.nats.connection.subscribe('$JS.API.CONSUMER.MSG.NEXT.>', { callback: () => void (pulls += 1) })
    await stage.nats.flush()
    const painted: number[] = []
    await using worker = workJobs(far, paint, {
      concurrency: 1,
      handler: async ({ wall }) => void painted.push(wall),
    })
    expect(worker).toBeDefined()
    await until(() => pulls > 3)
    held.hold()
    const before = pulls
    await until(() => pulls > before + 3)
    held.release()
    await publishJobs(stage.nats, paint, wallsFrom(1, 8))
    await until(async () => (await jobsPending(stage.nats, paint)) === 0)
    expect(painted.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  })

  test('that nobody can read are dropped, and told of', async () => {
    await using stage = await setStage()
    const painted: number[] = []
    await using worker = workJobs(stage.nats, paint, {
      concurrency: 1,
      handler: async ({ wall }) => void painted.push(wall),
    })
    expect(worker).toBeDefined()
    await stage.nats.connection.jetstream(testTimeout).publish(paint.subject, '{"wall":"north"}')
    await publishJobs(stage.nats, paint, wallsFrom(7, 1))
    await until(async () => (await jobsPending(stage.nats, paint)) === 0)
    expect(painted).toEqual([7])
    expect(stage.log.lines).toMatchObject([
      { level: 'error', message: 'a job is not readable and is dropped' },
    ])
  })

  test('go on after the server was restarted', async () => {
    await using server = await startNats()
    await using stage = await setStage({ contract: hastyPaint, server })
    const painted = new Set<number>()
    await using worker = workJobs(stage.nats, hastyPaint, {
      concurrency: 4,
      handler: async ({ wall }) => void painted.add(wall),
    })
    expect(worker).toBeDefined()
    await publishJobs(stage.nats, hastyPaint, wallsFrom(1, 3))
    await until(() => painted.size === 3)
    await server.stop('SIGKILL')
    await until(() => !stage.nats.isConnected())
    expect(await failureOf(publishJobs(stage.nats, hastyPaint, wallsFrom(4, 1)))).toMatchObject({
      code: 'unavailable',
    })
    await server.start()
    await until(() => stage.nats.isConnected())
    await publishJobs(stage.nats, hastyPaint, wallsFrom(4, 3))
    await until(() => painted.size === 6)
  })

  test('wait for the stream where it is not made yet, and for their answers below the connection’s name', async () => {
    await using stage = await setStage()
    const { manager } = stage
    await manager.streams.delete(paint.stream)
    const painted: number[] = []
    await using worker = workJobs(stage.nats, paint, {
      concurrency: 2,
      handler: async ({ wall }) => void painted.push(wall),
    })
    expect(worker).toBeDefined()
    await until(() => stage.log.lines.length > 0)
    expect(stage.log.lines).toMatchObject([{ level: 'info', message: 'waiting for the job stream' }])
    await provisionJob(stage.nats, paint)
    const inboxes: string[] = []
    stage.nats.connection.subscribe('$JS.API.>', {
      callback: (_error, { reply = '' }) => void inboxes.push(reply),
    })
    await publishJobs(stage.nats, paint, wallsFrom(1, 1))
    await until(() => painted.length === 1)
    await until(() => inboxes.length > 3)
    expect(inboxes.filter((inbox) => !inbox.startsWith('_INBOX.worker.'))).toEqual([])
  })

  test('go on once consumer or stream are made again after a loss', async () => {
    await using stage = await setStage({ contract: hastyPaint })
    const painted = new Set<number>()
    await using worker = workJobs(stage.nats, hastyPaint, {
      concurrency: 2,
      handler: async ({ wall }) => void painted.add(wall),
    })
    expect(worker).toBeDefined()
    const { manager } = stage
    await manager.consumers.delete(paint.stream, paint.consumer)
    await provisionJob(stage.nats, hastyPaint)
    await publishJobs(stage.nats, hastyPaint, wallsFrom(1, 2))
    await until(() => painted.size === 2)
    // An acknowledgement that the stream takes with it is waited for as long as one to a busy server.
    await until(async () => (await jobsPending(stage.nats, hastyPaint)) === 0)
    await manager.streams.delete(paint.stream)
    expect(await jobsPending(stage.nats, hastyPaint)).toBe(0)
    await publishJobs(stage.nats, hastyPaint, wallsFrom(3, 2))
    await until(() => painted.size === 4)
  })
})

describe('a busy JetStream', () => {
  test('is sent the same jobs again until it answers, and stores them once', async () => {
    await using stage = await setStage()
    await using held = await startHeldServer(stage.url)
    await using far = await connectNats({
      url: held.url,
      name: 'far',
      log: memoryLog(),
      times: { jetStreamMs: 50 },
    })
    const sent: string[] = []
    stage.nats.connection.subscribe(paint.subject, {
      callback: (_error, { headers }) => void sent.push(headers?.get('Nats-Msg-Id') ?? ''),
    })
    await stage.nats.flush()
    held.hold()
    const published = publishJobs(far, paint, wallsFrom(1, 2), { deadlineMs: 3_600_000 })
    await until(() => sent.length > 4)
    held.release()
    await published
    expect(new Set(sent)).toEqual(new Set(['wall-1', 'wall-2']))
    expect(await jobsPending(stage.nats, paint)).toBe(2)
  })

  test('is not waited for once the connection is lost, by a publisher or by a worker', async () => {
    await using stage = await setStage()
    await using held = await startHeldServer(stage.url)
    const log = memoryLog()
    const times = { jetStreamMs: anHourMs }
    await using far = await connectNats({ url: held.url, name: 'far', log, times })
    await publishJobs(stage.nats, paint, wallsFrom(1, 1))
    const begun = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<void>()
    const worker = workJobs(far, paint, {
      concurrency: 1,
      handler: async () => {
        begun.resolve()
        await gate.promise
      },
    })
    await begun.promise
    const answers = answersOf(stage.nats)
    await stage.nats.flush()
    held.hold()
    const published = failureOf(publishJobs(far, paint, wallsFrom(2, 1), { deadlineMs: anHourMs }))
    gate.resolve()
    await until(() => answers.length === 1)
    held.cut()
    expect(await published).toMatchObject({ code: 'unavailable' })
    await worker[Symbol.asyncDispose]()
    expect(log.lines.map(({ message }) => message)).toContain('a finished job was not acknowledged')
  })

  test('is unavailable past the deadline, or where the caller waits no longer', async () => {
    await using stage = await setStage()
    await using held = await startHeldServer(stage.url)
    const times = { jetStreamMs: 20, drainMs: 20 }
    await using far = await connectNats({ url: held.url, name: 'far', log: memoryLog(), times })
    held.hold()
    const past = { deadlineMs: 50 }
    const aborted = { deadlineMs: 3_600_000, signal: AbortSignal.abort() }
    for (const options of [past, aborted]) {
      for (const asked of [
        publishJobs(far, paint, wallsFrom(1, 1), options),
        jobsPending(far, paint, options),
        provisionJob(far, paint, options),
      ]) {
        expect(await failureOf(asked)).toMatchObject({ code: 'unavailable', cause: { code: 'TIMEOUT' } })
      }
    }
  })
})

async function setStage({ contract = paint, times = {}, server = shared }: StageOptions = {}): Promise<
  AsyncDisposable & Stage
> {
  const log = memoryLog()
  const nats = await connectNats({ url: server.url, name: 'worker', log, times: { ...testTimes, ...times } })
  const manager = await nats.connection.jetstreamManager(testTimeout)
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

interface StageOptions {
  contract?: JobContract
  times?: Partial<Times>
  /** Of the test's own, if it is to stop it. */
  server?: TestNats
}

/** No limit of JetStream's answers passes while a test waits; what a job waits for again comes soon. */
const testTimes = { jetStreamMs: 60_000, pullMs: 100, pullRetryMs: 20 }

const testTimeout = { timeout: testTimes.jetStreamMs }
const anHourMs = 3_600_000

async function doNothing(): Promise<void> {}

/** What workers say of the jobs that they were given, as the server hears it. */
function answersOf(nats: Nats): string[] {
  const answers: string[] = []
  nats.connection.subscribe(`$JS.ACK.${paint.stream}.>`, {
    callback: (_error, message) => void answers.push(message.string()),
  })
  return answers
}

interface Stage {
  url: string
  nats: Nats
  manager: JetStreamManager
  log: ReturnType<typeof memoryLog>
}

function wallsFrom(first: number, count: number): { id: string; payload: { wall: number } }[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `wall-${first + index}`,
    payload: { wall: first + index },
  }))
}
