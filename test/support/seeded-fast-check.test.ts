import { afterAll, describe, expect, jest, test } from '@jest/globals'
import type * as fc from 'fast-check'

const environment = { ...process.env }

afterAll(() => {
  process.env = environment
})

/** Loads it in a process with these variables. */
async function fastCheckWith(env: Record<string, string>): Promise<typeof fc> {
  process.env = { ...env }
  jest.resetModules()
  return await import('fast-check')
}

function casesOf({ assert, property, nat }: typeof fc, numRuns?: number): number[] {
  const cases: number[] = []
  assert(
    property(nat(), (number) => void cases.push(number)),
    numRuns === undefined ? {} : { numRuns },
  )
  return cases
}

describe('a property', () => {
  test('has the same cases in each run, and different ones for another seed', async () => {
    const cases = casesOf(await fastCheckWith({}))
    expect(cases).toHaveLength(100)
    expect(casesOf(await fastCheckWith({}))).toEqual(cases)
    expect(casesOf(await fastCheckWith({ FAST_CHECK_SEED: '7' }))).not.toEqual(cases)
  })

  test('has more of them if requested, the same ones first', async () => {
    const cases = casesOf(await fastCheckWith({}), 30)
    const more = await fastCheckWith({ FAST_CHECK_RUNS: '3' })
    expect(casesOf(more, 30)).toHaveLength(90)
    expect(casesOf(more, 30).slice(0, 30)).toEqual(cases)
    expect(casesOf(more)).toHaveLength(300)
  })

  test('that fails names its seed and the path to its smallest case', async () => {
    const { assert, nat, property } = await fastCheckWith({ FAST_CHECK_SEED: '-42' })
    const isSmall = property(nat(), (number) => number < 1_000)
    expect(() => assert(isSmall)).toThrow(
      /\{ seed: -42, path: "[\d:]+", endOnFailure: true \}\nCounterexample: \[1000\]/,
    )
  })

  test('that waits is awaited', async () => {
    const { assert, asyncProperty, nat } = await fastCheckWith({})
    await expect(assert(asyncProperty(nat(), async (number) => number < 1_000))).rejects.toThrow('seed: 1,')
  })
})

test.each([
  ['FAST_CHECK_SEED', 'today'],
  ['FAST_CHECK_RUNS', '0'],
])('%s is not %s', async (name, value) => {
  await expect(fastCheckWith({ [name]: value })).rejects.toThrow(name)
})
