import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import * as fc from 'fast-check'
import { FairQueue } from './fair-queue.ts'
import type { FairQueueLimits, Refusal } from './fair-queue.ts'
import cases from './testing/fair-queue-cases.json' with { type: 'json' }

const stays = new AbortController().signal
const full = (refusal: Refusal) => new Full(refusal)
/** Longer than any test runs. */
const waitMs = 1_000_000

/** Aborted after each test: tasks that still wait would keep the process alive with their timers. */
let end: AbortController
beforeEach(() => {
  end = new AbortController()
})
afterEach(() => end.abort())

interface Step {
  why?: string
  /** Time that passes before. */
  pass?: number
  /** Keys of tasks, of which each has this cost. */
  ask?: string[]
  cost?: number
  /** Tasks that finish afterwards. */
  finish?: number
  /** Of the keys so far. */
  begun?: string[]
  refused?: string[]
  refusals?: Partial<Refusal>[]
}

describe('a fair queue', () => {
  test.each<{ what: string; limits: Partial<FairQueueLimits>; steps: Step[] }>(cases)(
    '$what',
    async ({ limits, steps }) => {
      const queue = stage(limits)
      for (const { pass = 0, ask = [], cost, finish = 0, why: _, ...seen } of steps) {
        queue.pass(pass)
        for (const key of ask) queue.ask(key, cost)
        await settled()
        for (let count = 0; count < finish; count++) await queue.finish()
        expect(queue).toMatchObject(seen)
      }
    },
  )

  test('runs a large task though small ones keep coming', async () => {
    const { begun, ask, finish } = stage({ slots: 1 })
    ask('first', 1)
    ask('large', 100)
    for (let i = 0; i < 300 && !begun.includes('large'); i++) {
      ask(`small-${i}`, 1)
      await settled()
      await finish()
    }
    expect(begun).toContain('large')
  })

  test('leaves as many slots to others as a key has', async () => {
    const { running, ask, finish } = stage({ slots: 8 })
    for (const key of ['a', 'b', 'c', 'd']) for (let i = 0; i < 20; i++) ask(key)
    await settled()
    expect(running()).toEqual(['a', 'a', 'a', 'a', 'b', 'b', 'c', 'd'])
    for (let i = 0; i < 4; i++) await finish()
    // One slot is left for a fifth key.
    expect(running().toSorted()).toEqual(['a', 'b', 'b', 'c', 'c', 'd', 'd'])
  })

  test('has a slot for a key that has none, unless as many keys as slots have some', async () => {
    const step = fc.oneof(fc.constantFrom('a', 'b', 'c'), fc.constant('finish'))
    await fc.assert(
      fc.asyncProperty(fc.array(step), fc.integer({ min: 1, max: 8 }), async (steps, slots) => {
        const { begun, running, ask, finish } = stage({ slots })
        for (const key of steps) {
          if (key === 'finish') await finish()
          else ask(key)
        }
        await settled()
        if (running().length === slots) return
        const before = begun.length
        ask('new')
        await settled()
        expect(begun.slice(before)).toEqual(['new'])
      }),
    )
  })

  test('drops a task whose caller has aborted', async () => {
    const queue = new FairQueue({ slots: 1, maxWaiting: 10, waitMs }, full)
    const gate = Promise.withResolvers<void>()
    const first = queue.run({ key: 'a', cost: 1, signal: stays }, () => gate.promise)
    const caller = new AbortController()
    const second = queue.run({ key: 'b', cost: 1, signal: caller.signal }, async () => 'never')
    caller.abort(new Error('gone'))
    await expect(second).rejects.toThrow('gone')
    const gone = { key: 'b', cost: 1, signal: caller.signal }
    await expect(queue.run(gone, async () => 'never')).rejects.toThrow('gone')
    gate.resolve()
    await first
    expect(await queue.run({ key: 'c', cost: 1, signal: stays }, async () => 'done')).toBe('done')
  })

  test('rejects a task that has waited for too long, and no other', async () => {
    const queue = new FairQueue({ slots: 1, maxWaiting: 10, waitMs: 20 }, full)
    const gate = Promise.withResolvers<void>()
    const first = queue.run({ key: 'a', cost: 1, signal: stays }, () => gate.promise)
    await expect(queue.run({ key: 'b', cost: 1, signal: stays }, async () => 'never')).rejects.toThrow('full')
    gate.resolve()
    await first
    expect(await queue.run({ key: 'b', cost: 1, signal: stays }, async () => 'done')).toBe('done')
  })

  test('frees the slot of a task that fails', async () => {
    const queue = new FairQueue({ slots: 1, maxWaiting: 10, waitMs }, full)
    const of = { key: 'a', cost: 1, signal: stays }
    await expect(queue.run(of, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await queue.run(of, async () => 'done')).toBe('done')
  })

  test('runs every task once, and the smallest waits only for what had begun', async () => {
    const works = fc.array(
      fc.record({ key: fc.constantFrom('a', 'b', 'c', 'd'), cost: fc.integer({ min: 2, max: 1_000 }) }),
      { minLength: 1, maxLength: 30 },
    )
    await fc.assert(
      fc.asyncProperty(works, async (asked) => {
        const { begun, ask, finish } = stage({ slots: 1 })
        for (const { key, cost } of asked) ask(key, cost)
        ask('smallest', 1)
        await settled()
        for (const _ of asked) await finish()
        expect(begun.toSorted()).toEqual([...asked.map(({ key }) => key), 'smallest'].toSorted())
        expect(begun.indexOf('smallest')).toBe(1)
      }),
    )
  })

  test('gives a retry after that time a slot, if tasks take as long as before and no other task was added', async () => {
    const scene = fc.record({
      slots: fc.integer({ min: 1, max: 4 }),
      seconds: fc.integer({ min: 1, max: 10 }),
      pauses: fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 12 }),
    })
    await fc.assert(
      fc.asyncProperty(scene, async ({ slots, seconds, pauses }) => {
        const { begun, refusals, ask, passSeconds } = lasting(seconds, { slots, maxWaiting: 3 })
        await ask('first')
        await passSeconds(seconds)
        for (const [index, pause] of pauses.entries()) {
          await passSeconds(pause)
          await ask(`key-${index}`)
          if (refusals.length > 0) break
        }
        for (let i = 0; refusals.length === 0; i++) await ask(`more-${i}`)

        await passSeconds(refusals[0]?.retryAfterS ?? 0)
        await ask('again')
        expect(begun.at(-1)).toBe('again')
      }),
    )
  })
})

/** A queue whose tasks each take `seconds` seconds. */
function lasting(seconds: number, limits: Partial<FairQueueLimits>) {
  const { begun, refusals, pass, ask, finish } = stage(limits)
  const ends: number[] = []
  let now = 0
  const look = () => {
    while (ends.length < begun.length) ends.push(now + seconds)
  }
  let ended = 0
  return {
    begun,
    refusals,
    ask: async (key: string) => {
      ask(key)
      await settled()
      look()
    },
    passSeconds: async (count: number) => {
      for (let i = 0; i < count; i++) {
        pass(1_000)
        now += 1
        for (; (ends[ended] ?? Infinity) <= now; ended++) {
          await finish()
          look()
        }
      }
    },
  }
}

/**
 * A queue of tasks that run until `finish` is called, in the order in which they began, on a clock that `pass`
 * advances.
 */
function stage({ slots = 1, maxWaiting = 1_000, ...limits }: Partial<FairQueueLimits>) {
  let now = 0
  let finished = 0
  const queue = new FairQueue({ slots, maxWaiting, waitMs, ...limits }, full, () => now)
  const begun: string[] = []
  const refused: string[] = []
  const refusals: Refusal[] = []
  const gates: (() => void)[] = []
  return {
    begun,
    running: () => begun.slice(finished),
    refused,
    refusals,
    pass: (ms: number) => {
      now += ms
    },
    ask: (key: string, cost = 1) => {
      const work = () => {
        begun.push(key)
        return new Promise<void>((resolve) => gates.push(resolve))
      }
      const { signal } = end
      queue.run({ key, cost, signal }, work).catch((error: unknown) => {
        if (signal.aborted) return
        if (!(error instanceof Full)) throw error
        refused.push(key)
        refusals.push(error.refusal)
      })
    },
    finish: async () => {
      const gate = gates[finished]
      if (gate === undefined) return
      finished += 1
      gate()
      await settled()
    },
  }
}

function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

class Full extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super('full')
    this.refusal = refusal
  }
}
