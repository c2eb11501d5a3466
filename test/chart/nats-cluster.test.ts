import { rm } from 'node:fs/promises'
import { imageRequested } from '@catalog/contracts'
import { connectNats, provisionJob, publishJobs, workJobs } from '@catalog/messaging'
import type { Nats } from '@catalog/messaging'
import { expect, test } from '@jest/globals'
import type { TestNats } from '../support/nats.ts'
import { untilServed } from '../support/until-served.ts'
import { waitFor } from '../support/wait-for.ts'
import { startNatsCluster } from './support/nats-users.ts'

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }

test('three servers keep the image queue, so that it outlives the one that leads it, and then another', async () => {
  await using cluster = await startNatsCluster()
  expect(cluster.servers).toHaveLength(3)
  const as = (name: string) => connectNats({ url: cluster.urlOf(name), name, log: quiet })
  await using imports = await as('import-service')
  await using images = await as('image-service')

  const job = { ...imageRequested, replicas: 3 }
  // A cluster that is choosing a leader refuses for a moment.
  await untilServed('the cluster to agree', () => provisionJob(imports, job))
  await publishJobs(imports, job, [request(1)])

  const leader = Number((await placement(imports)).leader?.at(-1))
  await cluster.servers[leader]?.stop('SIGKILL')
  await untilServed('another leader', () => publishJobs(imports, job, [request(2)]))

  const work = async (count: number) => {
    const worked: string[] = []
    await using worker = workJobs(images, job, {
      concurrency: 1,
      handler: async ({ image_id }) => void worked.push(image_id),
    })
    expect(worker).toBeDefined()
    await waitFor(`${count} jobs`, () => worked.length === count)
    return worked
  }
  expect(await work(2)).toEqual([request(1).id, request(2).id])

  // As after the loss of a zone: it comes back without its volume, and its copy is as good as the others'.
  const lost = required(cluster.servers[leader])
  await rm(lost.store, { recursive: true })
  await lost.start()
  await untilServed('the third copy', async () => {
    expect((await placement(imports)).current).toBe(3)
  })
  await publishJobs(imports, job, [request(3)])
  await cluster.servers.find((server) => server !== lost)?.stop('SIGKILL')
  expect(await work(1)).toEqual([request(3).id])
  // Longer than a wait for the cluster.
}, 600_000)

function required(server: TestNats | undefined): TestNats {
  if (server === undefined) throw new Error('no server leads the queue')
  return server
}

async function placement({ connection }: Nats): Promise<{ leader: string | undefined; current: number }> {
  const manager = await connection.jetstreamManager({ checkAPI: false })
  const { cluster } = await manager.streams.info(imageRequested.stream)
  const followers = (cluster?.replicas ?? []).filter(({ current, offline }) => current && !offline)
  return { leader: cluster?.leader, current: followers.length + 1 }
}

function request(number: number) {
  const id = `0197a3c2-0000-7000-8000-00000000000${number}`
  return {
    id,
    payload: { run_id: id, image_id: id, storefront_id: 'shop', url: 'https://cdn.example/a.jpg' },
  }
}
