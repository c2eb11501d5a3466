import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { Client } from 'pg'
import type { ServiceName } from '../../deploy/local/services.ts'
import { catalogFile, csvOf } from '../support/canonical-file.ts'
import { startImageHost } from '../support/image-host.ts'
import { startSystem } from '../support/system.ts'
import { groupsThatFire, readAlerts } from './support/alert-condition.ts'
import type { AlertPolicy, LogMetric, Point } from './support/alert-condition.ts'
import { toLogEntry } from './support/log-entry.ts'
import type { LogEntry } from './support/log-entry.ts'

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

interface Line {
  text: string
  stream: 'stdout' | 'stderr'
  service: ServiceName
  pod: string
}

let metrics: LogMetric[]
let policies: Map<string, AlertPolicy>
const lines: Line[] = []
const runs: { stuck: string; resumedOnce: string } = { stuck: '', resumedOnce: '' }

beforeAll(async () => {
  ;({ metrics, policies } = await readAlerts(variables))
  await using images = await startImageHost()
  await using system = await startSystem({
    env: { 'image-service': { CATALOG_IMAGE_ALLOWED_HOSTS: images.host } },
  })
  const database = new Client({ connectionString: system.database.url })
  await database.connect()
  await using undo = new AsyncDisposableStack()
  undo.defer(() => database.end())

  const starts = new Map<ServiceName, number>()
  const taken = new Map<unknown[], number>()
  const takeLines = (service: ServiceName) => {
    const { logs, events, noise } = system.services[service]
    const pod = `catalog-${service}-${starts.get(service) ?? 0}`
    for (const [list, stream] of [
      [logs, 'stdout'],
      [events, 'stderr'],
      [noise, 'stderr'],
    ] as const) {
      for (const line of list.slice(taken.get(list) ?? 0))
        lines.push({ text: typeof line === 'string' ? line : JSON.stringify(line), stream, service, pod })
      taken.set(list, list.length)
    }
  }
  const restartImportService = async () => {
    await system.kill('import-service')
    takeLines('import-service')
    starts.set('import-service', (starts.get('import-service') ?? 0) + 1)
    await system.start('import-service')
  }
  const confirm = async (csv: string, storefront: string) =>
    await system.confirm((await system.upload(csv, { storefront })).draft_id, { storefront })
  const pictured = (handle: string) =>
    csvOf([{ handle, title: handle, variant_price: '1', image_url: images.url(`/${handle}.jpg`) }])

  // What goes well.
  await confirm(catalogFile({ products: 3, variants: 1 }), 'well')
  await (await system.request('/api/products/export', { storefront: 'well' })).text()
  await system.waitForEvent('catalog_exported')

  // An apply that fails.
  await database.query(`
    create function refuse_variant() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
    create trigger refuse before insert on variants for each row execute function refuse_variant()`)
  const draft = await system.upload(catalogFile({ products: 3, variants: 1 }), { storefront: 'refused' })
  await system.request(`/api/products/imports/${draft.draft_id}/confirm`, {
    method: 'POST',
    storefront: 'refused',
  })
  await system.waitForEvent('import_apply_failed')
  await database.query('drop trigger refuse on variants')

  // An image phase that hangs, three restarts of import-service, and another run that is resumed by the last one only.
  const gate = images.hold()
  runs.stuck = (await confirm(pictured('stuck'), 'stuck')).run_id
  await restartImportService()
  await restartImportService()
  runs.resumedOnce = (await confirm(pictured('once'), 'once')).run_id
  await database.query(
    `update import_runs set image_phase_started_at = now() - interval '3 hours' where storefront_id = 'stuck'`,
  )
  await restartImportService()
  await system.waitForEvent('image_phase_overdue', { run_id: runs.stuck })
  gate.open()
  for (const [storefront, runId] of [
    ['stuck', runs.stuck],
    ['once', runs.resumedOnce],
  ] as const) {
    await system.waitForRun(runId, undefined, { storefront })
    await system.waitForEvent('image_phase_completed', { run_id: runId })
  }
  for (const service of ['gateway', 'import-service', 'export-service', 'image-service'] as const)
    takeLines(service)
}, 180_000)
afterAll(() => {
  lines.length = 0
})

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
      lines.map((line) => entryOf(line).jsonPayload?.event).filter((event) => typeof event === 'string'),
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
    expect(lines.filter(({ stream }) => stream === 'stdout').length).toBeGreaterThan(10)
  })

  test('each hits exactly the metric of its event, and no other line hits any', () => {
    for (const line of lines) {
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
    for (const line of lines) {
      for (const elsewhere of others) expect(hits(entryOf(line, elsewhere))).toEqual([])
      expect(hits(entryOf({ ...line, stream: 'stdout' }))).toEqual([])
    }
  })

  test('the metrics of image phases carry the run of the line, whichever pod wrote it', () => {
    const recovered = pointsOf(lines.map((line) => entryOf(line))).filter(
      ({ metric }) => metric === counted.image_phase_recovered,
    )
    expect(recovered.map(({ labels }) => labels)).toEqual([
      { run_id: runs.stuck },
      { run_id: runs.stuck },
      ...[runs.stuck, runs.resumedOnce].toSorted().map((runId) => ({ run_id: runId })),
    ])
    const pods = lines.filter(({ text }) => text.includes('image_phase_recovered')).map(({ pod }) => pod)
    expect(new Set(pods).size).toBe(3)
  })

  test('ALR-2 and both halves of ALR-3 fire for what happened, and not for the run that was resumed once', () => {
    const points = pointsOf(lines.map((line) => entryOf(line)))
    expect(conditionsOf('apply_failed').map((each) => groupsThatFire(each, points))).toEqual([['']])
    expect(conditionsOf('image_phase_stuck').map((each) => groupsThatFire(each, points))).toEqual([
      [runs.stuck],
      [runs.stuck],
    ])
    const quiet = lines.filter(({ text }) => !/apply_failed|overdue|recovered/.test(text))
    const without = pointsOf(quiet.map((line) => entryOf(line)))
    for (const policy of policies.values())
      for (const condition of policy.conditions) expect(groupsThatFire(condition, without)).toEqual([])
  })
})

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
