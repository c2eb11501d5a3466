import { describe, expect, test } from '@jest/globals'
import { DiscardPolicy } from 'nats'
import { isRefusal, jobsPending, publishJobs } from './index.ts'
import { paint } from './testing/contracts.ts'
import { failureOf } from './testing/failure-of.ts'
import { connectHeld } from './testing/held-connection.ts'
import { useJobStages, wallsFrom } from './testing/job-stage.ts'

const setStage = await useJobStages()

describe('a job stream that is full', () => {
  test('refuses jobs without being reported as missing, and stores them once there is room', async () => {
    await using stage = await setStage()
    const { nats, manager, log } = stage
    await manager.streams.update(paint.stream, { max_bytes: 1_000, discard: DiscardPolicy.New })
    const refused = await failureOf(publishJobs(nats, paint, wallsFrom(1, 100)))
    expect(refused).toMatchObject({ code: 'unavailable', cause: { api_error: { err_code: 10_077 } } })
    expect(isRefusal(refused)).toBe(true)
    expect(log.lines).toEqual([])

    await manager.streams.update(paint.stream, { max_bytes: -1 })
    await publishJobs(nats, paint, wallsFrom(1, 100))
    expect(await jobsPending(nats, paint)).toBe(100)
  })

  test('is distinguished from one that does not answer', async () => {
    await using stage = await setStage()
    await using far = await connectHeld(stage.url, { jetStreamMs: 20, drainMs: 20 })
    far.hold()
    const silent = await failureOf(publishJobs(far.nats, paint, wallsFrom(1, 1), { deadlineMs: 50 }))
    expect([silent, isRefusal(silent)]).toEqual([expect.objectContaining({ code: 'unavailable' }), false])
  })
})
