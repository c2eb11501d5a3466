import { describe, expect, test } from '@jest/globals'
import { jobsPending, provisionJob, publishJobs, workJobs } from './index.ts'
import { paint } from './testing/contracts.ts'
import { failureOf } from './testing/failure-of.ts'
import { connectHeld } from './testing/held-connection.ts'
import { anHourMs, answersOf, useJobStages, wallsFrom } from './testing/job-stage.ts'
import { until } from './testing/until.ts'

const setStage = await useJobStages()

describe('a busy JetStream', () => {
  test('gets the same jobs published again until it answers, and stores each once', async () => {
    await using stage = await setStage()
    await using far = await connectHeld(stage.url, { jetStreamMs: 50 })
    const sent: string[] = []
    stage.nats.connection.subscribe(paint.subject, {
      callback: (_error, { headers }) => void sent.push(headers?.get('Nats-Msg-Id') ?? ''),
    })
    await stage.nats.flush()
    far.hold()
    const published = publishJobs(far.nats, paint, wallsFrom(1, 2), { deadlineMs: anHourMs })
    await until(() => sent.length > 4)
    far.release()
    await published
    expect(new Set(sent)).toEqual(new Set(['wall-1', 'wall-2']))
    expect(await jobsPending(stage.nats, paint)).toBe(2)
  })

  test('keeps neither a publisher nor a worker waiting once the connection is lost', async () => {
    await using stage = await setStage()
    await using far = await connectHeld(stage.url, { jetStreamMs: anHourMs })
    await publishJobs(stage.nats, paint, wallsFrom(1, 1))
    const begun = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<void>()
    const worker = workJobs(far.nats, paint, {
      concurrency: 1,
      handler: async () => {
        begun.resolve()
        await gate.promise
      },
    })
    await begun.promise
    const answers = answersOf(stage.nats)
    await stage.nats.flush()
    far.hold()
    const published = failureOf(publishJobs(far.nats, paint, wallsFrom(2, 1), { deadlineMs: anHourMs }))
    gate.resolve()
    await until(() => answers.length === 1)
    far.drop()
    expect(await published).toMatchObject({ code: 'unavailable' })
    await worker[Symbol.asyncDispose]()
    expect(far.log.lines.map(({ message }) => message)).toContain('a finished job was not acknowledged')
  })

  test('makes publishing fail with unavailable past the deadline, or once the caller aborts', async () => {
    await using stage = await setStage()
    await using far = await connectHeld(stage.url, { jetStreamMs: 20, drainMs: 20 })
    far.hold()
    const past = { deadlineMs: 50 }
    const aborted = { deadlineMs: anHourMs, signal: AbortSignal.abort() }
    for (const options of [past, aborted]) {
      for (const asked of [
        publishJobs(far.nats, paint, wallsFrom(1, 1), options),
        jobsPending(far.nats, paint, options),
        provisionJob(far.nats, paint, options),
      ]) {
        expect(await failureOf(asked)).toMatchObject({ code: 'unavailable', cause: { code: 'TIMEOUT' } })
      }
    }
  })
})
