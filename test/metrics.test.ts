import { readFile } from 'node:fs/promises'
import { expect, test } from '@jest/globals'
import { serviceNames } from '../deploy/local/services.ts'
import type { ServiceName } from '../deploy/local/services.ts'
import { csvOf } from './support/canonical-file.ts'
import { disposeAfterAll } from './support/dispose-after-all.ts'
import { startPicturedSystem } from './support/pictured-system.ts'
import { waitFor } from './support/wait-for.ts'

/** The metrics of each service before anything has happened. */
const atStart = new Map<ServiceName, string>()
// If the machine pauses for longer than a fetch may take, the next attempt follows soon.
const { images, system } = disposeAfterAll().use(
  await startPicturedSystem({ CATALOG_IMAGE_RETRY_PAUSES_MS: '50,50' }),
)
for (const service of serviceNames) atStart.set(service, await metricsOf(service))

async function metricsOf(service: ServiceName): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${system.services[service].healthPort}/metrics`)
  return await response.text()
}

/** The sum of the series with that name whose labels include these; undefined if there is none. */
function valueIn(text: string, metric: string, label = ''): number | undefined {
  const line = text.split('\n').find((each) => each.startsWith(`${metric}{`) && each.includes(label))
  return line === undefined ? undefined : Number(line.slice(line.lastIndexOf(' ')))
}

async function waitForValue(service: ServiceName, metric: string, isReached: (value: number) => boolean) {
  await waitFor(`${metric} of ${service}`, async () => {
    const value = valueIn(await metricsOf(service), metric)
    return value !== undefined && isReached(value)
  })
}

/** Returns a function for how much the counter has grown since now. */
async function watchGrowth(service: ServiceName, metric: string, label: string) {
  const before = valueIn(await metricsOf(service), metric, label) ?? 0
  return async () => (valueIn(await metricsOf(service), metric, label) ?? 0) - before
}

test.each([
  ['import-service', 'catalog_apply_duration_seconds_count', ['applied', 'failed']],
  ['import-service', 'catalog_images_total', ['fetched', 'rejected', 'failed']],
  ['import-service', 'catalog_image_attempts_total', ['rejected']],
  ['import-service', 'catalog_image_requests_total', ['stored', 'refused', 'unanswered']],
  [
    'export-service',
    'catalog_export_duration_seconds_count',
    ['completed', 'empty', 'refused', 'failed', 'cut'],
  ],
  ['image-service', 'catalog_image_attempts_total', ['fetched', 'rejected', 'failed']],
] as const)('%s: each outcome of %s is 0 before its first', (service, metric, outcomes) => {
  const text = atStart.get(service) ?? ''
  for (const outcome of outcomes) expect(valueIn(text, metric, `outcome="${outcome}"`)).toBe(0)
})

test('gateway: each failure of what is promised is 0 before its first', () => {
  const text = atStart.get('gateway') ?? ''
  for (const route of [
    '/api/products/imports',
    '/api/products/imports/{draft_id}/confirm',
    '/api/products/export',
  ]) {
    expect(valueIn(text, 'catalog_http_answers_aborted_total', `route="${route}"`)).toBe(0)
    for (const status of ['500', '503', '504'])
      expect(
        valueIn(text, 'catalog_http_request_duration_seconds_count', `route="${route}",status="${status}"`),
      ).toBe(0)
  }
})

test('an image phase is visible in the metrics while it runs, and its outcomes when it is over', async () => {
  const fetched = await watchGrowth('import-service', 'catalog_images_total', 'outcome="fetched"')
  const rejected = await watchGrowth('import-service', 'catalog_images_total', 'outcome="rejected"')
  const ends = 'outcome="rejected",reason="http_error"'
  const refused = await watchGrowth('image-service', 'catalog_image_attempts_total', ends)
  images.answer('/gone.jpg', (_request, response) => void response.writeHead(404).end())
  const gate = images.hold()
  const rows = ['/1.jpg', '/2.jpg', '/3.jpg', '/4.jpg', '/5.jpg', '/gone.jpg'].map((path, index) => ({
    handle: 'pictured',
    title: index === 0 ? 'Pictured' : '',
    variant_price: index === 0 ? '1' : '',
    image_url: images.url(path),
  }))
  const draft = await system.upload(csvOf(rows))
  const run = await system.confirm(draft.draft_id)
  await waitForValue('image-service', 'catalog_images_in_flight', (value) => value === 4)
  await waitForValue('import-service', 'catalog_images_pending', (value) => value === 6)
  await waitForValue('import-service', 'catalog_image_queue_depth', (value) => value === 6)
  await waitForValue('import-service', 'catalog_oldest_image_phase_seconds', (value) => value > 0)

  gate.open()
  await system.waitForRun(run.run_id)
  await waitFor('the outcomes', async () => (await fetched()) === 5 && (await rejected()) === 1)
  for (const metric of ['images_pending', 'oldest_image_phase_seconds', 'image_queue_depth'])
    await waitForValue('import-service', `catalog_${metric}`, (value) => value === 0)
  await waitFor('the attempt at what is gone', async () => (await refused()) === 1)
})

test('deploy/metrics.md has exactly the metrics that the services have, as they are', async () => {
  // So that series which appear with their first event exist.
  await system.upload(csvOf([{ handle: 'plain', title: 'Plain', variant_price: '1' }]))
  const page = await readFile(new URL('../deploy/metrics.md', import.meta.url), 'utf8')
  for (const service of serviceNames) {
    const metrics = await waitFor(`a series of each metric of ${service}`, async () => {
      const read = readMetrics(await metricsOf(service))
      return read.every(({ hasSeries }) => hasSeries) && read
    })
    expect(documentedMetrics(page, service).toSorted(byName)).toEqual(
      metrics.map(({ name, kind, labels, meaning }) => ({ name, kind, labels, meaning })).toSorted(byName),
    )
  }
})

interface Metric {
  name: string
  kind: string
  labels: string[]
  meaning: string
}

function byName(one: Metric, other: Metric): number {
  return one.name.localeCompare(other.name)
}

function readMetrics(text: string): (Metric & { hasSeries: boolean })[] {
  return [...text.matchAll(/^# HELP (catalog_\w+) (.+)\n# TYPE \w+ (\w+)$/gm)].map(
    ([, name = '', meaning = '', kind = '']) => {
      const series = new RegExp(`^${name}(?:_count)?\\{(.*)\\} `, 'm').exec(text)
      const labels = [...(series?.[1] ?? '').matchAll(/(\w+)="/g)].map(([, label = '']) => label)
      return {
        name,
        kind,
        labels: labels.filter((label) => label !== 'service').toSorted(),
        meaning,
        hasSeries: series !== null,
      }
    },
  )
}

function documentedMetrics(page: string, service: string): Metric[] {
  const section = page
    .split(/^## /m)
    .filter((each) => ['each service', service].includes(each.split('\n', 1)[0] ?? ''))
    .join('\n')
  return [...section.matchAll(/^- `(\w+)` \((\w+)(?:; ([\w, ]+))?\): (.*)$/gm)].map(
    ([, name = '', kind = '', labels, meaning = '']) => ({
      name,
      kind,
      labels: labels?.split(', ').toSorted() ?? [],
      meaning,
    }),
  )
}
