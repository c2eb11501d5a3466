import { isUsedBy, operationNames, sumOf } from './operations.ts'
import type { Amount, Amounts, OperationName } from './operations.ts'

/** Usage of each resource: seconds of a process's processor (`cpu gateway`), bytes (`WAL`, `catalog`). */
export type Usage = Record<string, number>

/** The work of a run: the initial catalogs, and the day. */
export interface Run {
  start: Amounts
  day: Amounts
  /** Of the day. */
  seconds: number
}

/** Stored data is compared over the whole run, other usage over the day. */
export const kept: readonly string[] = ['catalog', 'history']

export function isCpu(resource: string): boolean {
  return resource.startsWith('cpu ')
}

/** The cost of one operation in one resource: per operation and per row. */
export interface Cost {
  each: number
  row: number
}

export interface Model {
  /** Usage per second without any requests. */
  idle: Usage
  costs: Record<OperationName, Record<string, Cost>>
  /** How much more a day uses than the same operations one after the other, because they affect each other. */
  factors: Usage
}

/** The same operation several times, alone. */
export interface Observation extends Amount {
  operation: OperationName
  seconds: number
  used: Usage
}

/** The best fit to the observations. A day's factors are 1 until `withFactors`. */
export function fitModel(observations: readonly Observation[], idle: Usage): Model {
  const resources = [...new Set(observations.flatMap(({ used }) => Object.keys(used)))]
  const costOf = (operation: OperationName, resource: string): Cost => {
    if (!isUsedBy(operation, resource)) return { each: 0, row: 0 }
    return fitCost(
      observations
        .filter((one) => one.operation === operation)
        .map(({ times, rows, seconds, used }) => ({
          rows: rows / times,
          cost: ((used[resource] ?? 0) - (idle[resource] ?? 0) * seconds) / times,
        })),
    )
  }
  const costsOf = (operation: OperationName) =>
    Object.fromEntries(resources.map((resource) => [resource, costOf(operation, resource)]))
  return {
    idle,
    costs: {
      read: costsOf('read'),
      upload: costsOf('upload'),
      'confirm of changes': costsOf('confirm of changes'),
      'confirm of new products': costsOf('confirm of new products'),
      undo: costsOf('undo'),
      export: costsOf('export'),
      picture: costsOf('picture'),
    },
    factors: Object.fromEntries(resources.map((resource) => [resource, 1])),
  }
}

/** The usage of a run in its day; for stored data, in total. */
export function predict(model: Model, { start, day, seconds }: Run): Usage {
  const inDay = usageOf(model, day, seconds)
  const inAll = usageOf(model, sumOf(start, day), seconds)
  return Object.fromEntries(
    Object.entries(inDay).map(([name, usage]) => [name, kept.includes(name) ? (inAll[name] ?? 0) : usage]),
  )
}

function usageOf({ idle, costs, factors }: Model, amounts: Amounts, seconds: number): Usage {
  return Object.fromEntries(
    Object.entries(factors).map(([resource, factor]) => {
      const work = operationNames.reduce((sum, name) => {
        const { each, row } = costs[name][resource] ?? { each: 0, row: 0 }
        return sum + each * amounts[name].times + row * amounts[name].rows
      }, 0)
      return [resource, factor * work + (idle[resource] ?? 0) * seconds]
    }),
  )
}

/** The model with the factors with which it would have predicted the usage of a run. */
export function withFactors(model: Model, run: Run, used: Usage): Model {
  const predicted = predict(model, run)
  const factorOf = ([resource, factor]: [string, number]): [string, number] => {
    const idle = (model.idle[resource] ?? 0) * run.seconds
    const work = (predicted[resource] ?? 0) - idle
    const measured = (used[resource] ?? 0) - idle
    return [resource, work > 0 && measured > 0 ? (factor * measured) / work : factor]
  }
  return { ...model, factors: Object.fromEntries(Object.entries(model.factors).map(factorOf)) }
}

/** Least squares of the relative errors, so that small files count as much as large ones; no cost is negative. */
function fitCost(points: { rows: number; cost: number }[]): Cost {
  const known = points.filter(({ cost }) => cost > 0)
  const sum = (of: (point: { rows: number; cost: number }) => number) =>
    known.reduce((total, point) => total + of(point) / point.cost ** 2, 0)
  const [n, x, y] = [sum(() => 1), sum(({ rows }) => rows), sum(({ cost }) => cost)]
  const [xx, xy] = [sum(({ rows }) => rows ** 2), sum(({ rows, cost }) => rows * cost)]
  if (known.length === 0) return { each: 0, row: 0 }
  const spread = n * xx - x ** 2
  const row = spread > 1e-9 * n * xx ? (n * xy - x * y) / spread : 0
  const each = (y - row * x) / n
  if (row < 0) return { each: y / n, row: 0 }
  if (each < 0) return { each: 0, row: xy / xx }
  return { each, row }
}
