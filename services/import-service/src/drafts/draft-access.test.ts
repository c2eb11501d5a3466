import { describe, expect, test } from '@jest/globals'
import type { Knex } from 'knex'
import type { DraftRow, RowKind } from '@catalog/contracts'
import { planOf } from '@catalog/preview/testing'
import { cancelDraft } from './cancel-draft.ts'
import { change, query } from '../postgres/database.ts'
import { deleteDraft, rememberCancelled } from './write-drafts.sql.ts'
import { lockDraft, wasCancelled } from './drafts.sql.ts'
import { sweepSome } from './sweep.ts'
import { exportDraftErrors } from './export-draft-errors.ts'
import { getDraft } from './get-draft.ts'
import { confirmDraft } from '../runs/confirm-draft.ts'
import { recheckDraft } from './recheck-draft.ts'
import { listRows } from './rows.sql.ts'
import { listDraftRows } from './list-draft-rows.ts'
import { inputOf, storeDraft, toRow } from '../testing/stored-drafts.ts'
import { untilBlocked } from '../testing/until-blocked.ts'
import { useTestContext } from '../testing/use-test-context.ts'

const { context, database, clock } = await useTestContext()

const hourMs = 60 * 60_000
const firstRow = { kinds: [], limit: 1, cursor: null }

async function countRows(): Promise<number> {
  const rows = await query(database)`select 1 from import_row_blocks`
  return rows.length
}

describe('a draft', () => {
  test('is shown with the first page of its rows', async () => {
    const kinds = Array.from({ length: 60 }, () => 'unchanged' as const)
    const key = await storeDraft(context, 'a', planOf({}), [...kinds, 'error'])
    const draft = await getDraft(context, inputOf(key))
    expect(draft).toMatchObject({
      draft_id: key.draftId,
      storefront_id: 'a',
      row_count: 61,
      importable: false,
      unknown_columns_count: 0,
      created_at: clock.time.toISOString(),
      expires_at: new Date(clock.time.getTime() + hourMs).toISOString(),
      preview: { unchanged: 60, errors: 1, next_cursor: expect.any(String) },
    })
    expect(draft.preview.rows).toHaveLength(50)
    expect(draft.preview.rows[0]).toMatchObject({
      row: 2,
      title: 'tab\there, a "quote", a back\\slash and\ntwo lines',
    })
  })

  test.each([
    [['add', 'error'], true],
    [['update', 'unchanged'], true],
    [['unchanged', 'error'], false],
  ] as const)('with rows of kind %j can be imported: %p (PUC-10)', async (kinds, importable) => {
    const key = await storeDraft(context, 'a', planOf({}), [...kinds])
    expect((await getDraft(context, inputOf(key))).importable).toBe(importable)
    await cancelDraft(context, inputOf(key))
  })

  test('is not found by another storefront, nor deleted by it', async () => {
    const key = await storeDraft(context, 'a', planOf({}))
    const theirs = { ...inputOf(key), storefront_id: 'b' }
    await expect(getDraft(context, theirs)).rejects.toMatchObject({ code: 'draft_not_found' })
    await expect(listDraftRows(context, { ...theirs, ...firstRow })).rejects.toMatchObject({
      code: 'draft_not_found',
    })
    for (const access of [cancelDraft, confirmDraft, recheckDraft, exportDraftErrors]) {
      await expect(access(context, theirs)).rejects.toMatchObject({ code: 'draft_not_found' })
    }
    expect(await getDraft(context, inputOf(key))).toMatchObject({ draft_id: key.draftId })
  })

  test('that is cancelled is deleted with its rows, and can be cancelled again', async () => {
    const before = await countRows()
    const key = await storeDraft(context, 'a', planOf({}), ['unchanged'])
    expect(await cancelDraft(context, inputOf(key))).toEqual({})
    expect(await cancelDraft(context, inputOf(key))).toEqual({})
    await expect(getDraft(context, inputOf(key))).rejects.toMatchObject({ code: 'draft_not_found' })
    expect(await countRows()).toBe(before)
  })

  test.each<[string, (input: ReturnType<typeof inputOf>) => Promise<unknown>]>([
    ['showing it', (input) => getDraft(context, input)],
    ['listing its rows', (input) => listDraftRows(context, { ...input, ...firstRow })],
    ['exporting its errors', (input) => exportDraftErrors(context, input)],
    ['a recheck', (input) => recheckDraft(context, input)],
    ['a confirm', (input) => confirmDraft(context, input)],
    ['cancelling it', (input) => cancelDraft(context, input)],
  ])('past its hour is deleted by %s, which says so; later accesses find none', async (_how, access) => {
    const key = await storeDraft(context, 'a', planOf({}), ['add'])
    clock.advance(hourMs - 1)
    expect(await getDraft(context, inputOf(key))).toMatchObject({ draft_id: key.draftId })
    clock.advance(1)
    await expect(access(inputOf(key))).rejects.toMatchObject({ code: 'draft_expired' })
    await expect(access(inputOf(key))).rejects.toMatchObject({ code: 'draft_not_found' })
  })
})

describe('a draft that changes during a request', () => {
  test('is not reported as cancelled if a confirm was first', async () => {
    const key = await storeDraft(context, 'a', planOf({}), ['add'])
    const cancelled = await whileLocked(
      (confirm) => lockDraft(confirm, key),
      () => cancelDraft(context, inputOf(key)),
      (confirm) => deleteDraft(confirm, key),
    )
    expect(cancelled).toMatchObject({ status: 'rejected', reason: { code: 'draft_not_found' } })
    expect(await wasCancelled(database, key)).toBe(false)
  })

  test('is cancelled for everyone who cancels it at the same time', async () => {
    const key = await storeDraft(context, 'a', planOf({}), ['add'])
    const cancelled = await whileLocked(
      (other) => other.raw('lock table import_drafts'),
      () => cancelDraft(context, inputOf(key)),
      async (other) => {
        await deleteDraft(other, key)
        await rememberCancelled(other, { ...key, expiresAt: new Date(clock.time.getTime() + hourMs) })
      },
    )
    expect(cancelled).toEqual({ status: 'fulfilled', value: {} })
  })

  test('is shown with all of its rows, or not at all', async () => {
    const key = await storeDraft(context, 'a', planOf({}), ['add', 'add'])
    const shown = await whileLocked(
      (confirm) => confirm.raw('lock table import_row_blocks'),
      () => getDraft(context, inputOf(key)),
      (confirm) => deleteDraft(confirm, key),
    )
    expect(shown).toMatchObject({ status: 'fulfilled', value: { preview: { adds: 2 } } })
    expect(shown).toHaveProperty('value.preview.rows.length', 2)
  })

  test('is not deleted as expired if a recheck gives it a new hour', async () => {
    const key = await storeDraft(context, 'a', planOf({}), ['add'])
    clock.advance(hourMs)
    const expiresAt = new Date(clock.time.getTime() + hourMs)
    const shown = await whileLocked(
      (recheck) => lockDraft(recheck, key),
      () => getDraft(context, inputOf(key)),
      (recheck) =>
        change(recheck)`update import_drafts set expires_at = ${expiresAt} where draft_id = ${key.draftId}`,
    )
    expect(shown).toMatchObject({
      status: 'fulfilled',
      value: { draft_id: key.draftId, expires_at: expiresAt.toISOString() },
    })
    await cancelDraft(context, inputOf(key))
  })
})

/** Starts `work` while another transaction has a lock that it needs, and releases that after `then`. */
async function whileLocked<Result>(
  lock: (transaction: Knex.Transaction) => Promise<unknown>,
  work: () => Promise<Result>,
  then: (transaction: Knex.Transaction) => Promise<unknown>,
): Promise<PromiseSettledResult<Result>> {
  let working: Promise<[PromiseSettledResult<Result>]> | undefined
  await database.transaction(async (transaction) => {
    await lock(transaction)
    working = Promise.allSettled([work()])
    await untilBlocked(database)
    await then(transaction)
  })
  if (working === undefined) throw new Error('the work was not begun')
  const [result] = await working
  return result
}

test("a sweep deletes everyone's expired drafts with their rows, and no others", async () => {
  clock.advance(hourMs)
  while (await sweepSome(database, clock.time));
  const old = await Promise.all(
    ['a', 'b'].map((storefront) => storeDraft(context, storefront, planOf({}), ['error'])),
  )
  clock.advance(hourMs / 2)
  const young = await storeDraft(context, 'a', planOf({}), ['unchanged'])
  clock.advance(hourMs / 2)

  await sweepSome(database, clock.time)

  for (const key of old) {
    await expect(getDraft(context, inputOf(key))).rejects.toMatchObject({ code: 'draft_not_found' })
  }
  expect(await getDraft(context, inputOf(young))).toMatchObject({ draft_id: young.draftId })
  expect(await countRows()).toBe(1)
})

describe('paging through rows', () => {
  test('returns every row once, in the order of the file, and ends with null', async () => {
    const kinds = Array.from({ length: 10 }, (_, index) =>
      index % 2 === 0 ? ('error' as const) : ('unchanged' as const),
    )
    const key = await storeDraft(context, 'pages', planOf({}), kinds)
    const all = await readAll({ ...inputOf(key), kinds: [], limit: 4 })
    expect(all.map((page) => page.map(({ row }) => row))).toEqual([
      [2, 3, 4, 5],
      [6, 7, 8, 9],
      [10, 11],
    ])
    const errors = await readAll({ ...inputOf(key), kinds: ['error', 'add'], limit: 5 })
    expect(errors.map((page) => page.map(({ row }) => row))).toEqual([[2, 4, 6, 8, 10]])
  })

  test('returns the rows of some products alone', async () => {
    const odd = '"handle":"handle-1",\\"'
    const named = { case: 'product', handle: 'handle-1' }
    const warning = { column: null, code: 'title_exists', message: '', value: null, parameters: named }
    const rows = ['handle-1', 'handle-2', odd, 'handle-1', null, 'handle-11', 'handle-1'].map(
      (handle, index) =>
        Object.assign(toRow(index === 3 ? 'error' : 'add', index), { handle, warnings: [warning] }),
    )
    const key = await storeDraft(context, 'handles', planOf({}), rows)
    const numbersOf = async (handles: string[], kinds: RowKind[] = [], limit = 2) => {
      const all = await readAll({ ...inputOf(key), kinds, handles, limit })
      return all.map((page) => page.map(({ row }) => row))
    }
    expect(await numbersOf(['handle-1'])).toEqual([[2, 5], [8]])
    expect(await numbersOf(['handle-1'], ['error'])).toEqual([[5]])
    expect(await numbersOf([odd, 'handle-2', 'absent'])).toEqual([[3, 4]])
    expect(await numbersOf(['absent'])).toEqual([[]])
  })

  test('ends a page before 1 MB of JSON, but never without a row', async () => {
    const sizes = [700_000, 250_000, 100_000, 3_000_000, 10, 10, 990_000, 40_000]
    const key = await storeDraft(context, 'pages', planOf({}), sizes.map(sizedRow))
    const all = await readAll({ ...inputOf(key), kinds: [], limit: 500 })
    expect(all.map((page) => page.map(({ row }) => row))).toEqual([[2, 3], [4], [5], [6, 7, 8], [9]])
    expect(all.flat()).toEqual(sizes.map(sizedRow))
    const read = await listRows(context.database, key, { kinds: [], after: 0, limit: 500 })
    expect(read.map(({ row }) => row)).toEqual([2, 3, 4, 5])
    expect((await getDraft(context, inputOf(key))).preview).toMatchObject({
      rows: [{ row: 2 }, { row: 3 }],
      next_cursor: expect.any(String),
    })
  })

  test.each(['x', 'MA', '!!', 'LTE', Buffer.from('1; drop table products').toString('base64url')])(
    'refuses the cursor %s, which no page gave',
    async (cursor) => {
      const key = await storeDraft(context, 'pages', planOf({}))
      await expect(
        listDraftRows(context, { ...inputOf(key), kinds: [], limit: 1, cursor }),
      ).rejects.toMatchObject({ code: 'invalid_request', errors: [{ parameter: 'cursor' }] })
    },
  )
})

/** A row with about this many bytes of JSON, of characters that take three bytes each. */
function sizedRow(bytes: number, index: number): DraftRow {
  const title = { entity: 'product', field: 'title', before: null, after: '書'.repeat(bytes / 3) } as const
  return { ...toRow('add', index), changes: [title] }
}

async function readAll(input: Omit<Parameters<typeof listDraftRows>[1], 'cursor'>): Promise<DraftRow[][]> {
  const pages: DraftRow[][] = []
  let cursor: string | null = null
  do {
    const page = await listDraftRows(context, { ...input, cursor })
    pages.push(page.rows)
    cursor = page.next_cursor
  } while (cursor !== null)
  return pages
}
