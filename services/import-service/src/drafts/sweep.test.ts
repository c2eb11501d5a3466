import { expect, test } from '@jest/globals'
import { planOfNew } from '@catalog/preview/testing'
import { change, query } from '../postgres/database.ts'
import { countStatements } from '../testing/sent-statements.ts'
import { storeDraft } from '../testing/stored-drafts.ts'
import { untilBlocked } from '../testing/until-blocked.ts'
import { useTestContext } from '../testing/use-test-context.ts'
import { findDraft, lockDraft, wasCancelled } from './drafts.sql.ts'
import { rememberCancelled } from './write-drafts.sql.ts'
import { claimKey } from './idempotency-keys.sql.ts'
import { createSweep, sweepSome } from './sweep.ts'

const { context, database, clock } = await useTestContext()

const draftId = '0195d0c0-0000-7000-8000-000000000001'

/** Stores and cancels a draft in the past, one for each storefront. */
async function cancelInPast(...storefronts: string[]): Promise<void> {
  for (const storefrontId of storefronts) {
    await database.transaction((transaction) =>
      rememberCancelled(transaction, { storefrontId, draftId, expiresAt: clock.time }),
    )
  }
}

async function remembered(storefronts: string[]): Promise<boolean[]> {
  return await Promise.all(
    storefronts.map((storefrontId) => wasCancelled(database, { storefrontId, draftId })),
  )
}

test('deletes what has expired, of every storefront, and nothing else', async () => {
  await cancelInPast('a', 'b')
  const claim = async (storefrontId: string, at: Date) =>
    await database.transaction((transaction) =>
      claimKey(
        transaction,
        { storefrontId, endpoint: 'create-draft', key: 'one' },
        { draftId, fingerprint: '', answer: null },
        at,
      ),
    )
  const yesterday = new Date(clock.time.getTime() - 25 * 60 * 60_000)
  await claim('a', yesterday)
  await claim('b', yesterday)
  await claim('c', clock.time)

  await context.sweep()

  expect(await remembered(['a', 'b'])).toEqual([false, false])
  expect(await query(database)`select storefront_id from idempotency_keys`).toEqual([{ storefront_id: 'c' }])
})

test('that fails does not fail the upload, and a later upload repeats it', async () => {
  await cancelInPast('a')
  await change(database)`alter table idempotency_keys rename to unreachable`
  await context.sweep()
  await change(database)`alter table import_drafts rename to gone`
  await cancelInPast('b')
  await context.sweep()
  expect(await remembered(['a', 'b'])).toEqual([false, true])
  await change(database)`alter table gone rename to import_drafts`
  await change(database)`alter table unreachable rename to idempotency_keys`
  await context.sweep()
  expect(await remembered(['b'])).toEqual([false])
})

test('leaves a draft alone that a confirm has locked, and waits for nobody', async () => {
  const locked = await storeDraft(context, 'a', planOfNew(1))
  const other = await storeDraft(context, 'a', planOfNew(1))
  clock.advance(61 * 60_000)
  await database.transaction(async (transaction) => {
    await lockDraft(transaction, locked)
    await sweepSome(database, clock.time)
  })
  expect(await findDraft(database, locked)).toMatchObject({ draftId: locked.draftId })
  expect(await findDraft(database, other)).toBeUndefined()
  await sweepSome(database, clock.time)
  expect(await findDraft(database, locked)).toBeUndefined()
})

test('that hangs does not hold up the upload, and is not begun a second time', async () => {
  const sweep = createSweep(context, 1)
  await cancelInPast('a')
  await database.transaction(async (transaction) => {
    await change(transaction)`lock table cancelled_drafts in access exclusive mode`
    await sweep()
    // Not by the transaction, which would not see a connection that is opened after its first look.
    await untilBlocked(database)
    expect(await countStatements(database, sweep)).toBe(0)
  })
  await createSweep(context, 60_000)()
  expect(await remembered(['a'])).toEqual([false])
})
