import { catalogExports, imageRequested, imports as contracts } from '@catalog/contracts'
import type { DraftPage, DraftRowPage, ImageOutcomePage, Run, RunPage, Summary } from '@catalog/contracts'
import { connectNats } from '@catalog/messaging'
import { expect, test } from '@jest/globals'
import { RequestStrategy } from 'nats'
import { serviceNames } from '../../deploy/local/services.ts'
import { csvOf } from '../support/canonical-file.ts'
import { startImageHost } from '../support/image-host.ts'
import { startSystem } from '../support/system.ts'
import type { System } from '../support/system.ts'
import { waitFor } from '../support/wait-for.ts'
import { startNatsWithUsers } from './support/nats-users.ts'
import type { NatsWithUsers } from './support/nats-users.ts'

const imports = '/api/products/imports'

test('under the users of helm/nats-values.yaml the services do all that they have to do', async () => {
  await using images = await startImageHost()
  await using server = await startNatsWithUsers()
  await using system = await startSystem({
    nats: server.nats,
    env: {
      ...natsUrlsOf(server),
      all: { CATALOG_IMAGE_ALLOWED_HOSTS: images.host },
    },
  })

  const cancelled = await system.upload(csvOf([{ handle: 'cup', title: 'Cup', variant_price: '7' }]))
  const cancel = await system.request(`${imports}/${cancelled.draft_id}/cancel`, { method: 'POST' })
  expect(cancel.status).toBe(204)

  const draft = await system.upload(
    csvOf([
      { handle: 'pot', title: 'Pot', variant_price: '25', image_url: images.url('/pot.jpg') },
      { handle: 'bowl', title: 'Bowl', variant_price: '9', image_url: images.url('/gone.jpg') },
      { handle: 'plate', title: 'Plate', variant_price: 'seven' },
    ]),
  )
  images.answer('/gone.jpg', (_request, response) => void response.writeHead(404).end())
  await expect(system.json(`${imports}/${draft.draft_id}`)).resolves.toMatchObject({ row_count: 3 })
  const { rows } = await system.json<DraftRowPage>(`${imports}/${draft.draft_id}/rows?kind=error`)
  expect(rows).toHaveLength(1)
  const errors = await system.request(`${imports}/${draft.draft_id}/errors.csv`)
  expect(await errors.text()).toContain('seven')
  await system.json(`${imports}/${draft.draft_id}/recheck`, { method: 'POST' })

  const { run_id } = await system.confirm(draft.draft_id)
  await system.waitForRun(run_id)
  const retried = await system.json<Run>(`${imports}/runs/${run_id}/retry-images`, { method: 'POST' })
  expect(retried.status).toBe('fetching_images')
  const run = await system.waitForRun(run_id)
  expect(run.image_counts).toEqual({ pending: 0, fetched: 1, rejected: 1, failed: 0 })
  const { image_outcomes } = await system.json<ImageOutcomePage>(
    `${imports}/runs/${run_id}/images?outcome=fetched`,
  )
  const picture = await system.request(`/api/products/images/${image_outcomes[0]?.image_id}/original`)
  expect(picture.headers.get('content-type')).toBe('image/webp')
  expect((await picture.arrayBuffer()).byteLength).toBeGreaterThan(0)

  expect((await system.json<RunPage>(`${imports}/runs`)).runs).toHaveLength(1)
  expect(await system.json<Summary>('/api/products/summary')).toMatchObject({ product_count: 2 })
  const file = await (await system.request('/api/products/export')).text()
  const again = await system.upload(file)
  expect(again.preview).toMatchObject({ adds: 0, updates: 0, unchanged: 2, errors: 0 })

  const seen = await waitFor('three services to answer the operator', async () => {
    const names = await servicesSeenBy(server.urlOf('operator'))
    return names.length >= 3 && names
  })
  expect(seen).toEqual(['export-service', 'image-service', 'import-service'])
  expectNoViolation(system)
})

test('a taken-over image-service makes no requests of jobs, nor of what JetStream says about them', async () => {
  await using server = await startNatsWithUsers()
  await using system = await startSystem({ nats: server.nats, env: natsUrlsOf(server) })
  const { gateway, 'import-service': importService, 'export-service': exportService } = system.services
  await system.kill('image-service')
  const pids = [gateway, importService, exportService].map(({ pid }) => pid)
  const draft = await system.upload(
    csvOf([{ handle: 'pot', title: 'Pot', variant_price: '1', image_url: 'https://images.example/pot.jpg' }]),
  )
  await system.confirm(draft.draft_id)

  await using nats = await connectNats({
    url: server.urlOf('image-service'),
    name: 'image-service',
    log: console,
  })
  const { stream, consumer } = imageRequested
  const subjects = [contracts.undoRun, contracts.createDraft, catalogExports.exportCatalog].map(
    ({ subject }) => subject,
  )
  const manager = await nats.connection.jetstreamManager({ checkAPI: false })
  await waitFor('the job to be delivered to one of them', async () => {
    for (const reply of subjects) {
      const pull = JSON.stringify({ batch: 1, no_wait: true })
      nats.connection.publish(`$JS.API.CONSUMER.MSG.NEXT.${stream}.${consumer}`, pull, { reply })
    }
    return (await manager.consumers.info(stream, consumer)).num_ack_pending === 1
  })
  await waitFor('all of it to be dropped', () =>
    subjects.every((dropped) =>
      [...importService.logs, ...exportService.logs].some(
        ({ message, subject }) =>
          message === 'a message that is not a request is dropped' && subject === dropped,
      ),
    ),
  )
  expect((await system.json<DraftPage>(imports)).drafts).toEqual([])
  expect((await system.request('/api/products/export')).status).toBe(200)
  expect([gateway, importService, exportService].map(({ pid }) => pid)).toEqual(pids)
})

function natsUrlsOf(server: NatsWithUsers): Record<string, Record<string, string>> {
  return Object.fromEntries(serviceNames.map((name) => [name, { CATALOG_NATS_URL: server.urlOf(name) }]))
}

/** As `nats micro ls` asks, below the inbox that the operator gets. */
async function servicesSeenBy(url: string): Promise<string[]> {
  await using nats = await connectNats({ url, name: 'operator', log: console })
  const { connection } = nats
  // By default it ends soon after the last answer, even while another is about to come.
  const client = connection.services.client({ strategy: RequestStrategy.Timer, maxWait: 2_000 })
  const names: string[] = []
  for await (const { name } of await client.ping()) names.push(name)
  return names.toSorted()
}

/** A slow machine makes them warn of other things. */
function expectNoViolation({ services }: System): void {
  const violations = Object.values(services).flatMap(({ logs, noise }) =>
    logs
      .map((fields) => JSON.stringify(fields))
      .concat(noise)
      .filter((line) => /violation/i.test(line)),
  )
  expect(violations).toEqual([])
}
