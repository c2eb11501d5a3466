import { describe, expect, test } from '@jest/globals'
import * as fc from 'fast-check'
import { claimLifetimeMs } from '@catalog/contracts'
import { planOfNew } from '@catalog/preview/testing'
import { lockStorefront } from '../../catalog/storefront-locks.sql.ts'
import { claimImage } from '../../images/claim-image.ts'
import { retryImages } from '../../images/retry-images.ts'
import { unknown } from '../../runs/slowness.ts'
import { tryClaim } from '../../runs/write-run-images.sql.ts'
import { storeDraft } from '../../testing/stored-drafts.ts'
import { confirmImages, imageOf, takeClaim } from '../../testing/stored-runs.ts'
import { fillStorefront } from '../../testing/fill-storefront.ts'
import { untilBlocked } from '../../testing/until-blocked.ts'
import { useTestContext } from '../../testing/use-test-context.ts'
import { eraseStorefront, NotErased } from './erase-storefront.ts'
import type { ErasureContext } from './erase-storefront.ts'
import { findStorefrontTables, lockTable, storefrontTables } from './erasure.sql.ts'

const service = await useTestContext()
const { context, database, clock } = service

/** Longer than the time for which an earlier attempt at an image may still store objects. */
const quietMs = 10 * 60_000
const neighbour = 'ab'

interface Erasure extends ErasureContext {
  /** By storefront, the number of objects that are left. */
  objects: Map<string, number>
  waits: number[]
}

function erasureOf(objects: Record<string, number> = {}): Erasure {
  const left = new Map(Object.entries(objects))
  const waits: number[] = []
  return {
    database,
    async eraseObjects(storefrontId) {
      const some = Math.min(left.get(storefrontId) ?? 0, 2)
      left.set(storefrontId, (left.get(storefrontId) ?? 0) - some)
      return some
    },
    now: () => clock.time,
    wait: async (ms) => waits.push(ms),
    report: () => {},
    batchLimit: 3,
    objects: left,
    waits,
  }
}

/** Stores rows in every table. */
async function fill(storefrontId: string) {
  await database.raw(
    `insert into storefront_moves (storefront_id, move_id, state, started_at)
     values (?, gen_random_uuid(), 'arrived', now()) on conflict do nothing`,
    [storefrontId],
  )
  const run = await fillStorefront(service, storefrontId)
  // As a process leaves it that died during an apply.
  await database.raw('update import_drafts set applies = array[gen_random_uuid()] where storefront_id = ?', [
    storefrontId,
  ])
  return run
}

async function tablesOf(): Promise<string[]> {
  return await findStorefrontTables(database)
}

/** By table, all rows of the storefront as text. */
async function rowsOf(storefrontId: string): Promise<Record<string, string[]>> {
  const rows: Record<string, string[]> = {}
  for (const table of await tablesOf()) {
    const found = await database.raw<{ rows: { row: string }[] }>(
      `select t::text as row from ${table} t where storefront_id = ? order by 1`,
      [storefrontId],
    )
    rows[table] = found.rows.map(({ row }) => row)
  }
  return rows
}

async function expectErased(storefrontId: string): Promise<void> {
  const rowsLeft = (await tablesOf()).map(
    (table) => `select '${table}' as table from ${table} where storefront_id = :storefrontId`,
  )
  const { rows } = await database.raw<{ rows: unknown[] }>(rowsLeft.join(' union all '), {
    storefrontId,
  })
  expect(rows).toEqual([])
}

async function reasonOf(erasing: Promise<unknown>): Promise<string> {
  const error = await erasing.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(NotErased)
  return error instanceof NotErased ? error.message : ''
}

test('every row and object of the storefront is deleted, counted by table, and none of another', async () => {
  await fill('a')
  await fill(neighbour)
  clock.advance(quietMs)
  const before = await rowsOf(neighbour)
  const filled = Object.entries(await rowsOf('a')).filter(([, rows]) => rows.length > 0)
  expect(filled.map(([table]) => table)).toEqual(await tablesOf())

  const erasure = erasureOf({ a: 5, [neighbour]: 5 })
  expect(await eraseStorefront(erasure, 'a')).toEqual({
    rows: Object.fromEntries(filled.map(([table, rows]) => [table, rows.length])),
    objects: 5,
  })
  await expectErased('a')
  expect(await rowsOf(neighbour)).toEqual(before)
  expect(erasure.objects.get(neighbour)).toBe(5)
  // A second erasure finds nothing to delete.
  expect(await eraseStorefront(erasure, 'a')).toEqual({ rows: {}, objects: 0 })
  await expectErased('a')
})

test('it knows every table of this release', async () => {
  const known = new Set([...storefrontTables, lockTable].map(({ name }) => name))
  expect((await tablesOf()).filter((table) => !known.has(table))).toEqual([])
})

test('a storefront that was erased is a new one: it can import again', async () => {
  await fill('returning')
  clock.advance(quietMs)
  await eraseStorefront(erasureOf(), 'returning')
  const run = await confirmImages(context, 'returning', 1)
  expect(run).toMatchObject({ added: 1, image_counts: { pending: 1 } })
})

describe('it refuses, with nothing deleted,', () => {
  test('while a worker has an image in hand; until its claim has run out', async () => {
    const run = await fill('claimed')
    clock.advance(quietMs)
    await takeClaim(context, imageOf(run, 2))
    const before = await rowsOf('claimed')
    expect(await reasonOf(eraseStorefront(erasureOf(), 'claimed'))).toMatch(
      /^Nothing was deleted: a worker has an image .* until 20\d\d-.* Run this again once /,
    )
    expect(await rowsOf('claimed')).toEqual(before)
    clock.advance(claimLifetimeMs)
    await eraseStorefront(erasureOf(), 'claimed')
    await expectErased('claimed')
  })

  test('where a claim is granted while it looks for one', async () => {
    const run = await fill('claiming')
    clock.advance(quietMs)
    const { image_id: imageId, run_id: runId } = imageOf(run, 2)
    const key = { storefrontId: 'claiming', runId, imageId }
    const time = clock.time
    const claim = {
      token: imageId,
      expiresAt: new Date(time.getTime() + claimLifetimeMs),
      now: time,
      maxSlowness: unknown,
    }
    let reason: Promise<string> | undefined
    await database.transaction(async (transaction) => {
      expect(await tryClaim(transaction, key, claim)).toBeDefined()
      reason = reasonOf(eraseStorefront(erasureOf(), 'claiming'))
      await untilBlocked(database, 'delete from run_images')
    })
    expect(await reason).toMatch(/^Nothing was deleted: a worker has an image/)
    expect((await rowsOf('claiming'))['run_images']).toHaveLength(3)
  })

  test.each(['first', 'second'])('while the %s import is being applied', async (which) => {
    const storefrontId = `applying-${which}`
    if (which === 'second') await fill(storefrontId)
    const before = await rowsOf(storefrontId)
    await database.transaction(async (transaction) => {
      await lockStorefront(transaction, storefrontId, clock.time)
      expect(await reasonOf(eraseStorefront(erasureOf(), storefrontId))).toMatch(/is being applied/)
      expect(await rowsOf(storefrontId)).toEqual(before)
    })
  })

  test('where the storefront has moved to an installation that serves the same objects', async () => {
    await fill('moved')
    clock.advance(quietMs)
    await database.raw(
      `update storefront_moves set state = 'moved', shares_objects = true where storefront_id = 'moved'`,
    )
    const before = await rowsOf('moved')
    const erasure = erasureOf({ moved: 5 })
    expect(await reasonOf(eraseStorefront(erasure, 'moved'))).toMatch(
      /^Nothing was deleted: the storefront has moved to another installation with the same bucket/,
    )
    expect([await rowsOf('moved'), erasure.objects.get('moved')]).toEqual([before, 5])
    await database.raw(`update storefront_moves set shares_objects = false where storefront_id = 'moved'`)
    await eraseStorefront(erasure, 'moved')
    await expectErased('moved')
  })

  test('where a table that it does not know has rows of the storefront', async () => {
    await fill('unknown')
    clock.advance(quietMs)
    await database.raw('create table "Kept later" (storefront_id text, secret text)')
    try {
      await database.raw(`insert into "Kept later" values ('unknown', 'x'), ('${neighbour}', 'y')`)
      const before = await rowsOf('unknown')
      expect(await reasonOf(eraseStorefront(erasureOf(), 'unknown'))).toMatch(
        /^Nothing was deleted: this command does not know 1 in "Kept later"\./,
      )
      expect(await rowsOf('unknown')).toEqual(before)
      await database.raw(`delete from "Kept later" where storefront_id = 'unknown'`)
      await eraseStorefront(erasureOf(), 'unknown')
      await expectErased('unknown')
    } finally {
      await database.raw('drop table "Kept later"')
    }
  })
})

test('a worker that comes with an image of an erased storefront has nothing to do', async () => {
  const run = await fill('gone')
  clock.advance(quietMs)
  await eraseStorefront(erasureOf(), 'gone')
  expect(await claimImage(context, imageOf(run, 2))).toEqual({ result: 'settled' })
})

test('it does not end where images are requested again meanwhile, and a worker takes one', async () => {
  const run = await fill('retrying')
  clock.advance(quietMs)
  let reason: Promise<string> | undefined
  await database.transaction(async (transaction) => {
    await transaction.raw(`select from cancelled_drafts where storefront_id = 'retrying' for update`)
    reason = reasonOf(eraseStorefront(erasureOf(), 'retrying'))
    await untilBlocked(database, 'delete from cancelled_drafts')
    await retryImages(context, { storefront_id: 'retrying', run_id: run.run_id })
    await takeClaim(context, imageOf(run, 1))
  })
  expect(await reason).toMatch(/a part of it is deleted: a worker has an image/)
  clock.advance(claimLifetimeMs)
  await eraseStorefront(erasureOf(), 'retrying')
  await expectErased('retrying')
})

test('it says so where the storefront is used meanwhile', async () => {
  await fill('used')
  clock.advance(quietMs)
  const erasure = erasureOf({ used: 1 })
  const { eraseObjects } = erasure
  const inUse = {
    ...erasure,
    async eraseObjects(storefrontId: string) {
      const deleted = await eraseObjects(storefrontId)
      if (deleted > 0) await storeDraft(context, storefrontId, planOfNew(1))
      return deleted
    },
  }
  expect(await reasonOf(eraseStorefront(inUse, 'used'))).toMatch(
    /^There are rows again: 1 in import_drafts.*\. The storefront is in use: /,
  )
  await eraseStorefront(erasure, 'used')
  await expectErased('used')
})

describe('objects are deleted once no attempt at an image can store one any more:', () => {
  test('after a wait, where one was made a moment ago', async () => {
    await fill('busy')
    clock.advance(10_000)
    const erasure = erasureOf({ busy: 1 })
    await eraseStorefront(erasure, 'busy')
    expect(erasure.waits).toEqual([claimLifetimeMs + 20_000])
  })

  test('after a wait, where an erasure was killed a moment ago', async () => {
    await fill('killed')
    clock.advance(quietMs)
    const erasure = erasureOf()
    const stopped = { ...erasure, eraseObjects: () => Promise.reject(new Error('killed')) }
    await expect(eraseStorefront(stopped, 'killed')).rejects.toThrow('killed')
    expect(erasure.waits).toEqual([])
    await eraseStorefront(erasure, 'killed')
    expect(erasure.waits).toHaveLength(1)
  })

  test('at once, where the last one is long ago', async () => {
    await fill('quiet')
    clock.advance(quietMs)
    // The pending image counts as never tried: an attempt at an unknown time would cause a wait.
    await database.raw(`update run_images set attempts = 0 where storefront_id = 'quiet'`)
    const erasure = erasureOf({ quiet: 1 })
    await eraseStorefront(erasure, 'quiet')
    expect(erasure.waits).toEqual([])
  })
})

test('killed at any statement and any request, and run again, it ends with nothing left and nothing of another touched', async () => {
  await fill('a')
  await fill(neighbour)
  clock.advance(quietMs)
  const kept = await rowsOf(neighbour)
  await using copied = await copyRows('a')
  const objects = { a: 3, [neighbour]: 3 }
  const steps = await killedAt(Infinity, erasureOf(objects))
  expect(steps).toBeGreaterThan(60)

  const killAndErase = async (step: number) => {
    await copied.restore()
    const erasure = erasureOf(objects)
    await killedAt(step, erasure)
    await eraseStorefront(erasure, 'a')
    await expectErased('a')
    expect([...erasure.objects]).toEqual([
      ['a', 0],
      [neighbour, 3],
    ])
  }
  const someStep = fc.integer({ min: 1, max: steps })
  await fc.assert(fc.asyncProperty(someStep, killAndErase), { numRuns: 12, endOnFailure: true })
  expect(await rowsOf(neighbour)).toEqual(kept)
})

/**
 * Erases until the statement or request number `at`: a statement is not executed, a request is, and its answer is lost.
 * Returns the number of statements and requests.
 */
async function killedAt(at: number, erasure: Erasure): Promise<number> {
  let step = 0
  const kill = () => {
    step += 1
    if (step === at) throw new Error('killed')
  }
  const { eraseObjects } = erasure
  const killing = async (storefrontId: string) => {
    const deleted = await eraseObjects(storefrontId)
    kill()
    return deleted
  }
  database.on('query', kill)
  const erasing = eraseStorefront({ ...erasure, eraseObjects: killing }, 'a')
  if (at === Infinity) await erasing
  else await expect(erasing).rejects.toThrow('killed')
  database.off('query', kill)
  return step
}

/** Copies the storefront's rows, so that they can be restored. */
async function copyRows(storefrontId: string): Promise<AsyncDisposable & { restore(): Promise<void> }> {
  const parentsFirst = storefrontTables.map(({ name }) => name).toReversed()
  const tables = [...parentsFirst, lockTable.name]
  for (const table of tables)
    await database.raw(`create table copies_of_${table} as select * from ${table} where false`)
  for (const table of tables) {
    await database.raw(`alter table copies_of_${table} rename column storefront_id to of_storefront`)
    await database.raw(`insert into copies_of_${table} select * from ${table} where storefront_id = ?`, [
      storefrontId,
    ])
  }
  return {
    async restore() {
      await database.raw(
        tables.map((table) => `insert into ${table} select * from copies_of_${table}`).join(';\n'),
      )
    },
    async [Symbol.asyncDispose]() {
      for (const table of tables) await database.raw(`drop table copies_of_${table}`)
    },
  }
}
