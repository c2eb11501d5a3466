import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { parse } from 'csv-parse/sync'
import { describe, expect, test } from '@jest/globals'
import type { Context } from '../context.ts'
import type { Draft, Run } from '@catalog/contracts'
import { cancelDraft } from '../drafts/cancel-draft.ts'
import { createDraft } from '../drafts/create-draft.ts'
import { exportDraftErrors } from '../drafts/export-draft-errors.ts'
import { listDrafts } from '../drafts/list-drafts.ts'
import { recheckDraft } from '../drafts/recheck-draft.ts'
import { confirmDraft } from './confirm-draft.ts'
import { exportRunChanges } from './export-run-changes.ts'
import { exportRunErrors } from './export-run-errors.ts'
import { getRun } from './get-run.ts'
import { listRunRows } from './list-run-rows.ts'
import { pageOfRuns, rejected, runsOf } from '../testing/stored-runs.ts'
import { merchantOf } from '../testing/merchant.ts'
import { useTestContext } from '../testing/use-test-context.ts'
import { undoRun } from './undo-run.ts'

const service = await useTestContext()
const { context, database, events, clock, idle } = service
const { settle } = merchantOf(service)
const ada = { sub: 'ada', name: 'Ada L.' }
const grace = { sub: 'grace', name: null }

const shirt = 'handle,title,variant_sku,variant_price,metadata.care,tags\nshirt,Shirt,S-1,25,cold,a\n'
const dearer = 'handle,title,variant_sku,variant_price,metadata.care,tags\nshirt,Shirt,S-1,30,hot,"a,b"\n'

describe('a run keeps', () => {
  test('the rows of its draft, and who uploaded and confirmed it', async () => {
    await apply('kept', shirt)
    const draft = await upload('kept', `${dearer}hat,Hat,,free\n`, 'Prices May.csv')
    const rows = draft.preview.rows
    const run = await confirm(draft)
    expect(run).toMatchObject({
      file_name: 'Prices May.csv',
      created_by: ada,
      confirmed_by: grace,
      dialect: 'canonical',
      row_count: 2,
      undoes: null,
      undone_by: null,
      details_until: new Date(clock.time.getTime() + 90 * 24 * 60 * 60_000).toISOString(),
    })
    expect((await listRows(run)).rows).toEqual(rows)
    expect((await listRows(run, ['error'])).rows.map(({ row }) => row)).toEqual([3])
    expect((await listRows(run, [], ['hat'])).rows.map(({ row }) => row)).toEqual([3])
    expect(parsed(await textOf(exportRunErrors(context, keyOf(run))))).toEqual([
      expect.arrayContaining(['handle', 'error_message']),
      expect.arrayContaining(['hat', 'free', 'variant_price']),
    ])
  })

  test('all changes in full', async () => {
    await apply('changes', shirt)
    const run = await apply(
      'changes',
      `handle,title,description_html,variant_sku,variant_price,metadata.care,image_url
shirt,=Shirt,${'x'.repeat(9_000)},S-1,30,,http://a.example/1.png
hat,Hat,,,9,warm,
`,
    )
    expect(parsed(await textOf(exportRunChanges(context, keyOf(run))))).toEqual([
      ['row', 'handle', 'sku', 'entity', 'field', 'before', 'after'],
      ['2', 'shirt', 'S-1', 'product', 'title', 'Shirt', "'=Shirt"],
      ['2', 'shirt', 'S-1', 'product', 'description_html', '', 'x'.repeat(9_000)],
      ['2', 'shirt', 'S-1', 'product', 'metadata.care', 'cold', ''],
      ['2', 'shirt', 'S-1', 'variant', 'variant_price', '25.00', '30.00'],
      ['2', 'shirt', 'S-1', 'image', 'image_url', '', 'http://a.example/1.png'],
      ['2', 'shirt', 'S-1', 'image', 'image_position', '', '1'],
      ['3', 'hat', '', 'product', 'title', '', 'Hat'],
      ['3', 'hat', '', 'product', 'status', '', 'draft'],
      ['3', 'hat', '', 'product', 'metadata.care', '', 'warm'],
      ['3', 'hat', '', 'variant', 'variant_price', '', '9.00'],
      ['3', 'hat', '', 'variant', 'variant_requires_shipping', '', 'TRUE'],
      ['3', 'hat', '', 'variant', 'variant_taxable', '', 'TRUE'],
    ])
  })

  test('its file’s name, by a part of which it is found, in any case and spelling of accents', async () => {
    const june = await confirm(await upload('search', price(1), 'Prämien İstanbul JUNI_50%.csv'))
    await confirm(await upload('search', price(2), 'Juli.csv'))
    await apply('search', price(3))
    for (const q of [
      'juni',
      'prämien',
      'PRÄ',
      'pramien',
      '_50%',
      'istanbul',
      'İSTANBUL',
      'ISTANBUL',
      'ıstanbul',
    ]) {
      const { runs } = await pageOfRuns(context, 'search', { q })
      expect(runs.map(({ run_id }) => run_id)).toEqual([june.run_id])
    }
    expect(await pageOfRuns(context, 'search', { q: '%', limit: 1 })).toMatchObject({
      runs: [{ run_id: june.run_id }],
    })
  })
})

test('an undo is found by the name of the file that it takes back', async () => {
  const june = await confirm(await upload('found', price(1), 'June.csv'))
  const july = await confirm(await upload('found', price(2), 'July.csv'))
  const undone = await confirm(await undo(july))
  const { runs } = await pageOfRuns(context, 'found', { q: 'jul' })
  expect(runs.map(({ run_id }) => run_id)).toEqual([undone.run_id, july.run_id])
  const { runs: others } = await pageOfRuns(context, 'found', { q: 'june' })
  expect(others.map(({ run_id }) => run_id)).toEqual([june.run_id])
})

test('the open drafts of all callers of the storefront are listed, newest first', async () => {
  const first = await upload('drafts', shirt, 'first.csv')
  clock.advance(1_000)
  const second = await upload('drafts', shirt, 'second.csv')
  await upload('other', shirt)
  const page = { storefront_id: 'drafts', limit: 1 }
  const newest = await listDrafts(context, { ...page, cursor: null })
  expect(newest.drafts).toMatchObject([
    { draft_id: second.draft_id, file_name: 'second.csv', created_by: ada },
  ])
  expect(newest.drafts[0]?.preview).toMatchObject({ adds: 1, errors: 0, products: { new: 1 }, causes: [] })
  expect(newest.drafts[0]?.preview).not.toHaveProperty('rows')
  const next = await listDrafts(context, { ...page, cursor: newest.next_cursor })
  expect(next).toMatchObject({ drafts: [{ draft_id: first.draft_id }], next_cursor: null })
  await cancelDraft(context, draftKey(first))
  clock.advance(60 * 60_000)
  expect(await listDrafts(context, { ...page, cursor: null })).toEqual({
    drafts: [],
    next_cursor: null,
  })
})

describe('an undo', () => {
  test('is a draft of its own, and the undo of the undo brings the change back', async () => {
    await apply('undo', shirt)
    const run = await apply('undo', dearer)
    const draft = await undo(run)
    expect(draft).toMatchObject({
      origin: { kind: 'undo', run_id: run.run_id },
      file_name: null,
      created_by: ada,
      preview: {
        adds: 0,
        updates: 1,
        unchanged: 0,
        errors: 0,
        rows: [{ row: 2, handle: 'shirt', sku: 'S-1' }],
      },
    })
    expect(draft.preview.rows[0]?.changes).toEqual([
      { entity: 'product', field: 'tags', before: 'a, b', after: 'a' },
      { entity: 'product', field: 'metadata.care', before: 'hot', after: 'cold' },
      { entity: 'variant', field: 'variant_price', before: '30.00', after: '25.00' },
    ])
    expect(parsed(await textOf(exportDraftErrors(context, draftKey(draft))))).toHaveLength(1)
    const undone = await confirm(draft)
    expect(undone).toMatchObject({ undoes: run.run_id, updated: 1, file_name: null, confirmed_by: grace })
    expect(await find(run)).toMatchObject({ undone_by: undone.run_id })
    expect((await upload('undo', shirt)).preview).toMatchObject({ updates: 0, unchanged: 1 })

    const redone = await confirm(await undo(undone))
    expect(await find(undone)).toMatchObject({ undone_by: redone.run_id })
    expect(await find(run)).toMatchObject({ undone_by: null })
    expect((await upload('undo', dearer)).preview).toMatchObject({ updates: 0, unchanged: 1 })
  })

  test('leaves what somebody has changed since, and says so', async () => {
    await apply('since', shirt)
    const run = await apply('since', dearer)
    await apply('since', 'handle,variant_sku,variant_price\nshirt,S-1,40\n')
    const draft = await undo(run)
    expect(draft.warnings).toMatchObject([{ code: 'changed_since' }])
    expect(draft.preview.rows[0]).toMatchObject({
      kind: 'update',
      warnings: [{ code: 'changed_since', column: 'variant_price', value: '40.00' }],
    })
    await confirm(draft)
    const now = 'handle,title,variant_sku,variant_price,metadata.care,tags\nshirt,Shirt,S-1,40,cold,a\n'
    expect((await upload('since', now)).preview).toMatchObject({ updates: 0, unchanged: 1 })
  })

  test('ignores values that are already restored', async () => {
    await apply('back', shirt)
    const run = await apply('back', dearer)
    await apply('back', 'handle,variant_sku,metadata.care,tags\nshirt,S-1,cold,a\n')
    const draft = await undo(run)
    expect(draft).toMatchObject({ warnings: [], preview: { updates: 1 } })
    expect(draft.preview.rows).toMatchObject([{ changes: [{ field: 'variant_price' }], warnings: [] }])
  })

  test('is stale if a product that it does not change was changed since', async () => {
    await apply('left', two(1, 1))
    const run = await apply('left', two(2, 2))
    await apply('left', two(2, 3))
    const draft = await undo(run)
    expect(draft.preview).toMatchObject({ updates: 1, unchanged: 1 })
    await apply('left', two(2, 2))
    await expect(confirm(draft)).rejects.toMatchObject({ code: 'draft_stale' })
  })

  test('archives what the import added, and keeps variants and images that it added to others', async () => {
    const sized = 'handle,title,option1_name,option1_value,variant_sku,variant_price,image_url\n'
    await apply('added', `${sized}shirt,Shirt,Size,S,S-1,25,\n`)
    const run = await apply('added', `${sized}shirt,,,M,S-2,25,http://a.example/m.png\nhat,Hat,,,H-1,9,\n`)
    const draft = await undo(run)
    expect(draft.warnings.map(({ code }) => code)).toEqual(['kept'])
    expect(draft.preview.rows).toMatchObject([
      { row: 2, kind: 'unchanged', sku: 'S-2', warnings: [{ code: 'kept' }, { code: 'kept' }] },
      { row: 3, kind: 'update', changes: [{ field: 'status', before: 'draft', after: 'archived' }] },
    ])
    await confirm(draft)
    await expect(undo(run)).rejects.toMatchObject({ code: 'nothing_to_undo' })
  })

  test('gives SKUs back that the import moved between variants', async () => {
    await apply('skus', skus('A', 'B'))
    await apply('skus', skus('C', 'D'))
    const run = await apply('skus', skus('A', 'C').replace('A', 'E'))
    expect(run.updated).toBeGreaterThan(0)
    await confirm(await undo(run))
    expect((await upload('skus', skus('C', 'D'))).preview).toMatchObject({
      updates: 0,
      unchanged: 2,
      errors: 0,
    })
  })

  test('is stale if a product that it names was changed since, and can be rechecked', async () => {
    await apply('stale', shirt)
    const run = await apply('stale', dearer)
    const draft = await undo(run)
    await apply('stale', 'handle,variant_sku,variant_price\nshirt,S-1,40\n')
    await expect(confirm(draft)).rejects.toMatchObject({ code: 'draft_stale' })
    const rechecked = await recheckDraft(context, draftKey(draft))
    expect(rechecked).toMatchObject({ origin: draft.origin, warnings: [{ code: 'changed_since' }] })
    expect(await confirm(rechecked)).toMatchObject({ undoes: run.run_id })
  })

  test('emits the events of any import', async () => {
    await apply('events', shirt)
    const run = await apply('events', dearer)
    events.length = 0
    await confirm(await undo(run))
    expect(events).toMatchObject([
      { name: 'importDraftCreated', fields: { dialect: 'canonical', updates: 1, errors: 0 } },
      { name: 'importRunCompleted', fields: { updated: 1 } },
    ])
  })

  test('restores the URL of an image, which is fetched again', async () => {
    await settle(await apply('images', image('wrong')), rejected)
    const corrected = await apply('images', image('right'))
    await settle(corrected)
    const undone = await confirm(await undo(corrected))
    expect(undone).toMatchObject({
      image_counts: { pending: 1 },
      image_outcomes: [{ url: 'http://a.example/wrong.png', outcome: 'pending' }],
    })
    expect(undone.image_outcomes[0]?.image_id).toBe(corrected.image_outcomes[0]?.image_id)
  })

  test('is applied completely or not at all, whichever statement of it fails, and can be repeated', async () => {
    await apply('fails', shirt)
    const run = await apply('fails', dearer)
    const asDearer = async () => {
      const draft = await upload('fails', dearer)
      await cancelDraft(context, draftKey(draft))
      return draft.preview.unchanged === 1
    }
    let statements = 0
    let draft: Draft | undefined
    while (!draft) {
      // A failing sweep is not part of the undo.
      draft = await failingAt(++statements, () => undo(run, { sweep: async () => {} }))
      const { drafts } = await listDrafts(context, { storefront_id: 'fails', limit: 9, cursor: null })
      expect(drafts.map(({ draft_id: id }) => id)).toEqual(draft ? [draft.draft_id] : [])
    }
    expect(statements).toBeGreaterThan(8)

    let undone: Run | undefined
    for (statements = 0; !undone;) {
      const open = draft
      undone = await failingAt(++statements, () => confirm(open))
      const runs = await runsOf(context, 'fails')
      // The last statement reads the answer: the run exists by then.
      const isThere = runs.length === 3
      expect([isThere, await asDearer()]).toEqual([isThere, !isThere])
      if (undone) expect(isThere).toBe(true)
    }
    expect(statements).toBeGreaterThan(10)
    expect(await confirm(draft)).toMatchObject({ run_id: undone.run_id })
  })

  test('is not found for another storefront', async () => {
    const run = await apply('mine', shirt)
    const key = { storefront_id: 'theirs', run_id: run.run_id }
    await expect(undoRun(context, key)).rejects.toMatchObject({ code: 'run_not_found' })
    await expect(listRunRows(context, { ...key, kinds: [], limit: 1, cursor: null })).rejects.toMatchObject({
      code: 'run_not_found',
    })
    for (const report of [exportRunErrors, exportRunChanges]) {
      await expect(report(context, key)).rejects.toMatchObject({ code: 'run_not_found' })
    }
  })
})

function image(name: string): string {
  return `handle,title,variant_price,image_url\na,A,1,http://a.example/${name}.png\n`
}

function two(one: number, other: number): string {
  return `handle,title,variant_price\none,One,${one}\nother,Other,${other}\n`
}

function price(value: number): string {
  return `handle,title,variant_price\na,A,${value}\n`
}

function skus(one: string, other: string): string {
  return `handle,title,option1_name,option1_value,variant_sku,variant_price\np,P,Size,S,${one},1\np,,,M,${other},1\n`
}

async function upload(storefront: string, csv: string, fileName: string | null = null): Promise<Draft> {
  const input = { storefront_id: storefront, file_name: fileName, caller: ada }
  return await createDraft(context, input, Readable.from([Buffer.from(csv)]))
}

async function confirm(draft: Draft): Promise<Run> {
  const { run } = await confirmDraft(context, { ...draftKey(draft), caller: grace })
  return run
}

async function apply(storefront: string, csv: string): Promise<Run> {
  return await confirm(await upload(storefront, csv))
}

async function undo(run: Run, changed: Partial<Context> = {}): Promise<Draft> {
  return await undoRun({ ...context, ...changed }, { ...keyOf(run), caller: ada })
}

function draftKey({ storefront_id, draft_id }: Draft) {
  return { storefront_id, draft_id }
}

function keyOf({ storefront_id, run_id }: Run) {
  return { storefront_id, run_id }
}

async function find(run: Run): Promise<Run> {
  return await getRun(context, keyOf(run))
}

async function listRows(
  run: Run,
  kinds: Parameters<typeof listRunRows>[1]['kinds'] = [],
  handles: string[] = [],
) {
  return await listRunRows(context, { ...keyOf(run), kinds, handles, limit: 500, cursor: null })
}

/** The parts of pg's connection that are broken here. */
interface Connection {
  connection: { stream: { destroy: () => void } }
}

type Send = (connection: Connection, ...rest: unknown[]) => Promise<unknown>

/** knex's method that all statements go through. */
const sends = '_query'

/** The result of `work`; undefined if it failed because its statement number `at`, from 1, lost the connection. */
async function failingAt<Result>(
  statement: number,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  // Otherwise its statements would be counted too.
  await idle()
  let statements = 0
  const client: Record<typeof sends, Send> = database.client.constructor.prototype
  const send = client[sends]
  client[sends] = function query(connection, ...rest) {
    statements += 1
    if (statements === statement) connection.connection.stream.destroy()
    return send.call(this, connection, ...rest)
  }
  try {
    return await work()
  } catch (error) {
    if (statements < statement) throw error
    return undefined
  } finally {
    client[sends] = send
  }
}

async function textOf(answer: Promise<{ body: AsyncIterable<Uint8Array> }>): Promise<string> {
  return await text((await answer).body)
}

function parsed(csv: string): string[][] {
  return parse(csv, { bom: true })
}
