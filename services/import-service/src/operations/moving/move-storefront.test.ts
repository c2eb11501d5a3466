import { Readable } from 'node:stream'
import { describe, expect, test } from '@jest/globals'
import type { Knex } from 'knex'
import * as fc from 'fast-check'
import { v7 as newId } from 'uuid'
import type { Run } from '@catalog/contracts'
import { planOf, planOfNew, plannedVariant } from '@catalog/preview/testing'
import { waitFor } from '../../../../../test/support/wait-for.ts'
import { findMove, requireNotMoving, requireServedHere } from '../../catalog/storefront-moves.sql.ts'
import { cancelDraft } from '../../drafts/cancel-draft.ts'
import { createDraft } from '../../drafts/create-draft.ts'
import { eraseStorefront, NotErased } from '../erasure/erase-storefront.ts'
import { lockTable, storefrontTables } from '../erasure/erasure.sql.ts'
import { claimImage } from '../../images/claim-image.ts'
import { countPendingImages } from '../../images/pending-total.sql.ts'
import { requestDueImages } from '../../images/dispatcher.ts'
import { retryImages } from '../../images/retry-images.ts'
import { settleImage } from '../../images/settle-image.ts'
import { deleteMapping } from '../../mappings/delete-mapping.ts'
import { confirmDraft } from '../../runs/confirm-draft.ts'
import { getRun } from '../../runs/get-run.ts'
import { fillStorefront, readStorefront } from '../../testing/fill-storefront.ts'
import { inputOf, storeDraft } from '../../testing/stored-drafts.ts'
import { confirmImages, imageOf, runsOf, settlementOf, takeClaim } from '../../testing/stored-runs.ts'
import { connectDatabase } from '../../postgres/database.ts'
import { createTestContext, patience } from '../../testing/test-context.ts'
import type { TestContext } from '../../testing/test-context.ts'
import { useTestContext } from '../../testing/use-test-context.ts'
import { NotMoved } from './move-context.ts'
import { abortMove, moveStorefront } from './move-storefront.ts'
import { findTables } from './tables.sql.ts'
import { installationOf, moveOf, storeObjects } from './testing/installations.ts'
import type { Installation, Move } from './testing/installations.ts'

const one = await useTestContext()
const other = await useTestContext()

const neighbour = 'neighbour'

interface Filled {
  move: Move
  run: Run
}

/** A storefront in the first installation with rows in every table, and objects. */
async function fill(storefrontId: string): Promise<Filled> {
  const run = await fillStorefront(one, storefrontId)
  const move = moveOf(installationOf(one, storefrontId), installationOf(other, storefrontId))
  await storeObjects(move.source, imageOf(run, 0).image_id, 'a picture')
  await storeObjects(move.source, newId(), 'one that no run knows any more', ['card'])
  return { move, run }
}

/** The storefront's rows without the columns that a move changes: holds, and what is specific to an installation. */
async function contentOf(service: TestContext, storefrontId: string): Promise<Record<string, object[]>> {
  const { storefront_moves: _, ...tables } = await readStorefront(service, storefrontId)
  const changed: Record<string, string[]> = {
    run_images: ['request_at', 'requested_at', 'requests', 'claim_token', 'claim_expires_at'],
    import_runs: ['images_counted', 'images_moved', 'completion_unreported', 'apply_unreported'],
  }
  return Object.fromEntries(
    Object.entries(tables).map(([table, rows]): [string, object[]] => [
      table,
      rows.map((text) => {
        const row: Record<string, unknown> = JSON.parse(text)
        const isSettled = table === 'run_images' && row.outcome !== 'pending'
        for (const column of isSettled ? [] : (changed[table] ?? [])) delete row[column]
        return row
      }),
    ]),
  )
}

function bytesOf({ stored }: Move['source']): Record<string, string> {
  return Object.fromEntries([...stored].map(([key, { bytes }]) => [key, String(bytes)]))
}

async function reasonOf(moving: Promise<unknown>): Promise<string> {
  const error = await moving.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (error instanceof NotMoved) return error.message
  throw error ?? new Error('it was moved')
}

const unavailable = { code: 'unavailable', retryAfterS: 1 }

test('every row and object of the storefront goes to the target, none of another, and its images go on there', async () => {
  const { move, run } = await fill('shop')
  await fillStorefront(one, neighbour)
  const [rows, objects, ofNeighbour] = [
    await contentOf(one, 'shop'),
    bytesOf(move.source),
    await readStorefront(one, neighbour),
  ]
  const claimed = imageOf(run, 2)
  const token = await takeClaim(one.context, claimed)

  await moveStorefront(move, 'shop')
  expect(await contentOf(other, 'shop')).toEqual(rows)
  expect(bytesOf(move.target)).toEqual(objects)
  expect(Object.keys(await readStorefront(one, 'shop'))).toEqual(['storefront_moves'])
  expect(bytesOf(move.source)).toEqual({})
  expect(await readStorefront(one, neighbour)).toEqual(ofNeighbour)
  expect(await countPendingImages(one.database)).toMatchObject({ pending: 1 })
  expect(await countPendingImages(other.database)).toMatchObject({ pending: 1, waiting: 1 })

  await expect(requireServedHere(one.database, 'shop', undefined)).rejects.toMatchObject(unavailable)
  await requireServedHere(other.database, 'shop', undefined)
  expect(await settleImage(one.context, settlementOf(claimed, token))).toEqual({ result: 'stale' })
  const requests: unknown[] = []
  const publish = async (some: unknown[]) => void requests.push(...some)
  // Uses the databases' time instead of the test's clock.
  const dispatcher = { database: other.database, now: () => new Date(), publish }
  expect(await requestDueImages(dispatcher)).toBe(1)
  expect(requests).toMatchObject([{ payload: claimed }])
  await settleImage(other.context, settlementOf(claimed, await takeClaim(other.context, claimed)))
  expect(await getRun(other.context, { storefront_id: 'shop', run_id: run.run_id })).toMatchObject({
    status: 'completed',
    image_counts: { fetched: 2, rejected: 1 },
  })
  // A second run has nothing to do.
  await moveStorefront(move, 'shop')
  // Moves it back.
  await moveStorefront(moveOf(move.target, move.source), 'shop')
  expect(bytesOf(move.source)).toEqual(objects)
  await expect(requireServedHere(other.database, 'shop', undefined)).rejects.toMatchObject(unavailable)
})

test('while it is frozen nothing is written and everything is read; at the target nobody is served until it has all', async () => {
  const { move, run } = await fill('frozen')
  const { context } = one
  const draft = inputOf(await storeDraft(context, 'frozen', planOfNew(1)))
  const seen: unknown[] = []
  const { list } = move.source.objects
  // Runs before the storefront is frozen.
  move.source.objects.list = async (after) => {
    await expect(requireServedHere(other.database, 'frozen', undefined)).rejects.toMatchObject(unavailable)
    await requireServedHere(one.database, 'frozen', undefined)
    return await list(after)
  }
  move.onSwitch = async () => {
    const { storefront_id } = draft
    const ofRun = { storefront_id, run_id: run.run_id }
    await expect(confirmDraft(context, draft)).rejects.toMatchObject(unavailable)
    const again = { storefront_id, draft_id: run.draft_id }
    await expect(confirmDraft(context, again)).rejects.toMatchObject(unavailable)
    await expect(cancelDraft(context, draft)).rejects.toMatchObject(unavailable)
    const upload = createDraft(
      context,
      { storefront_id },
      Readable.from([Buffer.from('handle,title\na,A\n')]),
    )
    await expect(upload).rejects.toMatchObject(unavailable)
    await expect(retryImages(context, ofRun)).rejects.toMatchObject(unavailable)
    await expect(deleteMapping(context, { storefront_id, mapping_id: newId() })).rejects.toMatchObject(
      unavailable,
    )
    expect(await claimImage(context, imageOf(run, 2))).toEqual({ result: 'settled' })
    await requireServedHere(one.database, storefront_id, undefined)
    seen.push((await runsOf(context, storefront_id)).length)
    // The target already serves the storefront.
    expect(await confirmDraft(other.context, draft)).toMatchObject({ created: true })
  }
  await moveStorefront(move, 'frozen')
  expect(seen).toEqual([2])
  expect(await runsOf(other.context, 'frozen')).toHaveLength(3)
})

test('what is being written when writes are to wait is waited for, and moves along', async () => {
  const { move } = await fill('written')
  const { draftId } = await storeDraft(one.context, 'written', planOfNew(1))
  let moving: Promise<void> | undefined
  await one.database.transaction(async (transaction: Knex.Transaction) => {
    // The transaction may have begun before or after the move.
    await requireNotMoving(transaction, 'written')
    moving = moveStorefront(move, 'written')
    await waitFor('the move to wait', () => move.steps.includes('waits for transactions that began before'))
    await transaction('import_drafts')
      .where({ storefront_id: 'written', draft_id: draftId })
      .update({ adds: 77 })
  })
  await moving
  const drafts = await other.database('import_drafts').where({ storefront_id: 'written', draft_id: draftId })
  expect(drafts).toMatchObject([{ adds: 77 }])
})

test('what changes while rows are copied is moved as it is in the end', async () => {
  const { move, run } = await fill('changing')
  const plan = planOfNew(3, { images: 1 })
  await confirmDraft(one.context, inputOf(await storeDraft(one.context, 'changing', plan)))
  await one.idle()
  const { report } = move
  move.report = (step) => {
    if (step === 'writes wait') throw new Error('killed')
  }
  await expect(moveStorefront(move, 'changing')).rejects.toThrow('killed')
  move.report = report
  // The state after being killed a moment earlier, with everything copied.
  await one.database('storefront_moves').where({ storefront_id: 'changing' }).update({ state: 'copying' })

  // Two variants exchange their SKUs, and a product, a draft, a mapping, an image and a run change.
  const [first, second] = plan.variants.adds
  if (first === undefined || second === undefined) throw new Error('a plan has variants')
  await one.database('variants').where({ variant_id: first.variantId }).update({ sku: 'passing' })
  await one.database('variants').where({ variant_id: second.variantId }).update({ sku: first.sku })
  await one.database('variants').where({ variant_id: first.variantId }).update({ sku: second.sku })
  await one.database('products').where({ storefront_id: 'changing' }).update({ version: 9, title: 'Later' })
  await one.database('import_drafts').where({ storefront_id: 'changing' }).delete()
  await one.database('column_mappings').where({ storefront_id: 'changing' }).update({ mapping_id: newId() })
  await settleImage(one.context, settlementOf(imageOf(run, 2), await takeClaim(one.context, imageOf(run, 2))))
  await confirmImages(one.context, 'changing', 2)
  const rows = await contentOf(one, 'changing')
  await moveStorefront(move, 'changing')
  expect(await contentOf(other, 'changing')).toEqual(rows)
})

test('an image that is fetched again while the move is under way arrives as it is now', async () => {
  const { move, run } = await fill('fetched')
  const image = imageOf(run, 0)
  const { read } = move.source.objects
  let reads = 0
  move.source.objects.read = async (object) => {
    const found = await read(object)
    reads += 1
    if (reads === 3) {
      // The image has been copied once by now.
      move.source.objects.read = read
      await storeObjects(move.source, image.image_id, 'another picture')
      await one
        .database('run_images')
        .where({ storefront_id: 'fetched', image_id: image.image_id })
        .update({ settled_at: new Date() })
    }
    return found
  }
  await moveStorefront(move, 'fetched')
  expect(bytesOf(move.target)).toMatchObject({
    [`fetched/${image.image_id}/original.webp`]: 'another picture',
    [`fetched/${image.image_id}/thumb.webp`]: 'another picture',
  })
})

test('objects that both installations keep in one place are never deleted', async () => {
  const { move, run } = await fill('sharing')
  const shared = moveOf(move.source, installationOf(other, 'sharing', move.source.stored))
  const objects = bytesOf(move.source)
  await moveStorefront(shared, 'sharing')
  expect(bytesOf(move.source)).toEqual(objects)
  expect(await findMove(one.database, 'sharing')).toMatchObject({ sharesObjects: true })

  // Also if its first objects are stored during the move.
  const later = await confirmImages(one.context, 'sharing-later', 1)
  const from = installationOf(one, 'sharing-later')
  const late = moveOf(from, installationOf(other, 'sharing-later', from.stored))
  late.report = () => {}
  const { list } = from.objects
  from.objects.list = async (after) => {
    const keys = await list(after)
    from.objects.list = list
    await storeObjects(from, imageOf(later).image_id, 'late')
    const token = await takeClaim(one.context, imageOf(later))
    await settleImage(one.context, settlementOf(imageOf(later), token))
    await one
      .database('run_images')
      .where({ storefront_id: 'sharing-later' })
      .update({ settled_at: new Date() })
    await one
      .database('import_runs')
      .where({ storefront_id: 'sharing-later' })
      .update({ completion_unreported: false })
    return keys
  }
  await moveStorefront(late, 'sharing-later')
  expect(Object.values(bytesOf(from))).toEqual(['late', 'late'])
  expect(run.run_id).toBeDefined()
})

describe('it refuses, with nothing changed,', () => {
  test('what the source does not have', async () => {
    const move = moveOf(installationOf(one, 'nobody'), installationOf(other, 'nobody'))
    expect(await reasonOf(moveStorefront(move, 'nobody'))).toMatch(/has nothing of this storefront/)
    expect(await findMove(one.database, 'nobody')).toBeUndefined()
  })

  test('where the target has the storefront', async () => {
    const { move } = await fill('both')
    await storeDraft(other.context, 'both', planOfNew(1))
    expect(await reasonOf(moveStorefront(move, 'both'))).toMatch(/The target has rows of this storefront/)
    expect(await findMove(one.database, 'both')).toBeUndefined()
  })

  test('where both are one database', async () => {
    const { move } = await fill('same')
    const toItself = moveOf(move.source, move.source)
    expect(await reasonOf(moveStorefront(toItself, 'same'))).toMatch(/or is the same database/)
    move.report = () => {
      throw new Error('killed')
    }
    await expect(moveStorefront(move, 'same')).rejects.toThrow('killed')
    expect(await reasonOf(moveStorefront(toItself, 'same'))).toMatch(/are one database/)
  })

  test('where the schemas differ', async () => {
    const { move } = await fill('schemas')
    await other.database.raw(`insert into schema_migrations (name, batch) values ('999-later', 1)`)
    try {
      expect(await reasonOf(moveStorefront(move, 'schemas'))).toMatch(/schemas .* are not the same/)
    } finally {
      await other.database.raw(`delete from schema_migrations where name = '999-later'`)
    }
    expect(await findMove(one.database, 'schemas')).toBeUndefined()
  })

  test('where the target has objects of its own', async () => {
    const { move, run } = await fill('objects')
    await storeObjects(move.target, imageOf(run, 0).image_id, 'of another')
    expect(await reasonOf(moveStorefront(move, 'objects'))).toMatch(
      /The target has objects of this storefront/,
    )
    await abortMove(move, 'objects')
    expect(Object.values(bytesOf(move.target))).toEqual(['of another', 'of another'])
  })

  test('another target than that with which the move began', async () => {
    const { move } = await fill('third')
    move.onSwitch = () => Promise.reject(new Error('killed'))
    await expect(moveStorefront(move, 'third')).rejects.toThrow('killed')
    await using third = await createTestContext()
    const elsewhere = moveOf(move.source, installationOf(third, 'third'))
    expect(await reasonOf(moveStorefront(elsewhere, 'third'))).toMatch(
      /is being moved to another installation/,
    )
  })

  test('to erase a storefront that is being moved', async () => {
    const { move } = await fill('erased')
    move.onSwitch = () => Promise.reject(new Error('killed'))
    await expect(moveStorefront(move, 'erased')).rejects.toThrow('killed')
    const erasure = {
      database: one.database,
      eraseObjects: () => Promise.resolve(0),
      now: () => new Date(),
      wait: () => Promise.resolve(),
      report: () => {},
    }
    await expect(eraseStorefront(erasure, 'erased')).rejects.toThrow(NotErased)
  })
})

describe('an abort', () => {
  test.each(['copying', 'writes wait'])('puts everything back after %j', async (step) => {
    const storefrontId = `aborted-${step.length}`
    const { move, run } = await fill(storefrontId)
    const [rows, objects] = [await contentOf(one, storefrontId), bytesOf(move.source)]
    const { report } = move
    move.report = (reached) => {
      if (reached === step) throw new Error('killed')
    }
    await expect(moveStorefront(move, storefrontId)).rejects.toThrow('killed')
    move.report = report
    await abortMove(move, storefrontId)
    expect(await contentOf(one, storefrontId)).toEqual(rows)
    expect(bytesOf(move.source)).toEqual(objects)
    expect([await readStorefront(other, storefrontId), bytesOf(move.target)]).toEqual([{}, {}])
    expect(await findMove(one.database, storefrontId)).toBeUndefined()
    one.clock.time = new Date()
    expect(await claimImage(one.context, imageOf(run, 2))).toMatchObject({ result: 'granted', attempt: 1 })
    expect(await reasonOf(abortMove(move, storefrontId))).toMatch(/is not being moved/)
  })

  test('is refused once the target may serve', async () => {
    const { move } = await fill('switched')
    move.onSwitch = () => Promise.reject(new Error('killed'))
    await expect(moveStorefront(move, 'switched')).rejects.toThrow('killed')
    expect(await reasonOf(abortMove(move, 'switched'))).toMatch(/is at the target already/)
    move.onSwitch = () => Promise.resolve()
    await moveStorefront(move, 'switched')
  })
})

test('of two runs of the command, the one that began first writes nothing more', async () => {
  const { move } = await fill('twice')
  const rows = await contentOf(one, 'twice')
  const second = moveOf(move.source, move.target)
  const { report } = move
  let taken = false
  const { list } = move.source.objects
  move.source.objects.list = async (after) => {
    if (!taken) {
      taken = true
      await moveStorefront(second, 'twice')
    }
    return await list(after)
  }
  move.report = report
  expect(await reasonOf(moveStorefront(move, 'twice'))).toMatch(/Another run of this command/)
  expect(await contentOf(other, 'twice')).toEqual(rows)
})

test('killed at any statement and any request, and run again, it ends with all of it at the target', async () => {
  const { move } = await fill('killed')
  const [rows, objects] = [await contentOf(one, 'killed'), bytesOf(move.source)]
  const steps = await killedAt(Infinity, move)
  expect(steps).toBeGreaterThan(150)
  // Moves there and back.
  let [from, to] = [move.target, move.source]
  const killAndMove = async (step: number) => {
    const next = moveOf(from, to)
    await killedAt(step, next)
    await killedAt(Infinity, next)
    expect(await contentOf(to.service, 'killed')).toEqual(rows)
    expect(bytesOf(to)).toEqual(objects)
    expect(Object.keys(await readStorefront(from.service, 'killed'))).toEqual(['storefront_moves'])
    expect(bytesOf(from)).toEqual({})
    ;[from, to] = [to, from]
  }
  const someStep = fc.integer({ min: 1, max: steps })
  await fc.assert(fc.asyncProperty(someStep, killAndMove), { numRuns: 6, endOnFailure: true })
})

/**
 * Moves until the statement or request number `at`, which is executed but whose answer is lost. Leaves no connection
 * open, like a killed process. Returns the number of statements and requests.
 */
async function killedAt(at: number, move: Move): Promise<number> {
  let step = 0
  const kill = () => {
    step += 1
    if (step >= at) throw new Error('killed')
  }
  await using undone = new AsyncDisposableStack()
  const sideOf = ({ service, objects }: Installation) => {
    const { database } = undone.use(connectDatabase(service.url, { ...patience, maxConnections: 2 }))
    database.on('query', kill)
    const killing = <Args extends unknown[], Answer>(ask: (...args: Args) => Promise<Answer>) => {
      return async (...args: Args) => {
        const answer = await ask(...args)
        kill()
        return answer
      }
    }
    const { list, read, store, erase } = objects
    return {
      database,
      objects: { list: killing(list), read: killing(read), store: killing(store), erase: killing(erase) },
    }
  }
  const moving = moveStorefront(
    { ...move, source: sideOf(move.source), target: sideOf(move.target), switchRequests: async () => kill() },
    'killed',
  )
  if (at === Infinity) await moving
  else await expect(moving).rejects.toThrow('killed')
  return at === Infinity ? step : at
}

test('it moves every table that a storefront has rows in, also one of a later release', async () => {
  const tables = await findTables(one.database)
  const erased = [...storefrontTables, lockTable].map(({ name }) => name)
  expect([...tables.map(({ name }) => name), 'storefront_moves'].toSorted()).toEqual(erased.toSorted())

  const create = `create table "Kept later" (
    storefront_id text, note bytea, variant_id uuid, primary key (storefront_id, variant_id)
  )`
  for (const { database } of [one, other]) await database.raw(create)
  try {
    const plan = planOf({ ...planOfNew(1) })
    const [variant = plannedVariant(newId())] = plan.variants.adds
    await confirmDraft(one.context, inputOf(await storeDraft(one.context, 'later', plan)))
    await one.database.raw('insert into "Kept later" values (?, ?, ?)', [
      'later',
      Buffer.from('x'),
      variant.variantId,
    ])
    const move = moveOf(installationOf(one, 'later'), installationOf(other, 'later'))
    // The erasure at the source does not know the table.
    await expect(moveStorefront(move, 'later')).rejects.toThrow(NotErased)
    expect(await other.database('Kept later')).toMatchObject([{ note: Buffer.from('x') }])
  } finally {
    for (const { database } of [one, other]) await database.raw('drop table "Kept later"')
  }
})
