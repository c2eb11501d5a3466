import { v7 as newId } from 'uuid'
import { beforeAll, describe, expect, test } from '@jest/globals'
import { planOfNew } from '@catalog/preview/testing'
import { waitFor } from '../../../../test/support/wait-for.ts'
import { confirmDraft } from './confirm-draft.ts'
import { connectDatabase } from '../postgres/database.ts'
import { whenAvailable } from '../postgres/when-available.ts'
import type { DraftKey } from '../drafts/draft-columns.ts'
import { getDraft } from '../drafts/get-draft.ts'
import { summarizeCatalog } from '../catalog/summarize-catalog.ts'
import { startLossyProxy } from '../testing/lossy-proxy.ts'
import { sentStatements } from '../testing/sent-statements.ts'
import { inputOf, storeDraft } from '../testing/stored-drafts.ts'
import { reportUnreported } from './report-watch.ts'
import { runsOf } from '../testing/stored-runs.ts'
import { useTestContext } from '../testing/use-test-context.ts'
import { patience } from '../testing/test-context.ts'

const { context, database, url, events, clock } = await useTestContext()

describe('an apply that raises', () => {
  const raise =
    'create trigger raise before insert on variants for each row execute function raise_for_test()'

  beforeAll(async () => {
    await database.raw(`
      create function raise_for_test() returns trigger language plpgsql as
      $$ begin if new.sku = 'RAISE' then raise 'no'; end if; return new; end $$`)
    await database.raw(`
      create function die_for_test() returns trigger language plpgsql as
      $$ begin if new.sku = 'DIE' then perform pg_terminate_backend(pg_backend_pid()); end if; return new; end $$`)
  })

  test('leaves nothing behind, keeps the draft, and can be confirmed again', async () => {
    const storefrontId = newId()
    const key = await storeDraft(context, storefrontId, planWithSku('RAISE'))
    await database.raw(raise)
    try {
      await expectRolledBack(storefrontId, key, 'plpgsql_error')
    } finally {
      await database.raw('drop trigger raise on variants')
    }
    expect((await confirmDraft(context, inputOf(key))).created).toBe(true)
    expect(await summarizeCatalog(context, { storefront_id: storefrontId })).toMatchObject({
      product_count: 5,
    })
  })

  test('because its connection dies before its commit is no different, and is not looked up', async () => {
    const storefrontId = newId()
    const key = await storeDraft(context, storefrontId, planWithSku('DIE'))
    await database.raw(
      'create trigger die before insert on variants for each row execute function die_for_test()',
    )
    try {
      const sent = await sentStatements(database, () =>
        expectRolledBack(storefrontId, key, 'operator_intervention'),
      )
      expect(sent.filter(({ sql }) => sql.includes('insert into storefront_locks'))).toHaveLength(1)
    } finally {
      await database.raw('drop trigger die on variants')
    }
  })

  test('in its commit is looked up and found not to have landed', async () => {
    const storefrontId = newId()
    const key = await storeDraft(context, storefrontId, planWithSku('DIE'))
    await database.raw(`
      create constraint trigger die after insert on variants deferrable initially deferred
      for each row execute function die_for_test()`)
    try {
      await expectRolledBack(storefrontId, key, 'operator_intervention')
    } finally {
      await database.raw('drop trigger die on variants')
    }
  })
})

describe('a commit whose answer is lost', () => {
  const commit = 'COMMIT;'

  test('is looked up on another connection and answered as the success that it is', async () => {
    const storefrontId = newId()
    const key = await storeDraft(context, storefrontId, planOfNew(3))
    await using proxy = await startLossyProxy(url, { at: commit, lose: 'answer' })
    await using connection = connectDatabase(proxy.url, patience)
    events.length = 0

    const { run, created } = await confirmDraft({ ...context, database: connection.database }, inputOf(key))

    expect(proxy.hasLost()).toBe(true)
    expect(created).toBe(true)
    expect(events.map(({ name }) => name)).toEqual(['importRunCompleted'])
    expect((await runsOf(context, storefrontId)).map(({ run_id }) => run_id)).toEqual([run.run_id])
  })

  test('and comes as an error of a distributed database is looked up as well', async () => {
    const storefrontId = newId()
    const key = await storeDraft(context, storefrontId, planOfNew(3))
    await using proxy = await startLossyProxy(url, { at: commit, lose: 'answer', instead: internalError })
    await using connection = connectDatabase(proxy.url, patience)
    events.length = 0
    const broken = { ...context, database: connection.database }
    expect(await confirmDraft(broken, inputOf(key))).toMatchObject({ created: true })
    expect(proxy.hasLost()).toBe(true)
    expect(events.map(({ name }) => name)).toEqual(['importRunCompleted'])
  })

  test.each([
    { lose: 'answer', event: 'importRunCompleted', created: false },
    { lose: 'request', event: 'importApplyFailed', created: true },
  ] as const)('while the database stays away, is reported once it is known: $event', async (lost) => {
    const storefrontId = newId()
    const key = await storeDraft(context, storefrontId, planOfNew(3))
    await using proxy = await startLossyProxy(url, { at: commit, lose: lost.lose, thenRefuse: true })
    await using connection = connectDatabase(proxy.url, patience)
    events.length = 0
    const broken = { ...context, database: connection.database, commitLookupMs: 0 }

    await expect(confirmDraft(broken, inputOf(key))).rejects.toMatchObject({ code: 'unavailable' })

    expect(events).toEqual([])
    clock.advance(2 * 60_000)
    // PostgreSQL may not have noticed yet that the connection is gone.
    await waitFor('the event', async () => {
      await reportUnreported(context)
      return events.length > 0
    })
    await reportUnreported(context)
    expect(events).toMatchObject([{ name: lost.event, fields: { storefront_id: storefrontId } }])
    expect(await confirmDraft(context, inputOf(key))).toMatchObject({ created: lost.created })
  })

  test('is unavailable, not internal, where the database was away from the start', async () => {
    await using connection = connectDatabase('postgres://nobody@127.0.0.1:1/none')
    const broken = { ...context, database: connection.database }
    const input = { storefront_id: 's', draft_id: '0190a000-0000-7000-8000-000000000000' }
    await expect(whenAvailable(() => confirmDraft(broken, input))).rejects.toMatchObject({
      code: 'unavailable',
      retryAfterS: 5,
    })
  })
})

function planWithSku(sku: string) {
  const plan = planOfNew(5, { images: 1 })
  const last = plan.variants.adds.at(-1)
  if (last !== undefined) last.sku = sku
  return plan
}

async function expectRolledBack(storefrontId: string, key: DraftKey, errorClass: string) {
  events.length = 0
  await expect(confirmDraft(context, inputOf(key))).rejects.toMatchObject({ code: 'apply_failed' })
  expect(events).toEqual([
    {
      name: 'importApplyFailed',
      fields: { draft_id: key.draftId, storefront_id: storefrontId, error_class: errorClass },
    },
  ])
  expect(await runsOf(context, storefrontId)).toEqual([])
  expect(await summarizeCatalog(context, { storefront_id: storefrontId })).toMatchObject({
    product_count: 0,
    variant_count: 0,
    image_count: 0,
  })
  expect(await getDraft(context, inputOf(key))).toMatchObject({ importable: true })
}

/** Messages of PostgreSQL's protocol: an error XX000, and that the connection is ready. */
const internalError = (() => {
  const fields = Buffer.from('SERROR\0VERROR\0CXX000\0Mconnection to a worker was lost\0\0')
  const length = Buffer.alloc(4)
  length.writeInt32BE(fields.length + 4)
  return Buffer.concat([Buffer.from('E'), length, fields, Buffer.from('Z\0\0\0\u0005I')])
})()
