import { readFile } from 'node:fs/promises'
import { parse } from 'yaml'
import { z } from 'zod'
import { serviceNames } from '../../deploy/local/services.ts'
import { percentile } from '../load/latencies.ts'
import type { Answer } from './bystander.ts'
import type { Line } from './carry-out.ts'
import type { CrowdReport } from './crowd.ts'
import type { Memory, MemoryWatch } from './watch-memory.ts'

/** A table with a row for each attack. */
export function describeTable(lines: Line[], answers: Answer[], memory: MemoryWatch): string[] {
  const rows = lines.map(({ attack, outcome, isOk, startedAt, endedAt, releasedMs }) => {
    const slowest = answers
      .filter(({ at, ms }) => at <= endedAt && at + ms >= startedAt)
      .toSorted((one, other) => other.ms - one.ms)[0]
    return [
      attack.name,
      outcome.replaceAll('\n', ' ').slice(0, 200),
      slowest === undefined ? '' : `${slowest.ms.toFixed(0)} ms (${slowest.what})`,
      describeMemory(memory.peakBetween(startedAt, endedAt)),
      `${releasedMs.toFixed(0)} ms`,
      isOk ? 'ok' : 'FAILED',
    ]
  })
  const head = [
    'attack',
    'answered',
    'bystander’s slowest answer',
    'gateway, import, export, image MiB',
    'served again after',
    '',
  ]
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)
}

/** The bystander's waiting time over all of them. */
export function describeMedians(answers: Answer[]): string {
  const kinds = [...new Set(answers.map(({ what }) => what))]
  const parts = kinds.map((kind) => {
    const times = answers.filter(({ what }) => what === kind).map(({ ms }) => ms)
    const at = (share: number) => percentile(times, share).toFixed(0)
    return `${times.length} × ${kind} in ${at(0.5)} ms (95 % in ${at(0.95)}, slowest ${at(1)})`
  })
  return `the bystander: ${parts.join(', ')}`
}

export function describeCrowd(
  { storefronts, seconds, rounds, refusals, failures }: CrowdReport,
  memory: Memory,
): { isOk: boolean; lines: string[] } {
  const isFair = rounds.least >= rounds.median / 2
  const lines = [
    `${storefronts} storefronts for ${seconds.toFixed(0)} s: ${rounds.least} files of the slowest, ${rounds.median} of the median, ${rounds.most} of the quickest; ${refusals} times asked to retry; ${failures.length} failures; ${describeMemory(memory)} MiB`,
    ...(isFair ? [] : ['FAILED: the slowest has less than half of the median']),
    ...failures,
  ]
  return { isOk: isFair && failures.length === 0, lines }
}

/** The most memory of each service, which the limit of the chart must hold. */
export async function describePeaks(peak: Memory): Promise<{ isOk: boolean; lines: string[] }> {
  const values: unknown = parse(
    await readFile(new URL('../../helm/catalog/values.yaml', import.meta.url), 'utf8'),
  )
  const { services } = Values.parse(values)
  const lines = serviceNames.map((name) => {
    const { memory } = services[name].resources.limits
    const limit = Number.parseInt(memory, 10) * (memory.endsWith('Gi') ? 1_024 : 1)
    const isOk = peak[name] <= limit
    return {
      isOk,
      text: `${isOk ? '' : 'FAILED: '}${name} took at most ${peak[name].toFixed(0)} MiB of ${limit}`,
    }
  })
  return { isOk: lines.every(({ isOk }) => isOk), lines: lines.map(({ text }) => text) }
}

const Limits = z.object({
  resources: z.object({ limits: z.object({ memory: z.string().regex(/^\d+[MG]i$/) }) }),
})
const Values = z.object({ services: z.record(z.enum(serviceNames), Limits) })

export function describeFailed({ attack, outcome }: Line): string {
  return `${attack.name}: ${outcome}`
}

export function describeMemory(memory: Memory): string {
  return (['gateway', 'import-service', 'export-service', 'image-service'] as const)
    .map((name) => memory[name].toFixed(0))
    .join(', ')
}
