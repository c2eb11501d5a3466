import { randomBytes } from 'node:crypto'
import { everything } from '@catalog/contracts'
import type { Mapping } from '@catalog/contracts'
import { describe, expect, test } from '@jest/globals'
import { loadProducts } from '../catalog/load-products.sql.ts'
import { waitFor } from '../../../../test/support/wait-for.ts'
import { beginDraft } from './begin-draft.ts'
import { cancelDraft } from './cancel-draft.ts'
import { findExpiredDrafts } from './drafts.sql.ts'
import { confirmDraft } from '../runs/confirm-draft.ts'
import { createDraft } from './create-draft.ts'
import { connectDatabase, query } from '../postgres/database.ts'
import { exportDraftErrors } from './export-draft-errors.ts'
import { getDraft } from './get-draft.ts'
import { listDraftRows } from './list-draft-rows.ts'
import { recheckDraft } from './recheck-draft.ts'
import { inputOf } from '../testing/stored-drafts.ts'
import { startLossyProxy } from '../testing/lossy-proxy.ts'
import { filesOf, patience } from '../testing/test-context.ts'
import { useTestContext } from '../testing/use-test-context.ts'

const { context, database, url, events, clock } = await useTestContext()

const hourMs = 60 * 60_000

const shirts = `handle,title,option1_name,option1_value,variant_sku,variant_price,image_url,colour
shirt,Shirt,Size,S,SH-S,25,https://images.example/shirt.jpg,red
shirt,,,M,SH-M,26.5,,
shirt,,,L,SH-L,cheap,,
`

async function* bodyOf(text: string): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text)
  for (let start = 0; start < bytes.length; start += 100) yield bytes.subarray(start, start + 100)
}

async function upload(storefrontId: string, text = shirts) {
  return await createDraft(context, { storefront_id: storefrontId }, bodyOf(text))
}

async function apply(storefrontId: string, text: string) {
  const draft = await upload(storefrontId, text)
  return await confirmDraft(context, { storefront_id: storefrontId, draft_id: draft.draft_id })
}

describe('an upload', () => {
  test('is stored as a draft for one hour, with every row, and reported (TEL-1)', async () => {
    events.length = 0

    const draft = await upload('a')

    expect(draft).toMatchObject({
      storefront_id: 'a',
      dialect: 'canonical',
      delimiter: ',',
      encoding: 'utf-8',
      row_count: 3,
      product_count: 1,
      preview: { adds: 2, updates: 0, unchanged: 0, errors: 1, next_cursor: null },
      unknown_columns: [{ name: 'colour' }],
      unknown_columns_count: 1,
      importable: true,
      created_at: clock.time.toISOString(),
      expires_at: new Date(clock.time.getTime() + hourMs).toISOString(),
    })
    expect(draft.preview.rows.map(({ row, kind }) => [row, kind])).toEqual([
      [2, 'add'],
      [3, 'add'],
      [4, 'error'],
    ])
    expect(events).toEqual([
      {
        name: 'importDraftCreated',
        fields: {
          storefront_id: 'a',
          dialect: 'canonical',
          row_count: 3,
          adds: 2,
          updates: 0,
          unchanged: 0,
          errors: 1,
          unknown_columns_count: 1,
          duration_ms: expect.any(Number),
        },
      },
    ])
    const key = { storefront_id: 'a', draft_id: draft.draft_id }
    expect(await getDraft(context, key)).toEqual(draft)
    expect(await listDraftRows(context, { ...key, kinds: ['error'], limit: 1, cursor: null })).toEqual({
      rows: draft.preview.rows.slice(2),
      next_cursor: null,
    })
  })

  test('that is refused stores nothing and is not reported', async () => {
    const before = await query(database)`select 1 from import_drafts`
    events.length = 0
    await expect(upload('a', 'handle,title\n')).rejects.toMatchObject({ code: 'empty_file' })
    expect(await query(database)`select 1 from import_drafts`).toHaveLength(before.length)
    expect(events).toEqual([])
  })

  test("of anyone sweeps everyone's expired drafts", async () => {
    const draft = await upload('a')
    clock.advance(hourMs)
    await upload('b')
    await expect(getDraft(context, { storefront_id: 'a', draft_id: draft.draft_id })).rejects.toMatchObject({
      code: 'draft_not_found',
    })
  })

  test('is stored even if they cannot be swept', async () => {
    await database.raw('alter table cancelled_drafts rename to unreachable')
    const { draft_id: draftId } = await upload('a')
    await database.raw('alter table unreachable rename to cancelled_drafts')
    expect(await getDraft(context, { storefront_id: 'a', draft_id: draftId })).toBeDefined()
  })

  test('sweeps them however many they are', async () => {
    await upload('a')
    await database.raw(
      `insert into import_drafts
       select (jsonb_populate_record(d, jsonb_build_object('draft_id', gen_random_uuid()))).*
       from import_drafts d cross join generate_series(1, 100)`,
    )
    clock.advance(hourMs)
    const { draft_id: kept } = await upload('b')
    await waitFor('the others to be deleted', async () => {
      const left = await database('import_drafts').pluck('draft_id')
      return left.length === 1 && left[0] === kept
    })
  })

  test('waits for the deletion of a few megabytes at most', async () => {
    await upload('a')
    await database.raw(
      `insert into import_drafts
       select (jsonb_populate_record(d, jsonb_build_object('draft_id', gen_random_uuid()))).*
       from import_drafts d cross join generate_series(1, 10) n`,
    )
    // Of random bytes, which PostgreSQL does not compress.
    await database('import_drafts').update({ file: randomBytes(1_600_000) })
    clock.advance(hourMs)
    const found = await findExpiredDrafts(database, clock.time, { drafts: 20, bytes: 4 * 1024 * 1024 })
    expect(found.flatMap(({ draftIds }) => draftIds).length).toBeLessThanOrEqual(5)
    await upload('b')
    await waitFor('the others to be deleted', async () => {
      const left = await database('import_drafts').pluck('draft_id')
      return left.length === 1
    })
  })

  test('is refused while the storefront has 500 previews open, until the first one expires', async () => {
    await upload('full')
    clock.advance(60_000)
    await database.raw(
      `insert into import_drafts
       select (jsonb_populate_record(d, jsonb_build_object('draft_id', gen_random_uuid()))).*
       from import_drafts d cross join generate_series(1, 499) n`,
    )
    await expect(upload('full')).rejects.toMatchObject({
      code: 'too_many_drafts',
      retryAfterS: 59 * 60,
      message: expect.stringContaining('wait until the oldest one expires, in 59 min.'),
    })
    expect(await upload('other')).toBeDefined()
    clock.advance(59 * 60_000)
    expect(await upload('full')).toBeDefined()
  })

  test('is refused while the previews that are open take too many bytes, those of their rows included', async () => {
    const lines = Array.from({ length: 4_000 }, (_, n) => `p-${n},${randomBytes(500).toString('hex')},1,P\n`)
    await upload('large', `handle,description_html,variant_price,title\n${lines.join('')}`)
    // Two mebibytes in the file, as many in the plan, and as many in the rows.
    const begun = beginDraft(context, 'large', { drafts: 500, mebibytes: 5 })
    await expect(begun).rejects.toMatchObject({ code: 'too_many_drafts' })
    await beginDraft(context, 'large', { drafts: 500, mebibytes: 7 })
  })

  test('of what was imported before is all unchanged and not importable', async () => {
    const good = shirts.replace('cheap', '27.1250')
    const { run } = await apply('again', good)
    expect(run).toMatchObject({ added: 3, errored: 0, image_progress: { total: 1 } })
    expect(await upload('again', good)).toMatchObject({
      importable: false,
      preview: { adds: 0, updates: 0, unchanged: 3, errors: 0 },
    })
  })

  test('leaves what is not in the file untouched (INV-10)', async () => {
    const storefrontId = 'upsert-only'
    await apply(storefrontId, shirts)
    const before = await loadProducts(database, storefrontId, ['shirt'])
    await apply(storefrontId, 'handle,title,variant_price\nshirt,New name,\nhat,Hat,5\n')
    const [after] = await loadProducts(database, storefrontId, ['shirt'])
    expect(after).toEqual({ ...before[0], title: 'New name', version: 2 })
  })
})

async function send(storefrontId: string, key: string, text = shirts, within = context) {
  return await createDraft(within, { storefront_id: storefrontId, idempotency_key: key }, bodyOf(text))
}

async function sendMapped(storefrontId: string, key: string, target: string) {
  const mapping: Mapping = {
    columns: Object.entries({ Nr: 'variant_sku', Name: target }),
    identity: 'variant_sku',
    remember: false,
  }
  const input = { storefront_id: storefrontId, idempotency_key: key }
  return await createDraft(context, input, bodyOf('Nr,Name\n1,Kanne\n'), {
    columns: () => ({ sent: mapping, choice: null }),
  })
}

/** Leaves out the product. */
async function sendWithout(handle: string) {
  const input = { storefront_id: 'keyed-choice', idempotency_key: 'k' }
  const choice = { ...everything, without_handles: [handle] }
  return await createDraft(context, input, bodyOf(shirts), {
    columns: () => ({ sent: null, choice }),
  })
}

async function draftsOf(storefrontId: string): Promise<string[]> {
  return await database('import_drafts').where({ storefront_id: storefrontId }).pluck('draft_id')
}

async function countKeys(storefrontId: string): Promise<number> {
  return (await database('idempotency_keys').where({ storefront_id: storefrontId })).length
}

describe('an upload with an idempotency key', () => {
  test('is repeated as the same draft, in its current state, and reported once', async () => {
    const draft = await send('keyed', 'k')
    events.length = 0
    expect(await send('keyed', 'k')).toEqual(draft)
    clock.advance(hourMs / 2)
    const rechecked = await recheckDraft(context, { storefront_id: 'keyed', draft_id: draft.draft_id })
    expect(await send('keyed', 'k')).toEqual(rechecked)
    expect(events).toEqual([])
    expect(await draftsOf('keyed')).toEqual([draft.draft_id])
  })

  test('is a different draft with another key, in another storefront, or without a key', async () => {
    const first = await send('keyed-a', 'k')
    const others = [await send('keyed-a', 'K'), await send('keyed-b', 'k'), await upload('keyed-a')]
    expect(new Set([first, ...others].map(({ draft_id }) => draft_id)).size).toBe(4)
  })

  test('is refused with another file', async () => {
    const draft = await send('other-file', 'k')
    await expect(send('other-file', 'k', `${shirts} `)).rejects.toMatchObject({
      code: 'idempotency_key_reused',
    })
    expect(await draftsOf('other-file')).toEqual([draft.draft_id])
    await expect(send('other-file', 'k', shirts.padEnd(10 * 1024 * 1024 + 1))).rejects.toMatchObject({
      code: 'file_too_large',
    })
  })

  test('is refused with other columns', async () => {
    const draft = await sendMapped('other-columns', 'k', 'title')
    expect(await sendMapped('other-columns', 'k', 'title')).toEqual(draft)
    await expect(sendMapped('other-columns', 'k', 'vendor')).rejects.toMatchObject({
      code: 'idempotency_key_reused',
    })
  })

  test('with another choice is refused', async () => {
    const draft = await sendWithout('a')
    expect(await sendWithout('a')).toMatchObject({ draft_id: draft.draft_id })
    await expect(sendWithout('b')).rejects.toMatchObject({ code: 'idempotency_key_reused' })
  })

  test('does not store the key if the file is refused', async () => {
    await expect(send('refused', 'k', 'handle,title\n')).rejects.toMatchObject({ code: 'empty_file' })
    expect(await send('refused', 'k')).toMatchObject({ row_count: 3 })
  })

  test('at the same time, by any number of callers, is one draft; with another file it is refused', async () => {
    events.length = 0
    const same = await Promise.all(Array.from({ length: 8 }, () => send('at-once', 'k')))
    expect(new Set(same.map(({ draft_id }) => draft_id)).size).toBe(1)
    expect(await draftsOf('at-once')).toEqual([same[0]?.draft_id])
    expect(events).toHaveLength(1)

    const files = Array.from({ length: 6 }, (_, index) => shirts.replaceAll('25', String(index)))
    const answers = await Promise.allSettled(files.map((text) => send('at-once', 'other', text)))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(answers).toContainEqual({
      status: 'rejected',
      reason: expect.objectContaining({ code: 'idempotency_key_reused' }),
    })
    expect(await draftsOf('at-once')).toHaveLength(2)
  })

  test('finds its draft expired or deleted, like every access to it, and advises another key', async () => {
    const draft = await send('gone', 'k')
    await cancelDraft(context, { storefront_id: 'gone', draft_id: draft.draft_id })
    await expect(send('gone', 'k')).rejects.toMatchObject({
      code: 'draft_not_found',
      message: expect.stringMatching(/send another key/),
    })

    await send('late', 'k')
    clock.advance(hourMs)
    const codes = ['draft_expired', 'draft_not_found']
    for (const code of codes)
      await expect(send('late', 'k')).rejects.toMatchObject({
        code,
        message: expect.stringMatching(/send another key/),
      })
  })

  test('is a new upload 24 hours later, and any upload sweeps the key', async () => {
    const draft = await send('day', 'k')
    clock.advance(24 * hourMs - 1)
    await upload('a')
    expect(await countKeys('day')).toBe(1)
    clock.advance(1)
    expect((await send('day', 'k')).draft_id).not.toBe(draft.draft_id)
    clock.advance(24 * hourMs)
    await waitFor('the sweep', async () => {
      // On a busy machine the sweep of an earlier upload still runs, with an earlier time.
      await upload('a')
      return (await countKeys('day')) === 0
    })
  })

  test.each(['request', 'answer'] as const)(
    'whose connection to the database is lost at any statement, the %s with it, is one draft',
    async (lose) => {
      for (let at = 1, isDone = false; !isDone; at += 1) {
        await using proxy = await startLossyProxy(url, { at, lose })
        await using connection = connectDatabase(proxy.url, patience)
        const files = filesOf(connection.database)
        const storefrontId = `lost-${lose}-${at}`
        const broken = { ...context, database: connection.database, files }
        const [first] = await Promise.allSettled([send(storefrontId, 'k', shirts, broken)])
        isDone = !proxy.hasLost()
        const again = await send(storefrontId, 'k')
        expect(await draftsOf(storefrontId)).toEqual([again.draft_id])
        if (first.status === 'fulfilled') expect(first.value).toEqual(again)
        if (isDone) {
          expect(first.status).toBe('fulfilled')
          expect(at).toBeGreaterThan(10)
        }
      }
    },
  )
})

describe('errors.csv', () => {
  test('holds the rejected rows as uploaded, with the reason', async () => {
    const draft = await upload('a')
    const { body } = await exportDraftErrors(context, {
      storefront_id: 'a',
      draft_id: draft.draft_id,
    })
    const text = (await Array.fromAsync(body, (chunk) => Buffer.from(chunk).toString())).join('')
    const lines = text.trim().split(/\r?\n/)
    expect(lines).toHaveLength(2)
    expect(lines[0]).toContain('colour,error_column,error_code,error_message')
    expect(lines[1]).toContain('SH-L,cheap')
    expect(lines[1]).toContain('variant_price,invalid_number')
  })
})

describe('recheck', () => {
  test("previews the stored file against today's catalog and gives the same draft a new hour", async () => {
    const storefrontId = 'recheck'
    const draft = await upload(storefrontId)
    const key = { storefront_id: storefrontId, draft_id: draft.draft_id }
    await apply(storefrontId, shirts.replace('26.5', '99'))
    await expect(confirmDraft(context, key)).rejects.toMatchObject({ code: 'draft_stale' })
    clock.advance(hourMs / 2)

    const rechecked = await recheckDraft(context, key)

    expect(rechecked).toMatchObject({
      draft_id: draft.draft_id,
      created_at: clock.time.toISOString(),
      expires_at: new Date(clock.time.getTime() + hourMs).toISOString(),
      preview: { adds: 0, updates: 1, unchanged: 1, errors: 1 },
    })
    expect(await getDraft(context, key)).toEqual(rechecked)
    expect((await confirmDraft(context, key)).run).toMatchObject({ added: 0, updated: 1 })
    expect(await loadProducts(database, storefrontId, ['shirt'])).toMatchObject([
      { variants: [{ price: '25.00' }, { price: '26.50' }] },
    ])
  })

  test('of a cancelled or confirmed draft does not find it', async () => {
    const draft = await upload('a')
    const key = inputOf({ storefrontId: 'a', draftId: draft.draft_id })
    await cancelDraft(context, key)
    await expect(recheckDraft(context, key)).rejects.toMatchObject({ code: 'draft_not_found' })
  })

  test('concurrent with a confirm neither restores the draft nor applies half of a preview', async () => {
    for (let round = 0; round < 5; round += 1) {
      const storefrontId = `race-${round}`
      const draft = await upload(storefrontId)
      const key = { storefront_id: storefrontId, draft_id: draft.draft_id }
      const [confirmed] = await Promise.allSettled([confirmDraft(context, key), recheckDraft(context, key)])
      expect(confirmed).toMatchObject({ status: 'fulfilled', value: { created: true, run: { added: 2 } } })
      await expect(getDraft(context, key)).rejects.toMatchObject({ code: 'draft_not_found' })
    }
  })
})
