import { describe, expect, test } from '@jest/globals'
import { fitModel, predict, withFactors } from './model.ts'
import type { Observation } from './model.ts'
import { amountsOf, expectedAmounts, noAmounts, operationNames } from './operations.ts'
import { defaultDay, planDay } from './plan.ts'

const cpu = 'cpu import-service'
const observe = (operation: Observation['operation'], rows: number, cost: number): Observation => ({
  operation,
  times: 10,
  rows: 10 * rows,
  seconds: 2,
  used: { [cpu]: 10 * cost + 0.2 },
})

describe('the model', () => {
  test('finds what one costs and each of its rows, without what is used anyway', () => {
    const { costs } = fitModel(
      [observe('upload', 10, 0.012), observe('upload', 1_000, 0.21), observe('upload', 5_000, 1.01)],
      { [cpu]: 0.1 },
    )
    expect(costs.upload[cpu]?.each).toBeCloseTo(0.01, 6)
    expect(costs.upload[cpu]?.row).toBeCloseTo(0.0002, 8)
    expect(costs.export[cpu]).toEqual({ each: 0, row: 0 })
  })

  test('does not count what a process uses that takes no part in the operation', () => {
    const used = { [cpu]: 1, 'cpu export-service': 1, 'cpu a proxy': 1 }
    const { costs } = fitModel([{ ...observe('upload', 10, 0.012), used }], {})
    expect(costs.upload[cpu]?.each).toBeGreaterThan(0)
    expect(costs.upload['cpu export-service']).toEqual({ each: 0, row: 0 })
    expect(costs.upload['cpu a proxy']?.each).toBeGreaterThan(0)
  })

  test('has no negative costs', () => {
    const { costs } = fitModel(
      [
        observe('upload', 10, 0.02),
        observe('upload', 1_000, 0.01),
        observe('undo', 10, 0.0001),
        observe('undo', 1_000, 0.1),
        observe('read', 0, 0.003),
        observe('read', 0, 0.005),
      ],
      { [cpu]: 0.1 },
    )
    expect(costs.upload[cpu]?.row).toBe(0)
    expect(costs.undo[cpu]?.each).toBeGreaterThanOrEqual(0)
    expect(costs.read[cpu]?.row).toBe(0)
    expect(costs.read[cpu]?.each).toBeGreaterThan(0.003)
    expect(costs.read[cpu]?.each).toBeLessThan(0.005)
  })

  test('predicts the sum of operations, idling and a factor of the day', () => {
    const model = fitModel([observe('upload', 10, 0.02), observe('upload', 100, 0.11)], { [cpu]: 0.1 })
    const day = { ...noAmounts(), upload: { times: 100, rows: 5_000 } }
    const run = { start: noAmounts(), day, seconds: 60 }
    expect(predict(model, run)[cpu]).toBeCloseTo(100 * 0.01 + 5_000 * 0.001 + 6, 6)
    const learnt = withFactors(model, run, { [cpu]: 6 + 9 })
    expect(learnt.factors[cpu]).toBeCloseTo(1.5, 6)
    expect(predict(learnt, run)[cpu]).toBeCloseTo(15, 6)
  })

  test('predicts what is kept with the catalogs of the beginning, and the rest without', () => {
    const used = { [cpu]: 1, catalog: 1_000 }
    const added = { operation: 'confirm of new products', times: 1, rows: 10, seconds: 1, used } as const
    const model = fitModel([added], {})
    const start = { ...noAmounts(), 'confirm of new products': { times: 3, rows: 30 } }
    const day = { ...noAmounts(), 'confirm of new products': { times: 1, rows: 10 } }
    const predicted = predict(model, { start, day, seconds: 60 })
    expect(predicted['catalog']).toBeCloseTo(4_000, 6)
    expect(predicted[cpu]).toBeCloseTo(1, 6)
  })
})

test('a planned day comes to what is expected of such days', () => {
  const options = { ...defaultDay, storefronts: 3_000, rows: 1_000 }
  const day = planDay(options)
  // Of the few large storefronts there may be more or fewer.
  const planned = amountsOf({ ...day, products: day.products.map(() => 200) })
  const expected = expectedAmounts(options)
  for (const name of operationNames) {
    expect(Math.abs(planned[name].times / expected[name].times - 1)).toBeLessThan(0.1)
  }
  for (const name of ['export', 'undo', 'confirm of new products'] as const) {
    expect(Math.abs(planned[name].rows / expected[name].rows - 1)).toBeLessThan(0.2)
  }
})
