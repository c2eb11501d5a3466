import { isCpu } from './model.ts'
import type { Usage } from './model.ts'

/** A table of each resource: predicted, measured, and the error. */
export function describeUsage(predicted: Usage, measured: Usage | null): string[] {
  const [head = [], ...rows] = usageTable(predicted, measured)
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)
}

/** Its cells, the head first. */
export function usageTable(predicted: Usage, measured: Usage | null): string[][] {
  const rows = Object.entries(predicted).map(([resource, amount]) => {
    const text = amountOf(resource, amount)
    if (measured === null) return [resource, text]
    const actual = measured[resource] ?? 0
    return [resource, text, amountOf(resource, actual), actual > 0 ? percent(amount / actual - 1) : '']
  })
  return [['resource', 'predicted', ...(measured === null ? [] : ['measured', 'error'])], ...rows]
}

function percent(share: number): string {
  return `${share >= 0 ? '+' : '−'}${Math.abs(100 * share).toFixed(1)} %`
}

/** Seconds of a processor, or bytes. */
function amountOf(resource: string, amount: number): string {
  return isCpu(resource) ? `${amount.toFixed(1)} s` : `${(amount / 1e6).toFixed(1)} MB`
}
