/** A correct answer. */
export interface Answered {
  endpoint: string
  /** When it was due, and how long after that its last byte arrived, in milliseconds from the beginning of the day. */
  dueMs: number
  ms: number
  /** Rows of files and exports. */
  rows: number
  /** How often it was refused before, with Retry-After. */
  refusals: number
}

export interface EndpointFigures {
  endpoint: string
  count: number
  refusals: number
  p50: number
  p90: number
  p99: number
  most: number
}

/** By endpoint, in the order of their first requests; in milliseconds. */
export function figuresOf(answers: readonly Answered[]): EndpointFigures[] {
  return [...Map.groupBy(answers, ({ endpoint }) => endpoint)].map(([endpoint, list]) => {
    const times = list.map(({ ms }) => ms)
    return {
      endpoint,
      count: list.length,
      refusals: list.reduce((sum, { refusals }) => sum + refusals, 0),
      p50: percentile(times, 0.5),
      p90: percentile(times, 0.9),
      p99: percentile(times, 0.99),
      most: percentile(times, 1),
    }
  })
}

/** The smallest value that this share of all values does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}
