import { describe, expect, test } from '@jest/globals'
import { defaultDay, mostProducts, planDay, workKinds } from './plan.ts'

const day = { ...defaultDay, storefronts: 400 }

describe('the plan of a day', () => {
  test('is the same for the same seed, and another for another', () => {
    expect(planDay(day)).toEqual(planDay(day))
    expect(planDay({ ...day, seed: '2' })).not.toEqual(planDay(day))
  })

  test('has as much of each kind as was asked for', () => {
    const { works } = planDay(day)
    for (const kind of workKinds) {
      const wanted = day.times[kind] * day.storefronts
      const count = works.filter((work) => work.kind === kind).length
      // Four standard deviations of a Poisson distribution.
      expect(Math.abs(count - wanted)).toBeLessThan(4 * Math.sqrt(wanted))
    }
  })

  test('is in order, within its minutes, and fuller at ten than at four in the morning', () => {
    const { works } = planDay(day)
    const times = works.map(({ atMs }) => atMs)
    expect(times).toEqual(times.toSorted((one, other) => one - other))
    expect(times.at(-1)).toBeLessThanOrEqual(day.minutes * 60_000)
    const inHour = (hour: number) =>
      works.filter(({ atMs }) => Math.floor((atMs / day.minutes / 60_000) * 24) === hour).length
    expect(inHour(10)).toBeGreaterThan(4 * inHour(4))
  })

  test('names products that the storefront has, as many as fit a file', () => {
    const { products, works } = planDay({ ...day, rows: 20_000 })
    for (const { kind, storefront, from, count } of works) {
      if (kind !== 'pictures') expect(from + count).toBeLessThanOrEqual(products[storefront] ?? 0)
      expect(count).toBeLessThanOrEqual(mostProducts)
    }
    expect(works.some(({ kind, count }) => kind === 'large' && count === mostProducts)).toBe(true)
  })

  test('has storefronts of the average size that was asked for, most of them smaller', () => {
    const { products } = planDay({ ...day, storefronts: 4_000 })
    const average = products.reduce((sum, count) => sum + count, 0) / products.length
    expect(average * 5).toBeGreaterThan(0.85 * day.rows)
    expect(average * 5).toBeLessThan(1.15 * day.rows)
    expect(products.filter((count) => count < average).length / products.length).toBeGreaterThan(0.6)
  })
})
