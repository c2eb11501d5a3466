import { chartStyle, escaped, lineChart, rangeChart } from './charts.ts'
import type { Series } from './charts.ts'
import type { EndpointFigures } from './latencies.ts'
import { isCpu } from './model.ts'
import { operationNames } from './operations.ts'
import { usageTable } from './report-text.ts'
import type { Figures } from './run-load.ts'
import type { Sample } from './sampler.ts'

/** A self-contained HTML page. */
export function drawReport(figures: Figures): string {
  const { day, seconds, works, done, failures, endpoints, lateMs } = figures
  const facts = `${day.storefronts} storefronts, a day in ${day.minutes} minutes, seed ${day.seed}: ${done} of ${works} works done in ${seconds.toFixed(0)} s, ${failures.length} failures; the driver was at most ${lateMs.toFixed(0)} ms late`
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Load test</title>
<style>
  :root { color-scheme: light dark }
  body { font: 15px/1.5 system-ui, sans-serif; max-width: 900px; margin: 2rem auto; padding: 0 1rem }
  table { border-collapse: collapse }
  th, td { padding: 0.2rem 0.8rem; text-align: right; border-bottom: 1px solid #8886 }
  th:first-child, td:first-child { text-align: left }${chartStyle}
</style>
<h1>Load test</h1>
<p>${escaped(facts)}</p>
${failures.length > 0 ? `<h2>Failures</h2><ul>${failures.map((failure) => `<li>${escaped(failure)}</li>`).join('')}</ul>` : ''}
<h2>Answers</h2>
${lineChart('Throughput', 'a second', throughputOf(figures))}
${rangeChart('From when it was due to its last byte: p50 to p99, ms', endpoints.map(rangeOf))}
${table(['endpoint', 'answers', 'refused first', 'p50 ms', 'p90 ms', 'p99 ms', 'longest ms'], ...endpoints.map(cellsOf))}
<h2>Processes</h2>
${lineChart('Processor', 'cores', cpuOf(figures.samples))}
${lineChart('Memory', 'MiB', memoryOf(figures.samples))}
<h2>Bytes</h2>
${lineChart('WAL', 'MB/s', ratesOf(figures.samples, ['WAL']))}
${lineChart('Disk and object store', 'MB', bytesOf(figures.samples, ['catalog', 'history', 'drafts', 'objects']))}
<h2>Predicted and measured</h2>
${table(...usageTable(figures.predicted, figures.used))}
<h2>What one thing costs</h2>
<p>Milliseconds of a processor, or kB, for one and (after the +) for each of its rows, by itself; the factor is what a whole day uses of it beside that.</p>
${costsOf(figures)}
</html>
`
}

function rangeOf({ endpoint, p50, p99 }: EndpointFigures) {
  return { name: endpoint, low: p50, high: p99, text: `${p50.toFixed(0)} to ${p99.toFixed(0)} ms` }
}

function cellsOf({ endpoint, count, refusals, ...times }: EndpointFigures): string[] {
  const { p50, p90, p99, most } = times
  return [endpoint, String(count), String(refusals), ...[p50, p90, p99, most].map((ms) => ms.toFixed(0))]
}

/** Requests and rows answered per second, and those that were due. */
function throughputOf({ answers, seconds }: Figures): Series[] {
  const perSecond = (timeOf: (answer: Figures['answers'][number]) => number) => {
    const counts = new Map<number, number>()
    for (const answer of answers) {
      const second = Math.floor(timeOf(answer) / 1_000)
      counts.set(second, (counts.get(second) ?? 0) + 1)
    }
    return Array.from({ length: Math.ceil(seconds) }, (_, second) => ({
      x: second * 1_000,
      y: counts.get(second) ?? 0,
    }))
  }
  return [
    { name: 'requests due', points: perSecond(({ dueMs }) => dueMs) },
    { name: 'requests answered', points: perSecond(({ dueMs, ms }) => dueMs + ms) },
  ]
}

function cpuOf(samples: readonly Sample[]): Series[] {
  return namesOf(samples).map((name) => ({
    name,
    points: differences(samples, ({ processes }) => processes[name]?.cpuS ?? 0),
  }))
}

function memoryOf(samples: readonly Sample[]): Series[] {
  return namesOf(samples).map((name) => ({
    name,
    points: samples.map(({ atMs, processes }) => ({
      x: atMs,
      y: (processes[name]?.memoryBytes ?? 0) / 2 ** 20,
    })),
  }))
}

function ratesOf(samples: readonly Sample[], names: readonly string[]): Series[] {
  return names.map((name) => ({
    name,
    points: differences(samples, ({ bytes }) => (bytes[name] ?? 0) / 1e6),
  }))
}

function bytesOf(samples: readonly Sample[], names: readonly string[]): Series[] {
  return names.map((name) => ({
    name,
    points: samples.map(({ atMs, bytes }) => ({ x: atMs, y: (bytes[name] ?? 0) / 1e6 })),
  }))
}

function namesOf(samples: readonly Sample[]): string[] {
  return Object.keys(samples[0]?.processes ?? {})
}

/** Increase per second. */
function differences(samples: readonly Sample[], of: (sample: Sample) => number): Series['points'] {
  return samples.slice(1).flatMap((sample, index) => {
    const before = samples[index]
    const seconds = before ? (sample.atMs - before.atMs) / 1_000 : 0
    return before && seconds > 0 ? [{ x: sample.atMs, y: (of(sample) - of(before)) / seconds }] : []
  })
}

function costsOf({ model: { costs, factors, idle } }: Figures): string {
  const resources = Object.keys(factors)
  const lines = operationNames.map((name) =>
    cells(name, resources, (resource) => {
      const { each, row } = costs[name][resource] ?? { each: 0, row: 0 }
      return `${inThousandths(resource, each).toFixed(2)} + ${inThousandths(resource, row).toFixed(3)}`
    }),
  )
  return table(
    ['', ...resources],
    ...lines,
    cells('a second of idling', resources, (name) => inThousandths(name, idle[name] ?? 0).toFixed(2)),
    cells('factor of the day', resources, (name) => (factors[name] ?? 1).toFixed(2)),
  )
}

function cells(name: string, resources: readonly string[], textOf: (resource: string) => string): string[] {
  return [name, ...resources.map(textOf)]
}

/** Seconds as ms, bytes as kB. */
function inThousandths(resource: string, amount: number): number {
  return isCpu(resource) ? 1_000 * amount : amount / 1_000
}

function table(head: readonly string[] = [], ...rows: readonly string[][]): string {
  return `<table>${tableRow(head, 'th')}${rows.map((row) => tableRow(row, 'td')).join('')}</table>`
}

function tableRow(texts: readonly string[], tag: string): string {
  return `<tr>${texts.map((text) => `<${tag}>${escaped(text)}</${tag}>`).join('')}</tr>`
}
