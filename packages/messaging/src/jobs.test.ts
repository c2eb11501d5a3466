import { describe, expect, test } from '@jest/globals'
import { nanos } from 'nats'
import { startNats } from '../../../test/support/nats.ts'
import { jobsPending, provisionJob, publishJobs, workJobs } from './index.ts'
import { hastyPaint, paint, slowPaint } from './testing/contracts.ts'
import { failureOf } from './testing/failure-of.ts'
import { connectHeld } from './testing/held-connection.ts'
import {
  allPainted,
  anHourMs,
  answersOf,
  patience,
  startPainter,
  useJobStages,
  wallsFrom,
} from './testing/job-stage.ts'
import { until } from './testing/until.ts'

const setStage = await useJobStages()

describe('jobs', () => {
  test('are stored once for each id, and worked on once each', async () => {
    await using stage = await setStage()
    const items = [...wallsFrom(1, 600), ...wallsFrom(1, 600)]
    await publishJobs(stage.nats, paint, items)
    expect(await jobsPending(stage.nats, paint)).toBe(600)
    await using painter = startPainter(stage.nats, 4)
    await allPainted(stage.nats)
    expect(painter.walls.toSorted((a, b) => a - b)).toEqual(
      wallsFrom(1, 600).map(({ payload }) => payload.wall),
    )
  })

  test("are provisioned as the contract says, repeatedly, without changing an operator's settings", async () => {
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

  test('are stored on the configured number of servers', async () => {
    await using stage = await setStage()
    const { manager } = stage
    await provisionJob(stage.nats, { ...paint, replicas: 1 })
    expect((await manager.streams.info(paint.stream)).config.num_replicas).toBe(1)
    // This server is alone and refuses; the cluster of three has its own test.
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
    await allPainted(stage.nats)
    expect(most).toBe(4)
  })

  test('come back after the ack wait where the handler throws', async () => {
    await using stage = await setStage({ contract: hastyPaint })
    let attempts = 0
    await using _ = workJobs(stage.nats, hastyPaint, {
      concurrency: 1,
      handler: async () => {
        attempts += 1
        if (attempts === 1) throw new Error('out of paint')
      },
    })
    const answers = answersOf(stage.nats)
    await publishJobs(stage.nats, paint, wallsFrom(1, 1))
    await allPainted(stage.nats)
    // A slow machine may see more attempts.
    expect(attempts).toBeGreaterThan(1)
    // A job handed back with -NAK would be delivered again at once.
    expect(new Set(answers)).toEqual(new Set(['+ACK']))
    expect(stage.log.lines.map(({ message }) => message)).toEqual(['a job failed; it comes back'])
  })

  test('restart their ack wait when they report progress', async () => {
    await using stage = await setStage()
    const answers = answersOf(stage.nats)
    await using _ = workJobs(stage.nats, paint, {
      concurrency: 1,
      handler: async (_payload, work) => {
        work.working()
        work.working()
      },
    })
    await publishJobs(stage.nats, paint, wallsFrom(1, 1))
    await allPainted(stage.nats)
    expect(answers).toEqual(['+WPI', '+WPI', '+ACK'])
  })

  test('in hand are finished and acknowledged when the worker is disposed of, and no others', async () => {
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
    // With these times nothing ends on its own within the test.
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

  test('that arrive while a worker stops are handed back, and another worker gets them at once', async () => {
    await using stage = await setStage({ contract: slowPaint })
    await using far = await connectHeld(stage.url)
    const begun: number[] = []
    const leaving = workJobs(far.nats, slowPaint, {
      concurrency: paint.maxAckPending,
      handler: async ({ wall }) => void begun.push(wall),
    })
    await far.nats.flush()
    far.hold()
    await publishJobs(stage.nats, slowPaint, wallsFrom(1, 6))
    const { manager } = stage
    const consumer = () => manager.consumers.info(paint.stream, paint.consumer)
    await until(async () => (await consumer()).num_ack_pending === paint.maxAckPending)
    const disposed = leaving[Symbol.asyncDispose]()
    far.release()
    await disposed
    expect(begun).toEqual([])
    await using painter = startPainter(stage.nats, 1, slowPaint)
    await allPainted(stage.nats)
    expect(painter.walls.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6])
  })

  test('are pulled again after a pull that ended without a job or was lost', async () => {
    await using stage = await setStage({ times: { pullMs: 20 } })
    await using far = await connectHeld(stage.url, { pullMs: 20 })
    let pulls = 0
    stage.nats.connection.subscribe('$JS.API.CONSUMER.MSG.NEXT.>', { callback: () => void (pulls += 1) })
    await stage.nats.flush()
    await using painter = startPainter(far.nats, 1)
    await until(() => pulls > 3)
    far.hold()
    const before = pulls
    await until(() => pulls > before + 3)
    far.release()
    await publishJobs(stage.nats, paint, wallsFrom(1, 8))
    await allPainted(stage.nats)
    expect(painter.walls.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  })

  test('that cannot be parsed are dropped and logged', async () => {
    await using stage = await setStage()
    await using painter = startPainter(stage.nats, 1)
    await stage.nats.connection.jetstream(patience).publish(paint.subject, '{"wall":"north"}')
    await publishJobs(stage.nats, paint, wallsFrom(7, 1))
    await allPainted(stage.nats)
    expect(painter.walls).toEqual([7])
    expect(stage.log.lines).toMatchObject([
      { level: 'error', message: 'a job is not readable and is dropped' },
    ])
  })

  test('go on after the server was restarted', async () => {
    await using server = await startNats()
    await using stage = await setStage({ contract: hastyPaint, server })
    await using painter = startPainter(stage.nats, 4, hastyPaint)
    await publishJobs(stage.nats, hastyPaint, wallsFrom(1, 3))
    await until(() => new Set(painter.walls).size === 3)
    await server.stop('SIGKILL')
    await until(() => !stage.nats.isConnected())
    expect(await failureOf(publishJobs(stage.nats, hastyPaint, wallsFrom(4, 1)))).toMatchObject({
      code: 'unavailable',
    })
    await server.start()
    await until(() => stage.nats.isConnected())
    await publishJobs(stage.nats, hastyPaint, wallsFrom(4, 3))
    await until(() => new Set(painter.walls).size === 6)
  })

  test('wait for a stream that does not exist yet, and get their answers below the connection’s name', async () => {
    await using stage = await setStage()
    const { manager } = stage
    await manager.streams.delete(paint.stream)
    await using painter = startPainter(stage.nats, 2)
    await until(() => stage.log.lines.length > 0)
    expect(stage.log.lines).toMatchObject([{ level: 'info', message: 'waiting for the job stream' }])
    await provisionJob(stage.nats, paint)
    const inboxes: string[] = []
    stage.nats.connection.subscribe('$JS.API.>', {
      callback: (_error, { reply = '' }) => void inboxes.push(reply),
    })
    await publishJobs(stage.nats, paint, wallsFrom(1, 1))
    await until(() => painter.walls.length === 1)
    await until(() => inboxes.length > 3)
    expect(inboxes.filter((inbox) => !inbox.startsWith('_INBOX.worker.'))).toEqual([])
  })

  test('continue once a lost consumer or stream is created again', async () => {
    await using stage = await setStage({ contract: hastyPaint })
    await using painter = startPainter(stage.nats, 2, hastyPaint)
    const { manager } = stage
    await manager.consumers.delete(paint.stream, paint.consumer)
    await provisionJob(stage.nats, hastyPaint)
    await publishJobs(stage.nats, hastyPaint, wallsFrom(1, 2))
    await until(() => new Set(painter.walls).size === 2)
    // An acknowledgement for a stream that is deleted meanwhile would wait as long as one to a busy server.
    await allPainted(stage.nats)
    await manager.streams.delete(paint.stream)
    expect(await jobsPending(stage.nats, hastyPaint)).toBe(0)
    await publishJobs(stage.nats, hastyPaint, wallsFrom(3, 2))
    await until(() => new Set(painter.walls).size === 4)
  })
})

async function doNothing(): Promise<void> {}
