import { describe, expect, test } from '@jest/globals'
import { ServiceError } from '@catalog/contracts'
import { slidingMinute } from './limit-requests.ts'

/** Makes a request of a storefront at a time: returns `ok`, or how many seconds to wait. */
function limiter(perMinute: number) {
  const take = slidingMinute(perMinute)
  return (seconds: number, storefrontId = 'shop'): number | 'ok' | undefined => {
    try {
      take(storefrontId, seconds * 1000)
      return 'ok'
    } catch (error) {
      return error instanceof ServiceError ? error.retryAfterS : undefined
    }
  }
}

describe('requests per minute', () => {
  test('are counted over any 60 seconds, and the refusal says how long to wait', () => {
    const ask = limiter(3)
    expect([ask(0), ask(30), ask(59)]).toEqual(['ok', 'ok', 'ok'])
    expect(ask(59.5)).toBe(1)
    expect(ask(60)).toBe('ok')
    expect(ask(60)).toBe(30)
    expect(ask(90)).toBe('ok')
    expect(ask(118.9)).toBe(1)
    expect(ask(119)).toBe('ok')
  })

  test('do not count those refused', () => {
    const ask = limiter(1)
    expect(ask(0)).toBe('ok')
    for (let second = 1; second < 60; second += 1) expect(ask(second)).toBe(60 - second)
    expect(ask(60)).toBe('ok')
  })

  test('of one storefront do not touch another', () => {
    const ask = limiter(1)
    expect([ask(0, 'a'), ask(0, 'b')]).toEqual(['ok', 'ok'])
    expect([ask(1, 'a'), ask(1, 'b')]).toEqual([59, 59])
  })

  test('start from zero for a storefront that made none for a while', () => {
    const ask = limiter(2)
    expect([ask(0), ask(0)]).toEqual(['ok', 'ok'])
    expect([ask(200), ask(200), ask(200)]).toEqual(['ok', 'ok', 60])
  })
})
