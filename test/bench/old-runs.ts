import type { Client } from 'pg'
import type { RunPage } from '@catalog/contracts'
import { startSystem } from '../support/system.ts'
import type { System } from '../support/system.ts'
import { median } from './alternate.ts'
import { connectClient } from './connect-client.ts'
import { canonicalFile, makeProducts } from './make-products.ts'
import { milliseconds, tell } from './report.ts'
import type { Finding } from './report.ts'
import { seedCatalog } from './seed-catalog.ts'

const storefront = 'bench'
const runs = 10_000
const imagesPerRun = 500
const search = 'search in the history'
/** A tenth of the runs is older than runs keep their images. */
const days = 100

/** Typical requests in a storefront with 10,000 runs and 5,000,000 images; the floor is the same without them. */
export async function benchOldRuns({ rounds }: { rounds: number }): Promise<Finding[]> {
  await using system = await startSystem()
  // Nothing should be fetched.
  await system.kill('image-service')
  await using connection = await connectClient(system.database.url)
  const { client } = connection
  await seedCatalog(client, storefront, 2_000)
  tell('old runs: without them')
  const before = await work(system, rounds, 1)
  tell(`old runs: ${runs} with ${imagesPerRun} images each are put into the storefront`)
  await seedRuns(client, storefront)
  const after = await work(system, rounds, 100)
  const left = await countImages(client)
  const findings = Object.entries(before).map(([what, floorMs]): Finding => {
    const ms = after[what] ?? Number.NaN
    const name = `${what}, with ${runs} old runs of ${imagesPerRun} images`
    const here = `${milliseconds(ms)}, without ${milliseconds(floorMs)}`
    // It scans all of them.
    if (what === search) return { what: name, here }
    return {
      what: name,
      floor: 'the same without them',
      ratio: ms / floorMs,
      goal: { most: 1.1 },
      here,
    }
  })
  return [...findings, { what: 'old images that this work deleted', here: `${runs * imagesPerRun - left}` }]
}

/** The median of each step's time, in milliseconds. */
async function work(system: System, rounds: number, edition: number): Promise<Record<string, number>> {
  const times: Record<string, number[]> = {}
  const timed = async <Result>(what: string, step: () => Promise<Result>): Promise<Result> => {
    const startedAt = performance.now()
    const result = await step()
    ;(times[what] ??= []).push(performance.now() - startedAt)
    return result
  }
  for (let round = 0; round < 2 * rounds; round++) {
    const file = canonicalFile(makeProducts({ from: 1, count: 200, edition: edition + round }))
    const draft = await timed('upload of 1,000 rows', () => system.upload(file, { storefront }))
    await timed('confirm', () => system.confirm(draft.draft_id, { storefront }))
    // As many as exist in both cases.
    await timed('page of the history', () =>
      system.json<RunPage>('/api/products/imports/runs?limit=5', { storefront }),
    )
    await timed(search, () =>
      system.json<RunPage>('/api/products/imports/runs?q=none-has-this', { storefront }),
    )
  }
  for (let round = 0; round < rounds; round++) {
    await system.kill('import-service', 'SIGTERM')
    await timed('start of import-service', () => system.start('import-service'))
  }
  return Object.fromEntries(Object.entries(times).map(([what, all]) => [what, median(all)]))
}

/**
 * The same images in each run, as if they had been fetched; some runs are old enough for their images to be deleted.
 */
export async function seedRuns(client: Client, storefrontId: string): Promise<void> {
  // All runs have the catalog's images: checking foreign keys would be most of the work.
  await client.query(`
    set session_replication_role = replica;
    create temporary table aged as
      select number, at, (
        lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7000a000' || lpad(to_hex(number), 12, '0')
      )::uuid as run_id
      from (
        select number, now() - interval '${days} days' * number / ${runs} as at
        from generate_series(1, ${runs}) as number
      ) numbered;
    insert into import_runs (
      storefront_id, run_id, draft_id, status, added, updated, errored, unchanged, images_total, images_fetched,
      duration_ms, created_at, image_phase_started_at, completed_at, file_name, file_name_key, dialect, row_count
    )
    select '${storefrontId}', run_id, run_id, 'completed', ${imagesPerRun}, 0, 0, 0, ${imagesPerRun}, ${imagesPerRun},
      500, at, at, at, 'prices-' || number || '.csv', 'prices-' || number || '.csv', 'canonical', ${imagesPerRun}
    from aged;
    insert into import_run_details (storefront_id, run_id, plan, errors_csv)
    select '${storefrontId}', run_id, decode(repeat('28b52ffd', 5000), 'hex'), '' from aged;
    insert into run_images (storefront_id, run_id, image_id, product_handle, url, outcome, renditions, attempts, settled_at)
    select '${storefrontId}', run_id, image_id, 'handle', url, 'fetched', '{original,thumb,card,detail}', 1, at
    from aged, (
      select image_id, url from product_images where storefront_id = '${storefrontId}' limit ${imagesPerRun}
    ) images;
    set session_replication_role = origin;
    analyze import_runs; analyze run_images; analyze import_run_details`)
}

async function countImages(client: Client): Promise<number> {
  const { rows } = await client.query<{ count: string }>(
    `select count(*) as count from run_images where outcome = 'fetched'`,
  )
  return Number(rows[0]?.count)
}
