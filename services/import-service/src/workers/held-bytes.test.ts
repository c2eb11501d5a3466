import { describe, expect, test } from '@jest/globals'
import * as fc from 'fast-check'
import { HeldBytes } from './held-bytes.ts'
import type { Hold } from './held-bytes.ts'

describe('the memory for files', () => {
  test('is taken from the key that uses most of it', () => {
    const held = new HeldBytes({ maxBytes: 100, maxFiles: 10 })
    const [first, second, small] = [held.hold('hog'), held.hold('hog'), held.hold('small')]
    first.add(50)
    second.add(45)
    small.add(5)
    expect(held.bytes).toBe(100)
    small.add(5)
    expect([first, second, small].map(({ signal }) => signal.aborted)).toEqual([false, true, false])
    expect(second.signal.reason).toMatchObject({ code: 'unavailable', retryAfterS: 5 })
    expect(() => second.add(1)).toThrow(second.signal.reason)
    expect(held.bytes).toBe(60)
  })

  test('is refused to a key that would use most of it', () => {
    const held = new HeldBytes({ maxBytes: 100, maxFiles: 10 })
    const [small, large] = [held.hold('small'), held.hold('large')]
    small.add(40)
    expect(() => large.add(70)).toThrow(expect.objectContaining({ code: 'unavailable' }))
    expect(small.signal.aborted).toBe(false)
    expect(held.bytes).toBe(40)
  })

  test('goes to a new file if there are too many and one is idle', () => {
    const held = new HeldBytes({ maxBytes: 100, maxFiles: 2 })
    const [silent, talking, complete] = [held.hold('a'), held.hold('b'), held.hold('c')]
    expect(silent.signal.aborted).toBe(true)
    talking.add(1)
    complete.add(1)
    complete.complete()
    const fourth = held.hold('d')
    expect([talking, complete, fourth].map(({ signal }) => signal.aborted)).toEqual([false, false, false])
    fourth.add(1)
    held.hold('e')
    expect(talking.signal.aborted).toBe(true)
    expect(complete.signal.aborted).toBe(false)
  })

  test('never exceeds its limit, and is all free again once the files are released', () => {
    const step = fc.record({
      file: fc.integer({ min: 0, max: 9 }),
      bytes: fc.integer({ min: 1, max: 60 }),
      does: fc.constantFrom('add', 'add', 'add', 'complete', 'release'),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 100 }), (steps) => {
        const held = new HeldBytes({ maxBytes: 100, maxFiles: 4 })
        const holds: (Hold | undefined)[] = Array.from({ length: 10 }, (_, index) =>
          held.hold(`storefront-${index % 3}`),
        )
        for (const { file, bytes, does } of steps) {
          const hold = holds[file]
          if (hold === undefined) continue
          if (does === 'complete') hold.complete()
          else if (does === 'release') {
            hold[Symbol.dispose]()
            holds[file] = undefined
          } else if (hold.signal.aborted) expect(() => hold.add(bytes)).toThrow()
          else addOrLose(hold, bytes)
          expect(held.bytes).toBeLessThanOrEqual(100)
          expect(held.bytes).toBeGreaterThanOrEqual(0)
        }
        for (const hold of holds) hold?.[Symbol.dispose]()
        expect(held.bytes).toBe(0)
      }),
    )
  })
})

function addOrLose(hold: Hold, bytes: number): void {
  try {
    hold.add(bytes)
  } catch (error) {
    expect(error).toBe(hold.signal.reason)
  }
}
