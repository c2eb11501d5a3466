import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { serviceNames } from '../deploy/local/services.ts'
import type { ServiceName } from '../deploy/local/services.ts'
import { csvOf } from './support/canonical-file.ts'
import { startImageHost } from './support/image-host.ts'
import type { ImageHost } from './support/image-host.ts'
import { startSystem } from './support/system.ts'
import type { System } from './support/system.ts'
import { waitFor } from './support/wait-for.ts'

const undo = new AsyncDisposableStack()
let images: ImageHost
let system: System
beforeAll(async () => {
  images = undo.use(await startImageHost())
  system = undo.use(
    await startSystem({ env: { 'image-service': { CATALOG_IMAGE_ALLOWED_HOSTS: images.host } } }),
  )
}, 60_000)
afterAll(async () => {
  await undo.disposeAsync()
})

async function metricsOf(service: ServiceName): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${system.services[service].healthPort}/metrics`)
  return await response.text()
}

/** Of the series with that name, and those labels among its own; undefined where there is none. */
async function valueOf(service: ServiceName, metric: string, label = ''): Promise<number | undefined> {
  const lines = (await metricsOf(service)).split('\n')
  const line = lines.find((each) => each.startsWith(`${metric}{`) && each.includes(label))
  return line === undefined ? undefined : Number(line.slice(line.lastIndexOf(' ')))
}

test.each([
  ['import-service', 'catalog_apply_duration_seconds_count', ['applied', 'failed']],
  ['import-service', 'catalog_images_total', ['fetched', 'rejected', 'failed']],
  ['export-service', 'catalog_export_duration_seconds_count', ['completed', 'empty', 'failed', 'cut']],
  ['image-service', 'catalog_image_attempts_total', ['fetched', 'rejected', 'failed']],
] as const)('%s: each outcome of %s stands at 0 before its first', async (service, metric, outcomes) => {
  for (const outcome of outcomes) expect(await valueOf(service, metric, `outcome="${outcome}"`)).toBe(0)
})

test('an image phase is seen in the metrics while it runs, and its outcomes when it is over', async () => {
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
  await waitFor(
    'four images to be in flight',
    async () => (await valueOf('image-service', 'catalog_images_in_flight')) === 4,
  )
  expect(await valueOf('import-service', 'catalog_images_pending')).toBe(6)
  await waitFor(
    'all six to be in the queue',
    async () => (await valueOf('import-service', 'catalog_image_queue_depth')) === 6,
  )
  expect(await valueOf('import-service', 'catalog_oldest_image_phase_seconds')).toBeGreaterThan(0)

  gate.open()
  await system.waitForRun(run.run_id)
  await waitFor(
    'the outcomes to be counted',
    async () =>
      (await valueOf('import-service', 'catalog_images_total', 'outcome="fetched"')) === 5 &&
      (await valueOf('import-service', 'catalog_images_total', 'outcome="rejected"')) === 1,
  )
  expect(await valueOf('import-service', 'catalog_images_pending')).toBe(0)
  expect(await valueOf('import-service', 'catalog_oldest_image_phase_seconds')).toBe(0)
  await waitFor(
    'the queue to be empty',
    async () => (await valueOf('import-service', 'catalog_image_queue_depth')) === 0,
  )
  const attempts = 'catalog_image_attempts_total'
  await waitFor(
    'the attempt at what is gone to be counted',
    async () => (await valueOf('image-service', attempts, 'outcome="rejected",reason="http_error"')) === 1,
  )
})

// After those above: by then the gateway has answered, so that the labels of its requests are seen.
test('deploy/metrics.md has exactly the metrics that the services have, as they are', async () => {
  const exported = await system.request('/api/products/export')
  await exported.text()
  const page = await readFile(new URL('../deploy/metrics.md', import.meta.url), 'utf8')
  for (const service of serviceNames) {
    await waitFor(`a series of each metric of ${service}`, async () =>
      readMetrics(await metricsOf(service)).every(({ hasSeries }) => hasSeries),
    )
    const metrics = readMetrics(await metricsOf(service))
    expect(tableOf(page, service).toSorted(byName)).toEqual(
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

function tableOf(page: string, service: string): Metric[] {
  const section = page.split(/^## /m).find((each) => each.startsWith(`${service}\n`)) ?? ''
  return [...section.matchAll(/^\| `(\w+)`\s*\|(.*)\|(.*)\|(.*)\|$/gm)].map(
    ([, name = '', kind = '', labels = '', meaning = '']) => ({
      name,
      kind: kind.trim(),
      labels: labels
        .split(',')
        .map((label) => label.trim())
        .filter((label) => label !== '')
        .toSorted(),
      meaning: meaning.trim(),
    }),
  )
}
