import { describe, expect, test } from '@jest/globals'
import { csvOf } from './support/canonical-file.ts'
import { bodyOf } from './support/api.ts'
import { disposeAfterAll } from './support/dispose-after-all.ts'
import { startSystem } from './support/system.ts'
import { waitFor } from './support/wait-for.ts'

const undo = disposeAfterAll()

const system = undo.use(await startSystem())
const database = await system.database.connect()

const upload = () =>
  system.request('/api/products/imports', {
    method: 'POST',
    headers: { 'content-type': 'text/csv' },
    body: csvOf([{ handle: 'lamp', title: 'Lamp', variant_price: '1' }]),
  })
const confirm = (draftId: string) =>
  system.request(`/api/products/imports/${draftId}/confirm`, { method: 'POST' })
const readiness = async () => {
  const { healthPort } = system.services['import-service']
  return (await fetch(`http://127.0.0.1:${healthPort}/health/ready`)).status
}

async function expectUnavailable(response: Response): Promise<void> {
  expect(await bodyOf(response)).toMatchObject({ code: 'unavailable', status: 503 })
  expect(response.headers.get('retry-after')).toBe('5')
}

describe('a database that is read-only, as a server is after a failover', () => {
  test('makes writers unavailable, serves readers, is not ready, and is used again once it accepts writes', async () => {
    const { draft_id } = await system.upload(csvOf([{ handle: 'vase', title: 'Vase', variant_price: '1' }]))
    expect(await readiness()).toBe(200)
    await makeReadOnly()
    await expectUnavailable(await upload())
    await expectUnavailable(await confirm(draft_id))
    expect(await readiness()).toBe(503)
    expect((await system.request('/api/products/imports/runs')).status).toBe(200)
    expect(system.events('import_apply_failed')).toEqual([])

    // Existing connections stay read-only, like those to a server that was demoted.
    await database.query(`alter database ${database.database} reset default_transaction_read_only`)
    await waitFor('readiness', async () => (await readiness()) === 200)
    expect((await waitFor('a confirm', async () => okOf(await confirm(draft_id)))).status).toBe(201)
    await waitFor('an upload', async () => okOf(await upload()))
  })
})

describe('a database whose disk is full', () => {
  test('makes uploads unavailable until there is space', async () => {
    await database.query(`
      create function fill() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$`)
    await database.query('create trigger full_disk before insert on import_drafts execute function fill()')
    await expectUnavailable(await upload())
    await database.query('drop trigger full_disk on import_drafts')
    expect((await upload()).status).toBe(201)
  })
})

async function makeReadOnly(): Promise<void> {
  await database.query(`alter database ${database.database} set default_transaction_read_only = on`)
  await database.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
}

function okOf(response: Response): Response | undefined {
  return response.ok ? response : undefined
}
