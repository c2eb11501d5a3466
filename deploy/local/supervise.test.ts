import { describe, expect, test } from '@jest/globals'
import { supervise } from './supervise.ts'

describe('supervise', () => {
  test('restarts a process that exits on its own, and reports it', async () => {
    const parts = fakeParts()
    const supervised = await supervise('part', parts.start, parts.say)
    parts.list[0]?.end('by SIGKILL')
    await parts.started(2)
    expect(parts.printed).toEqual(['part ended by SIGKILL; starting it again in 0.5 s', 'part runs again'])
    await supervised.stop()
  })

  test('keeps retrying with growing pauses if it does not start', async () => {
    const parts = fakeParts({ failures: [1, 2] })
    const supervised = await supervise('part', parts.start, parts.say)
    parts.list[0]?.end('with code 1')
    await parts.started(2)
    expect(parts.printed).toEqual([
      'part ended with code 1; starting it again in 0.5 s',
      'part did not start (no luck); starting it again in 1 s',
      'part did not start (no luck); starting it again in 2 s',
      'part runs again',
    ])
    await supervised.stop()
  })

  test('throws if the first start fails', async () => {
    const parts = fakeParts({ failures: [0] })
    await expect(supervise('part', parts.start, parts.say)).rejects.toThrow('no luck')
  })

  test('a stop ends a start that would wait for what has stopped already', async () => {
    const { promise: isStarting, resolve: begin } = Promise.withResolvers<void>()
    const parts = fakeParts()
    let starts = 0
    const start = async (stopping: AbortSignal) => {
      if (starts++ === 0) return await parts.start()
      begin()
      await new Promise((resolve) => stopping.addEventListener('abort', resolve, { once: true }))
      throw new Error('stopped')
    }
    const supervised = await supervise('part', start, parts.say)
    parts.list[0]?.end('by SIGKILL')
    await isStarting
    await supervised.stop()
    expect(parts.printed).toEqual(['part ended by SIGKILL; starting it again in 0.5 s'])
  })

  test('a stop ends it for good', async () => {
    const parts = fakeParts()
    const supervised = await supervise('part', parts.start, parts.say)
    await supervised.stop()
    expect(parts.printed).toEqual([])
    expect(parts.list).toHaveLength(1)
  })
})

/** @param failures indexes of the attempts, from 0, that fail */
function fakeParts({ failures = [] }: { failures?: number[] } = {}) {
  const list: { end: (how: string) => void }[] = []
  const printed: string[] = []
  const waiting = new Map<number, () => void>()
  let attempts = 0
  return {
    list,
    printed,
    say: (sentence: string) => {
      printed.push(sentence)
      if (sentence === 'part runs again') waiting.get(list.length)?.()
    },
    start: async () => {
      attempts += 1
      if (failures.includes(attempts - 1)) throw new Error('no luck')
      const { promise: ended, resolve: end } = Promise.withResolvers<string>()
      list.push({ end })
      return { ended, stop: async () => end('as asked') }
    },
    /** Resolves once so many starts have succeeded, and the last one was reported. */
    started: (count: number) => new Promise<void>((resolve) => waiting.set(count, resolve)),
  }
}
