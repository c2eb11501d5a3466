import type { Summary } from '@catalog/contracts'
import { afterEach, describe, expect, test } from '@jest/globals'
import { catalogFile } from './support/canonical-file.ts'
import { waitFor } from './support/wait-for.ts'
import { useSystem } from './support/use-system.ts'

const system = await useSystem()
const database = await system.database.connect()

const productCount = async (storefront: string) =>
  (await system.json<Summary>('/api/products/summary', { storefront })).product_count

const runCount = async (storefront: string) =>
  (await system.json<{ runs: unknown[] }>('/api/products/imports/runs', { storefront })).runs.length

describe('an apply that raises in the middle', () => {
  afterEach(() =>
    database.query('drop trigger if exists refuse on variants; drop function if exists refuse_variant'),
  )

  test('changes nothing, keeps the draft and says so; the same draft then applies (INV-11)', async () => {
    const storefront = 'raises'
    // At this point the products are inserted: only the last variant is refused.
    await database.query(`
      create function refuse_variant() returns trigger language plpgsql as
        $$ begin raise exception 'refused by the test'; end $$;
      create trigger refuse before insert on variants for each row
        when (new.sku = 'SKU-00050-2') execute function refuse_variant()`)
    const draft = await system.upload(catalogFile({ products: 50, variants: 2 }), { storefront })

    const refused = await system.request(`/api/products/imports/${draft.draft_id}/confirm`, {
      method: 'POST',
      storefront,
    })
    expect(refused.status).toBe(500)
    const problem = await refused.json()
    expect(problem).toMatchObject({ code: 'apply_failed' })
    expect(JSON.stringify(problem)).not.toContain('refused by the test')
    expect(await productCount(storefront)).toBe(0)
    expect(await runCount(storefront)).toBe(0)
    const event = await system.waitForEvent('import_apply_failed', { draft_id: draft.draft_id })
    expect(event).toEqual({
      severity: 'ERROR',
      time: expect.any(String),
      logger: 'telemetry',
      event: 'import_apply_failed',
      draft_id: draft.draft_id,
      storefront_id: storefront,
      error_class: expect.any(String),
    })

    await database.query('drop trigger refuse on variants')
    const run = await system.confirm(draft.draft_id, { storefront })
    expect(run).toMatchObject({ added: 100, errored: 0 })
    expect(await productCount(storefront)).toBe(50)
    expect(await runCount(storefront)).toBe(1)
  })
})

test('import-service killed in the middle of an apply leaves nothing behind, and the draft applies after a restart', async () => {
  const storefront = 'killed'
  const draft = await system.upload(catalogFile({ products: 500, variants: 2 }), { storefront })

  // Another session inserts the last SKU without committing, so that the apply waits with the products already
  // inserted.
  const blocker = await system.database.connect()
  await blocker.query('begin')
  await blocker.query(
    `insert into products (storefront_id, product_id, handle, title) values ($1, gen_random_uuid(), 'blocker', 'B')`,
    [storefront],
  )
  await blocker.query(
    `insert into variants (storefront_id, product_id, variant_id, position, sku, price)
     select storefront_id, product_id, gen_random_uuid(), 1, 'SKU-00500-2', 1 from products where handle = 'blocker'`,
  )
  const confirming = system.request(`/api/products/imports/${draft.draft_id}/confirm`, {
    method: 'POST',
    storefront,
  })
  await waitFor('the apply to wait', async () => {
    const { rowCount } = await database.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query ~* 'variants'`,
    )
    return rowCount === 1
  })
  await system.kill('import-service')
  await blocker.query('rollback')

  expect((await confirming).status).toBe(503)
  await system.start('import-service')
  expect(await productCount(storefront)).toBe(0)
  expect(await runCount(storefront)).toBe(0)

  const run = await system.confirm(draft.draft_id, { storefront })
  expect(run.added).toBe(1000)
  expect(await productCount(storefront)).toBe(500)
})
