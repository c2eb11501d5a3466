import { strict as assert } from 'node:assert'
import { setTimeout as wait } from 'node:timers/promises'
import type { Draft, Run, RunPage, Summary } from '@catalog/contracts'
import type { Change, ExpectedCatalog } from './catalog.ts'
import type { Client, Question } from './client.ts'
import { changedEvery } from './plan.ts'
import type { Work } from './plan.ts'

const imports = '/api/products/imports'
/** Larger uploads have a separate line in the report. */
const smallRows = 100
const pollEveryMs = 1_000

/** One storefront's people and programs, which do one thing after the other and do not wait for pictures. */
export interface Merchant {
  catalog: ExpectedCatalog
  /** @param dueAt by `performance.now()`. Resolves to the image phase that continues, if there is one. */
  carryOut(work: Work, dueAt: number): Promise<ImagePhase | null>

  upload(change: Change, options?: RequestTiming): Promise<Draft>
  confirm(draft: Draft, change: Change, options?: RequestTiming): Promise<Run>
  /** The draft that would undo the run of that change. */
  undo(run: Run, change: Change): Promise<Draft>
  /** Waits until all of its pictures are fetched. */
  followPictures(run: Run): Promise<void>
  browse(dueAt?: number): Promise<void>
  takeOut(dueAt?: number): Promise<void>
}

interface RequestTiming {
  /** By `performance.now()`. */
  dueAt?: number
  /** Idempotency-Key: a second request with it must get the first one's answer. */
  key?: string
}

/** Resolves once all pictures are fetched. */
export interface ImagePhase {
  ended: Promise<void>
}

/** @throws if an answer is wrong */
export function createMerchant(client: Client, catalog: ExpectedCatalog): Merchant {
  const { storefront } = catalog
  let works = 0
  const read = <Body>(endpoint: string, path: string, more: Partial<Question> = {}) =>
    client.json<Body>({ endpoint, path, storefront, ...more })

  const upload: Merchant['upload'] = async (change, { dueAt, key } = {}) => {
    const { file, rows } = change
    const draft = await client.json<Draft>({
      endpoint: rows > smallRows ? 'upload of a large file' : 'upload',
      path: imports,
      method: 'POST',
      headers: { 'content-type': 'text/csv', ...keyHeader(key) },
      body: file,
      storefront,
      rows,
      status: 201,
      ...(dueAt !== undefined && { dueAt }),
    })
    const { adds, updates, unchanged, errors } = draft.preview
    assert.deepEqual({ adds, updates, unchanged, errors }, countsOf(change), 'the preview’s counts')
    return draft
  }
  const confirm: Merchant['confirm'] = async ({ draft_id: draftId }, change, { key } = {}) => {
    const rows = change.changedRows
    const run = await client.json<Run>({
      endpoint: rows > smallRows ? 'confirm of a large file' : 'confirm',
      path: `${imports}/${draftId}/confirm`,
      method: 'POST',
      headers: keyHeader(key),
      storefront,
      rows,
      status: 201,
    })
    const { added, updated, unchanged, errored } = run
    const counts = { adds: added, updates: updated, unchanged, errors: errored }
    assert.deepEqual(counts, countsOf(change), 'the run’s counts')
    return run
  }
  const undo: Merchant['undo'] = async ({ run_id: runId }, { rows, changedRows }) => {
    const path = `${imports}/runs/${runId}/undo`
    const draft = await read<Draft>('undo', path, { method: 'POST', status: 201, rows })
    assert.equal(draft.preview.updates, changedRows, 'rows of the undo')
    return draft
  }
  /** An import by a person: upload, a look at the rows, apply. */
  const bring = async (change: Change, dueAt: number): Promise<Run> => {
    const draft = await upload(change, { dueAt })
    await read('rows of a draft', `${imports}/${draft.draft_id}/rows?limit=50`)
    const run = await confirm(draft, change)
    change.apply()
    return run
  }
  /** An import by a program that loses each answer and repeats the request. */
  const bringTwice = async (change: Change, dueAt: number): Promise<void> => {
    const key = `${storefront}-${(works += 1)}`
    const draft = await upload(change, { dueAt, key })
    const again = await upload(change, { key })
    assert.equal(again.draft_id, draft.draft_id, 'the draft of a repeated upload')
    await read('rows of a draft', `${imports}/${draft.draft_id}/rows?limit=50`)
    const run = await confirm(draft, change, { key })
    change.apply()
    const repeated = await confirm(draft, change, { key })
    assert.equal(repeated.run_id, run.run_id, 'the run of a repeated confirm')
  }

  const browse: Merchant['browse'] = async (dueAt) => {
    const first = dueAt === undefined ? {} : { dueAt }
    const summary = await read<Summary>('summary', '/api/products/summary', first)
    assert.equal(summary.product_count, catalog.productCount, 'products of the summary')
    assert.equal(summary.variant_count, catalog.variantCount, 'variants of the summary')
    await read('open drafts', imports)
    const { runs } = await read<RunPage>('history', `${imports}/runs?limit=25`)
    const [newest] = runs
    if (newest) await read('run', `${imports}/runs/${newest.run_id}`)
  }

  const takeOut: Merchant['takeOut'] = async (dueAt) => {
    const exported = await client.ask({
      endpoint: 'export',
      path: '/api/products/export',
      storefront,
      rows: catalog.variantCount,
      ...(dueAt !== undefined && { dueAt }),
    })
    assert.ok(exported.equals(catalog.exported()), 'the export is not what was imported')
  }

  const followPictures: Merchant['followPictures'] = async ({ run_id: runId, image_progress: { total } }) => {
    for (;;) {
      const run = await read<Run>('run', `${imports}/runs/${runId}`)
      if (run.status === 'completed') {
        assert.deepEqual(run.image_counts, { pending: 0, fetched: total, rejected: 0, failed: 0 })
        return
      }
      await wait(pollEveryMs)
    }
  }

  const carryOut: Merchant['carryOut'] = async ({ kind, from, count }, workDueAt) => {
    let dueAt = workDueAt
    // The time for making a file must not count as the system's.
    const made = <Made>(make: () => Made): Made => {
      const startedAt = performance.now()
      const result = make()
      dueAt += performance.now() - startedAt
      return result
    }
    switch (kind) {
      case 'browse':
        await browse(dueAt)
        break
      case 'export':
        await takeOut(dueAt)
        break
      case 'edit':
      case 'repeat': {
        const change = made(() => catalog.changedProducts(from, count, 1))
        await (kind === 'edit' ? bring : bringTwice)(change, dueAt)
        break
      }
      case 'large': {
        const change = made(() => catalog.changedProducts(from, count, changedEvery))
        await bring(change, dueAt)
        break
      }
      case 'undo': {
        const change = made(() => catalog.changedProducts(from, count, 1))
        const restore = catalog.undoing(from, count)
        const run = await bring(change, dueAt)
        await confirm(await undo(run, change), change)
        restore()
        break
      }
      case 'pictures': {
        const [change] = made(() => catalog.newProducts(count))
        if (change === undefined) break
        return { ended: followPictures(await bring(change, dueAt)) }
      }
    }
    return null
  }
  return { catalog, carryOut, upload, confirm, undo, followPictures, browse, takeOut }
}

function countsOf({ rows, changedRows, isNew }: Change) {
  return isNew
    ? { adds: rows, updates: 0, unchanged: 0, errors: 0 }
    : { adds: 0, updates: changedRows, unchanged: rows - changedRows, errors: 0 }
}

function keyHeader(key: string | undefined): Record<string, string> {
  return key === undefined ? {} : { 'idempotency-key': key }
}
