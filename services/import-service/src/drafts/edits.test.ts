import { text } from 'node:stream/consumers'
import { everything } from '@catalog/contracts'
import type { Draft, DraftRevision, Mapping } from '@catalog/contracts'
import { describe, expect, test } from '@jest/globals'
import { createDraft } from './create-draft.ts'
import { exportDraftErrors } from './export-draft-errors.ts'
import { getDraft } from './get-draft.ts'
import { recheckDraft } from './recheck-draft.ts'
import { reviseDraft } from './revise-draft.ts'
import { confirmDraft } from '../runs/confirm-draft.ts'
import { exportRunErrors } from '../runs/export-run-errors.ts'
import { listRunRows } from '../runs/list-run-rows.ts'
import { undoRun } from '../runs/undo-run.ts'
import { useTestContext } from '../testing/use-test-context.ts'

const { context, database } = await useTestContext()
const file = 'handle,title,variant_price\na,A,£10\nb,B,£20 or 30\nc,C,30.00\n'
const repaired = [{ row: 2, column: 'variant_price', value: '10.00' }]

async function send(storefrontId: string, csv = file, mapping: Mapping | null = null): Promise<Draft> {
  const body = async function* () {
    yield Buffer.from(csv)
  }
  return await createDraft(context, { storefront_id: storefrontId }, body(), {
    columns: () => ({ sent: mapping, choice: null }),
  })
}

async function revise({ storefront_id, draft_id }: Draft, revision: DraftRevision = {}): Promise<Draft> {
  return await reviseDraft(context, { storefront_id, draft_id, ...revision })
}

const kindsOf = ({ preview }: Draft) => preview.rows.map(({ kind }) => kind).join(' ')
const fixable = ({ preview }: Draft) => preview.causes?.map(({ code, fixable: rows }) => [code, rows])

describe('edits of a draft', () => {
  test('are previewed, kept by a recheck, and in what a confirm applies', async () => {
    const draft = await send('edited')
    expect([draft.edits, kindsOf(draft), fixable(draft)]).toEqual([
      0,
      'error error add',
      [['invalid_number', 1]],
    ])
    const [error] = draft.preview.rows[0]?.errors ?? []
    expect(error?.suggestion).toBe('10')
    const edited = await revise(draft, { edits: repaired })
    const warning = { code: 'edited', column: 'variant_price', value: '£10' }
    expect(edited).toMatchObject({
      draft_id: draft.draft_id,
      edits: 1,
      preview: { adds: 2, errors: 1, rows: [{ kind: 'add', errors: [], warnings: [warning] }, {}, {}] },
    })
    const { storefront_id, draft_id } = draft
    const again = await recheckDraft(context, { storefront_id, draft_id })
    expect([again.edits, again.preview]).toEqual([1, edited.preview])
    expect(await getDraft(context, { storefront_id, draft_id })).toMatchObject({ edits: 1 })
    const { run } = await confirmDraft(context, { storefront_id, draft_id })
    expect(run).toMatchObject({ added: 2, errored: 1, edits: 1 })
    const page = { storefront_id, run_id: run.run_id, kinds: [], limit: 10, cursor: null }
    expect((await listRunRows(context, page)).rows).toEqual(edited.preview.rows)
    const prices = await database('variants').where({ storefront_id }).orderBy('price').pluck('price')
    expect(prices.map(Number)).toEqual([10, 30])
  })

  test('add up, replace each other and are taken back', async () => {
    const draft = await send('added-up')
    await revise(draft, { edits: repaired })
    const both = await revise(draft, { edits: [{ row: 3, column: 'Variant Price', value: '20' }] })
    expect([both.edits, kindsOf(both)]).toEqual([2, 'add add add'])
    const other = await revise(draft, { edits: [{ row: 3, column: 'variant_price', value: 'x' }] })
    expect([other.edits, kindsOf(other)]).toEqual([2, 'add error add'])
    const repeated = await revise(draft, { edits: [{ row: 3, column: 'variant_price', value: 'x' }] })
    expect(repeated.preview).toEqual(other.preview)
    const back = await revise(draft, {
      edits: [
        { row: 2, column: 'variant_price', value: null },
        { row: 3, column: 'variant_price', value: null },
        { row: 4, column: 'title', value: null },
      ],
    })
    expect([back.edits, back.preview]).toEqual([0, draft.preview])
  })

  test('are in the error report of the draft and of the run', async () => {
    const draft = await send('reported')
    const { storefront_id, draft_id } = draft
    await revise(draft, { edits: [{ row: 3, column: 'title', value: '=B' }] })
    const report = await text((await exportDraftErrors(context, { storefront_id, draft_id })).body)
    expect(report).toContain("b,''=B,£20 or 30,")
    const { run } = await confirmDraft(context, { storefront_id, draft_id })
    const key = { storefront_id, run_id: run.run_id }
    expect(await text((await exportRunErrors(context, key)).body)).toBe(report)
  })

  test('meet a choice and a mapping', async () => {
    const draft = await send('mapped', 'Nr;Name;Preis\nS-1;A;5 or 6\nS-2;B;6\n', {
      columns: [
        ['Nr', 'handle'],
        ['Name', 'title'],
        ['Preis', 'variant_price'],
      ],
      identity: 'handle',
      remember: false,
    })
    const edits = [{ row: 2, column: 'preis', value: '5' }]
    const edited = await revise(draft, { edits, choice: { ...everything, without_handles: ['s-2'] } })
    expect(edited).toMatchObject({ edits: 1, mapping: draft.mapping, preview: { left_out: 1 } })
    expect(edited.preview.rows[0]?.warnings).toMatchObject([
      { code: 'edited', column: 'Preis', value: '5 or 6' },
    ])
    expect(kindsOf(await revise(edited))).toBe(kindsOf(edited))
  })

  test.each([
    [{ row: 9, column: 'title', value: 'x' }, 'The file has no row 9 with cells below its header.'],
    [{ row: 2, column: 'Preis', value: null }, 'The file has no column “Preis”.'],
  ])('of what the file does not have are refused, and the draft stays: %j', async (edit, message) => {
    const draft = await send('refused')
    await expect(revise(draft, { edits: [...repaired, edit] })).rejects.toMatchObject({
      code: 'invalid_request',
      message,
    })
    const { storefront_id, draft_id } = draft
    expect(await getDraft(context, { storefront_id, draft_id })).toEqual(draft)
  })

  test('are none of an undo, which has no file', async () => {
    const { storefront_id, draft_id } = await send('undone', 'handle,title,variant_price\na,A,10\n')
    await confirmDraft(context, { storefront_id, draft_id })
    const { draft_id: next } = await send('undone', 'handle,title\na,B\n')
    const { run } = await confirmDraft(context, { storefront_id, draft_id: next })
    const undo = await undoRun(context, { storefront_id, run_id: run.run_id })
    await expect(revise(undo, { edits: repaired })).rejects.toMatchObject({ code: 'invalid_request' })
    expect((await revise(undo, { edits: [] })).edits).toBe(0)
  })
})
