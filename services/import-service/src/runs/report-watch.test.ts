import { v7 as newId } from 'uuid'
import { describe, expect, test } from '@jest/globals'
import { planOf, planOfNew } from '@catalog/preview/testing'
import { waitFor } from '../../../../test/support/wait-for.ts'
import type { Context, Events } from '../context.ts'
import type { DraftKey } from '../drafts/draft-columns.ts'
import { cancelDraft } from '../drafts/cancel-draft.ts'
import { getDraft } from '../drafts/get-draft.ts'
import { createSweep } from '../drafts/sweep.ts'
import { retryImages } from '../images/retry-images.ts'
import { settleImage } from '../images/settle-image.ts'
import { inputOf, storeDraft } from '../testing/stored-drafts.ts'
import { confirmImages, imageOf, rejected, runsOf, settlementOf, takeClaim } from '../testing/stored-runs.ts'
import { untilBlocked } from '../testing/until-blocked.ts'
import { useTestContext } from '../testing/use-test-context.ts'
import { confirmDraft } from './confirm-draft.ts'
import { reportUnreported } from './report-watch.ts'

const service = await useTestContext()
const { context, database, events, clock } = service
const longEnoughMs = 2 * 60_000

function die(): never {
  throw new Error('the process dies here')
}

/** The service with a process that dies instead of writing the event `name`. */
function dyingAt(name: keyof Events): Context {
  return { ...context, events: { ...context.events, [name]: die } }
}

/** The service with a process that dies right after it has written an event, before it marks that as reported. */
function dyingBeforeMark(): Context {
  return { ...context, recordReported: () => {} }
}

/** The events that three replicas write when they look after more time than an apply can take. */
async function whatIsFoundLater() {
  clock.advance(longEnoughMs)
  events.length = 0
  await Promise.all([1, 2, 3].map(() => reportUnreported(context)))
  return [...events]
}

/** Waits until all events are marked as reported, except `but` events whose process has died. */
async function everythingIsMarked({ but = 0 } = {}): Promise<void> {
  await waitFor('the marks', async () => (await countUnreported()) === but)
}

async function countUnreported(): Promise<number> {
  const { rows } = await database.raw<{ rows: { count: number }[] }>(`
    select (select coalesce(sum(cardinality(applies)), 0) from import_drafts)
      + (select count(*) from import_runs where completion_unreported)
      + (select count(*) from import_runs where apply_unreported) as count`)
  return rows[0]?.count ?? 0
}

async function countFailures(): Promise<number> {
  const { values } = await context.metrics.applyFailures.get()
  return values[0]?.value ?? 0
}

async function draftOf(storefrontId: string): Promise<DraftKey> {
  return await storeDraft(context, storefrontId, planOfNew(2))
}

async function raiseInApply<Result>(work: () => Promise<Result>): Promise<Result> {
  await database.raw(`
    create function raise_for_test() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
    create trigger raise before insert on variants for each row execute function raise_for_test()`)
  try {
    return await work()
  } finally {
    await database.raw('drop function raise_for_test cascade')
  }
}

describe('what goes well is reported once, and no look finds more', () => {
  test('of an apply and its image phase (TEL-2, TEL-4)', async () => {
    events.length = 0
    const image = imageOf(await confirmImages(context, newId(), 1))
    await settleImage(context, settlementOf(image, await takeClaim(context, image)))
    expect(events.map(({ name }) => name)).toEqual(['importRunCompleted', 'imagePhaseCompleted'])
    await everythingIsMarked()
    expect(await whatIsFoundLater()).toEqual([])
  })

  test('not even before it is marked as reported', async () => {
    const image = imageOf(await confirmImages(dyingBeforeMark(), newId(), 1))
    await settleImage(dyingBeforeMark(), settlementOf(image, await takeClaim(context, image)))
    events.length = 0
    await reportUnreported(context)
    expect(events).toEqual([])
    expect(await whatIsFoundLater()).toHaveLength(2)
  })

  test('nor of confirms that apply nothing', async () => {
    const key = await draftOf(newId())
    await confirmDraft(context, inputOf(key))
    await confirmDraft(context, inputOf(key))
    const unchanged = await storeDraft(context, key.storefrontId, planOf({}), ['unchanged'])
    await expect(confirmDraft(context, inputOf(unchanged))).rejects.toMatchObject({
      code: 'nothing_to_import',
    })
    const expired = await draftOf(key.storefrontId)
    clock.advance(60 * 60_000)
    await expect(confirmDraft(context, inputOf(expired))).rejects.toMatchObject({ code: 'draft_expired' })
    await everythingIsMarked()
    expect(await whatIsFoundLater()).toEqual([])
  })
})

describe('the end of an apply is reported by another process where its own died', () => {
  test('between the commit and the line (TEL-2)', async () => {
    const key = await draftOf(newId())
    await expect(confirmDraft(dyingAt('importRunCompleted'), inputOf(key))).rejects.toThrow('dies here')
    const [run] = await runsOf(context, key.storefrontId)

    expect(await whatIsFoundLater()).toEqual([
      {
        name: 'importRunCompleted',
        fields: {
          run_id: run?.run_id,
          storefront_id: key.storefrontId,
          added: 2,
          updated: 0,
          errored: 0,
          duration_ms: run?.duration_ms,
        },
      },
    ])
    expect(await whatIsFoundLater()).toEqual([])
  })

  test('between the line and its mark: then it is written twice, rather than never (TEL-2)', async () => {
    const { run } = await confirmDraft(dyingBeforeMark(), inputOf(await draftOf(newId())))
    expect(await whatIsFoundLater()).toMatchObject([
      { name: 'importRunCompleted', fields: { run_id: run.run_id } },
    ])
    expect(await whatIsFoundLater()).toEqual([])
  })

  test('in the apply, before a line (TEL-6); the draft can be confirmed again', async () => {
    const key = await draftOf(newId())
    await raiseInApply(() =>
      expect(confirmDraft(dyingAt('importApplyFailed'), inputOf(key))).rejects.toThrow('dies here'),
    )

    expect(await whatIsFoundLater()).toEqual([
      {
        name: 'importApplyFailed',
        fields: { draft_id: key.draftId, storefront_id: key.storefrontId, error_class: 'process_died' },
      },
    ])
    expect(await whatIsFoundLater()).toEqual([])
    expect(await getDraft(context, inputOf(key))).toMatchObject({ importable: true })
    expect(await confirmDraft(context, inputOf(key))).toMatchObject({ created: true })
  })

  test('in an apply that another confirm of the draft has made good since: each has its event', async () => {
    const before = await countFailures()
    const key = await draftOf(newId())
    await raiseInApply(() =>
      expect(confirmDraft(dyingAt('importApplyFailed'), inputOf(key))).rejects.toThrow('dies here'),
    )
    events.length = 0
    await confirmDraft(context, inputOf(key))
    expect(events.map(({ name }) => name)).toEqual(['importRunCompleted'])
    await everythingIsMarked({ but: 1 })
    expect((await whatIsFoundLater()).map(({ name }) => name)).toEqual(['importApplyFailed'])
    expect(await countFailures()).toBe(before + 1)
  })
})

async function draftWithDeadApply(): Promise<DraftKey> {
  const key = await draftOf(newId())
  await raiseInApply(() =>
    expect(confirmDraft(dyingAt('importApplyFailed'), inputOf(key))).rejects.toThrow('dies here'),
  )
  return key
}

async function countHeads({ draftId }: DraftKey): Promise<number> {
  const { rows } = await database.raw<{ rows: unknown[] }>('select from import_drafts where draft_id = ?', [
    draftId,
  ])
  return rows.length
}

describe('an apply whose process died is reported', () => {
  test('though its draft was cancelled since, which nobody finds any more', async () => {
    const key = await draftWithDeadApply()
    await cancelDraft(context, inputOf(key))
    await expect(getDraft(context, inputOf(key))).rejects.toMatchObject({ code: 'draft_not_found' })
    await expect(confirmDraft(context, inputOf(key))).rejects.toMatchObject({
      code: 'draft_not_found',
    })
    await expect(cancelDraft(context, inputOf(key))).resolves.toEqual({})
    await everythingIsMarked({ but: 1 })
    expect(await whatIsFoundLater()).toMatchObject([
      { name: 'importApplyFailed', fields: { draft_id: key.draftId } },
    ])
    expect(await countHeads(key)).toBe(1)
    await createSweep(context, 60_000)()
    expect(await countHeads(key)).toBe(0)
  })

  test('though its draft has expired and was swept since', async () => {
    const key = await draftWithDeadApply()
    clock.advance(60 * 60_000)
    await createSweep(context, 60_000)()
    expect((await whatIsFoundLater()).map(({ name }) => name)).toEqual(['importApplyFailed'])
    await createSweep(context, 60_000)()
    expect(await countHeads(key)).toBe(0)
  })
})

describe('an apply that takes its time', () => {
  test('is not taken for dead while its transaction is open', async () => {
    const key = await draftOf(newId())
    events.length = 0
    const confirming = await database.transaction(async (blocker) => {
      await blocker.raw('lock table products in share mode')
      const confirm = confirmDraft(context, inputOf(key))
      await untilBlocked(database, 'products')
      clock.advance(10 * longEnoughMs)
      await reportUnreported(context)
      expect(events).toEqual([])
      return { confirm }
    })
    await confirming.confirm
    expect(events.map(({ name }) => name)).toEqual(['importRunCompleted'])
  })

  test('is not applied after it was reported as failed, which only waiting for its storefront can bring about', async () => {
    const key = await draftOf(newId())
    const waited = await database.transaction(async (blocker) => {
      await blocker.raw('insert into storefront_locks (storefront_id, locked_at) values (?, now())', [
        key.storefrontId,
      ])
      const confirm = confirmDraft(context, inputOf(key))
      await untilBlocked(database, 'storefront_locks')
      expect((await whatIsFoundLater()).map(({ name }) => name)).toEqual(['importApplyFailed'])
      return { confirm }
    })
    await expect(waited.confirm).rejects.toMatchObject({ code: 'unavailable', retryAfterS: 5 })
    expect(await runsOf(context, key.storefrontId)).toEqual([])
    expect(await confirmDraft(context, inputOf(key))).toMatchObject({ created: true })
  })
})

describe('the end of an image phase is reported by another process where its own died (TEL-4)', () => {
  test('between the settlement and the line, which a repeated settlement does not write', async () => {
    const image = imageOf(await confirmImages(context, newId(), 1))
    await everythingIsMarked()
    const settlement = settlementOf(image, await takeClaim(context, image))
    events.length = 0
    await expect(settleImage(dyingAt('imagePhaseCompleted'), settlement)).rejects.toThrow('dies here')
    expect(await settleImage(context, settlement)).toEqual({ result: 'settled' })
    expect(events).toEqual([])

    expect(await whatIsFoundLater()).toEqual([
      {
        name: 'imagePhaseCompleted',
        fields: { run_id: image.run_id, fetched: 1, rejected: 0, failed: 0, duration_ms: 0 },
      },
    ])
    expect(await whatIsFoundLater()).toEqual([])
  })

  test('between the line and its mark: the second line is the same', async () => {
    const image = imageOf(await confirmImages(context, newId(), 1))
    const token = await takeClaim(context, image)
    await everythingIsMarked()
    clock.advance(700)
    events.length = 0
    await settleImage(dyingBeforeMark(), settlementOf(image, token))
    const lines = [...events]
    expect(lines).toHaveLength(1)
    expect(await whatIsFoundLater()).toEqual(lines)
    expect(await whatIsFoundLater()).toEqual([])
  })

  test('and its images were requested again since: each phase has its line, with a duration of its own', async () => {
    const run = await confirmImages(context, newId(), 1)
    const image = imageOf(run)
    await everythingIsMarked()
    const settle = async (as: Context) =>
      await settleImage(as, settlementOf(image, await takeClaim(context, image), rejected))
    clock.advance(300)
    await expect(settle(dyingAt('imagePhaseCompleted'))).rejects.toThrow('dies here')
    clock.advance(60_000)
    events.length = 0

    await retryImages(context, { storefront_id: run.storefront_id, run_id: run.run_id })
    clock.advance(500)
    await settle(context)

    const line = { run_id: run.run_id, fetched: 0, rejected: 1, failed: 0 }
    expect(events).toEqual([
      { name: 'imagePhaseCompleted', fields: { ...line, duration_ms: 300 } },
      { name: 'imagePhaseCompleted', fields: { ...line, duration_ms: 500 } },
    ])
    await everythingIsMarked()
    expect(await whatIsFoundLater()).toEqual([])
  })
})
