import { describe, expect, test } from '@jest/globals'
import { parseLine } from '../../deploy/local/log-line.ts'
import { groupsThatFire, readAlerts } from './support/alert-condition.ts'
import type { Point } from './support/alert-condition.ts'
import { toLogEntry } from './support/log-entry.ts'
import type { LogEntry } from './support/log-entry.ts'
import { parseFilter } from './support/logging-filter.ts'
import { recordLines } from './support/record-lines.ts'
import type { Line } from './support/record-lines.ts'
import { blocksOf, commandsOfPage, readRunbook } from './support/runbooks.ts'

const variables = {
  project_id: 'my-project',
  environment: 'production',
  cluster_name: 'shops',
  namespace: 'shop',
  runbooks_url: 'https://example.com/runbooks',
}
const place = { project: 'my-project', cluster: 'shops', namespace: 'shop' }

/** Which event each metric counts. */
const counted: Record<string, string> = {
  import_apply_failed: 'catalog/production/import_apply_failed',
  image_phase_overdue: 'catalog/production/image_phase_overdue',
  image_phase_recovered: 'catalog/production/image_phase_recovered',
}

const { metrics, policies } = await readAlerts(variables)
// Six starts of services, one after another.
const recording = await recordLines()

function entryOf({ text, stream, service, pod }: Line, elsewhere = {}): LogEntry {
  return toLogEntry(text, stream, { ...place, pod, container: service, ...elsewhere })
}

function hits(entry: LogEntry): string[] {
  return metrics.filter(({ counts }) => counts(entry)).map(({ name }) => name)
}

function pointsOf(entries: LogEntry[]): Point[] {
  return entries.flatMap((entry) =>
    metrics
      .filter(({ counts }) => counts(entry))
      .map(({ name, labelsOf }) => ({
        metric: name,
        atS: Date.parse(entry.timestamp) / 1000,
        labels: labelsOf(entry),
      })),
  )
}

function conditionsOf(policy: string) {
  const found = policies.get(policy)?.conditions
  if (found === undefined) throw new Error(`there is no policy ${policy}`)
  return found
}

describe('of the lines that the services wrote', () => {
  test('there is one of each telemetry event at least, and many that are none', () => {
    const events = new Set(
      recording.lines
        .map((line) => entryOf(line).jsonPayload?.event)
        .filter((event) => typeof event === 'string'),
    )
    expect([...events].toSorted()).toEqual([
      'catalog_exported',
      'image_phase_completed',
      'image_phase_overdue',
      'image_phase_recovered',
      'import_apply_failed',
      'import_draft_created',
      'import_run_completed',
    ])
    expect(recording.lines.filter(({ stream }) => stream === 'stdout').length).toBeGreaterThan(10)
  })

  test('that of a confirm that waited for its storefront says so', () => {
    const answered = recording.lines
      .map(({ text }) => parseLine(text) ?? {})
      .filter(
        ({ message, storefront_id: storefront }) => message === 'request answered' && storefront === 'well',
      )
    const waited = answered.filter(({ lock_ms: ms }) => Number(ms) >= 900)
    expect(waited).toMatchObject([{ route: '/api/products/imports/{draft_id}/confirm', status: 201 }])
    expect(
      answered.filter(({ route, sql_ms: ms }) => route === '/api/products/imports' && Number(ms) > 0),
    ).toHaveLength(2)
  })

  test('each hits exactly the metric of its event, and no other line hits any', () => {
    for (const line of recording.lines) {
      const entry = entryOf(line)
      const metric = line.stream === 'stderr' ? counted[String(entry.jsonPayload?.event)] : undefined
      expect([line.text, hits(entry)]).toEqual([line.text, metric === undefined ? [] : [metric]])
    }
  })

  test('none hits where it comes from another namespace, cluster, project, container or stream', () => {
    const others = [
      { namespace: 'staging' },
      { cluster: 'other' },
      { project: 'other-project' },
      { container: 'gateway' },
    ]
    for (const line of recording.lines) {
      for (const elsewhere of others) expect(hits(entryOf(line, elsewhere))).toEqual([])
      expect(hits(entryOf({ ...line, stream: 'stdout' }))).toEqual([])
    }
  })

  test('the metrics of image phases carry the run of the line, whichever pod wrote it', () => {
    const recovered = pointsOf(recording.lines.map((line) => entryOf(line))).filter(
      ({ metric }) => metric === counted.image_phase_recovered,
    )
    const runs = Map.groupBy(recovered, ({ labels }) => labels.run_id)
    expect([...runs].map(([run, points]) => [run, points.length])).toEqual(
      expect.arrayContaining([
        [recording.stuck, 3],
        [recording.resumedOnce, 1],
      ]),
    )
    expect(recovered).toHaveLength(4)
    const pods = recording.lines
      .filter(({ text }) => text.includes('image_phase_recovered'))
      .map(({ pod }) => pod)
    expect(new Set(pods).size).toBe(3)
  })

  test('ALR-2 and both halves of ALR-3 fire for what happened, and not for the run that was resumed once', () => {
    const points = pointsOf(recording.lines.map((line) => entryOf(line)))
    expect(conditionsOf('apply_failed').map((each) => groupsThatFire(each, points))).toEqual([['']])
    expect(conditionsOf('image_phase_stuck').map((each) => groupsThatFire(each, points))).toEqual([
      [recording.stuck],
      [recording.stuck],
    ])
    const quiet = recording.lines.filter(({ text }) => !/apply_failed|overdue|recovered/.test(text))
    const without = pointsOf(quiet.map((line) => entryOf(line)))
    for (const policy of policies.values())
      for (const condition of policy.conditions) expect(groupsThatFire(condition, without)).toEqual([])
  })
})

describe.each(['RB-2.md', 'RB-3.md', 'SLO-confirm.md', 'SLO-export.md', 'operations.md'])('in %s', (name) => {
  const page = readRunbook(name)
  const filters = commandsOfPage(page, ['gcloud'])
    .filter(([, group, verb]) => group === 'logging' && verb === 'read')
    .map(([, , , filter = '']) => filter)

  test.each(filters)('the filter %s finds lines', (filter) => {
    const filled = filter.replace('$RUN_ID', recording.stuck).replace('$REQUEST_ID', recording.requestId)
    expect(filled).not.toContain('$')
    const found = recording.lines.filter((line) => parseFilter(filled)(entryOf(line)))
    expect(found.length).toBeGreaterThan(0)
    expect(found.length).toBeLessThan(recording.lines.length / 2)
    const elsewhere = recording.lines.map((line) => entryOf(line, { namespace: 'staging' }))
    expect(elsewhere.filter(parseFilter(filled))).toEqual([])
  })

  if (blocksOf(page, 'json').length === 0) return
  test('a line that is quoted has the shape of one that was written', () => {
    const quoted = blocksOf(page, 'json').map((block) => JSON.parse(block))
    for (const line of quoted.filter(({ event, message }) => event !== undefined || message !== undefined)) {
      const written = recording.lines
        .map(({ text }) => parseLine(text) ?? {})
        .filter(({ event, message }) => event === line.event && message === line.message)
      expect([line, written.some((fields) => hasKeysOf(fields, line))]).toEqual([line, true])
    }
  })
})

/** Every key of the pattern, at every depth. */
function hasKeysOf(value: unknown, pattern: unknown): boolean {
  if (typeof pattern !== 'object' || pattern === null) return value !== undefined
  return Object.entries(pattern).every(
    ([key, inner]) =>
      typeof value === 'object' && value !== null && hasKeysOf(Reflect.get(value, key), inner),
  )
}

const minute = 60

describe('the condition of ALR-3 about recoveries', () => {
  test.each([
    ['twice', recoveries(['a', 0], ['a', minute]), []],
    ['three times in a minute', recoveries(['a', 0], ['a', 20], ['a', 40]), ['a']],
    ['three times in just under two hours', recoveries(['a', 0], ['a', 60], ['a', 119 * minute]), ['a']],
    ['three times, but not within two hours', recoveries(['a', 0], ['a', 60], ['a', 121 * minute]), []],
    ['three runs once each', recoveries(['a', 0], ['b', 1], ['c', 2]), []],
    ['one run among others', recoveries(['a', 0], ['b', 1], ['b', 2], ['a', 3], ['b', 9]), ['b']],
  ])('%s', (_what, points, expected) => {
    const [, condition] = conditionsOf('image_phase_stuck')
    expect(condition && groupsThatFire(condition, points)).toEqual(expected)
  })
})

function recoveries(...times: [runId: string, atS: number][]): Point[] {
  return times.map(([runId, atS]) => ({
    metric: 'catalog/production/image_phase_recovered',
    atS,
    labels: { run_id: runId },
  }))
}
