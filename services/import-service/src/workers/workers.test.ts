import { existsSync, readdirSync } from 'node:fs'
import { getPriority } from 'node:os'
import { createAddressGuard } from '@catalog/address-guard'
import { ServiceError } from '@catalog/contracts'
import { countSpending } from '@catalog/runtime'
import { describe, expect, test } from '@jest/globals'
import { v7 as newId } from 'uuid'
import { z } from 'zod'
import { decompress } from '../drafts/compression.ts'
import { decodePlan } from '../drafts/plan-codec.ts'
import { claimKey } from '../drafts/idempotency-keys.sql.ts'
import { lockDraft, readDraftFile } from '../drafts/drafts.sql.ts'
import type { DraftKey } from '../drafts/draft-columns.ts'
import { listRows } from '../drafts/rows.sql.ts'
import { storeDraft } from '../drafts/store-draft.ts'
import type { DraftInput } from '../drafts/store-draft.ts'
import { useTestContext } from '../testing/use-test-context.ts'
import { NotSmall } from './limit-time.ts'
import { startWorkers } from './workers.ts'

const { database, url } = await useTestContext()

const anHourMs = 3_600_000
const limits = {
  memoryMiB: 256,
  largeProcessMiB: 4_096,
  time: { cpuMs: anHourMs, smallCpuMs: anHourMs, wallMs: anHourMs },
}
const reportSchema = z.object({
  workers: z.array(z.object({ javascriptHeap: z.object({ totalMemory: z.number() }) })),
})
const nobodyLeaves = new AbortController().signal
const small = 'handle,title,variant_price\nshirt,Shirt,25\nhat,,x\n'
/** Half a million cells, which do not fit into 48 MiB. */
const keys = names(100, (index) => `metadata.k${index}`)
const lineOf = (handle: string) => [handle, handle, '1', keys.map((key) => `${handle} ${key}`)].join(',')
const large = fileOf(5_000)

function fileOf(rows: number): string {
  return [`handle,title,variant_price,${keys.join(',')}`, ...names(rows, (row) => lineOf(`p-${row}`))].join(
    '\n',
  )
}

describe('a worker', () => {
  test('says what its statements have taken', async () => {
    await using workers = startWorkers(dataOf(url), limits, console)
    const { sql } = await countSpending(async (spent) => {
      await workers.run('storeDraft', { key: newKey(), ...inputOf(small) }, nobodyLeaves)
      return spent
    })
    expect(sql).toBeGreaterThan(0)
  })

  test('stores what this thread would have stored', async () => {
    await using workers = startWorkers(dataOf(url), limits, console)
    const input = inputOf(small)
    const draft = await workers.run('storeDraft', { key: newKey(), ...input }, nobodyLeaves)
    const here = await storeDraft({ database, guard: createAddressGuard() }, newKey(), inputOf(small))
    expect(input.bytes).toHaveLength(0)
    expect(draft).toEqual({ ...here, head: { ...here.head, draftId: draft.head.draftId } })
    const [stored, expected] = await Promise.all([draft, here].map(({ head }) => readStored(head)))
    expect(stored?.rows).toEqual(expected?.rows)
    expect(stored?.rows).toHaveLength(2)
    expect(stored?.file).toBe(small)
    expect(stored?.plan.products.adds).toMatchObject([{ handle: 'shirt' }])
  })

  test('refuses a file as this thread would have, and takes the next', async () => {
    await using workers = startWorkers(dataOf(url), limits, console)
    await expect(
      workers.run('storeDraft', { key: newKey(), ...inputOf('handle,title\n') }, nobodyLeaves),
    ).rejects.toMatchObject({
      name: 'ServiceError',
      code: 'empty_file',
      message: expect.stringContaining('Add the products'),
    })
    expect(
      (await workers.run('storeDraft', { key: newKey(), ...inputOf(small) }, nobodyLeaves)).head.content
        .row_count,
    ).toBe(2)
  })

  test('reports that the database is unavailable, not that the file is wrong', async () => {
    await using workers = startWorkers(dataOf('postgres://nobody@127.0.0.1:1/nothing'), limits, console)
    await expect(
      workers.run('storeDraft', { key: newKey(), ...inputOf(small) }, nobodyLeaves),
    ).rejects.toMatchObject({
      code: 'unavailable',
      retryAfterS: 5,
    })
  })

  test('is ended by a file that takes too much memory, and replaced', async () => {
    await using workers = startWorkers(dataOf(url), { ...limits, memoryMiB: 48 }, console)
    await expect(
      workers.run('storeDraft', { key: newKey(), ...inputOf(large) }, nobodyLeaves),
    ).rejects.toMatchObject({
      code: 'too_complex',
    })
    expect(
      (await workers.run('storeDraft', { key: newKey(), ...inputOf(small) }, nobodyLeaves)).head.content
        .row_count,
    ).toBe(2)
  })

  test('gives back the memory that a file took if the process is large', async () => {
    expect(await heapAfter(0)).toBeLessThan(0.5 * (await heapAfter(4_096)))
  })

  test('reads a small file while another file, of whatever size, is being read', async () => {
    await using workers = startWorkers(dataOf(url), limits, console)
    const store = (isLarge: boolean, more: Partial<DraftInput> = {}) =>
      workers.run('storeDraft', { key: newKey(), ...inputOf(small), ...more }, nobodyLeaves, { isLarge })
    for (const isLarge of [false, true]) {
      const key = newId()
      const blocking = await database.transaction()
      const request = { storefrontId: 'a', endpoint: 'create-draft', key } as const
      await claimKey(blocking, request, { draftId: newId(), fingerprint: '', answer: null }, new Date())
      const blocked = store(isLarge, { idempotencyKey: key })
      const other = store(false)
      try {
        expect(await Promise.race([blocked.then(() => 'blocked'), other.then(() => 'other')])).toBe('other')
      } finally {
        await blocking.rollback()
      }
      await blocked
    }
    expect(process.report.getReport()).toHaveProperty('workers.length', 2)
  })

  const testWithPriorities = existsSync('/proc/thread-self') ? test : test.skip
  testWithPriorities('for large files has a lower priority than one for others', async () => {
    await using workers = startWorkers(dataOf(url), limits, console)
    const store = (isLarge: boolean) =>
      workers.run('storeDraft', { key: newKey(), ...inputOf(small) }, nobodyLeaves, { isLarge })
    const own = getPriority()
    await store(false)
    expect(new Set(threadPriorities())).toEqual(new Set([own]))
    await store(true)
    await store(false)
    expect(threadPriorities().filter((priority) => priority !== own)).toEqual([Math.min(own + 5, 19)])
  })

  test.each([
    [true, 'too_complex', { cpuMs: 1 }],
    [false, 'expected', { smallCpuMs: 1 }],
  ])(
    'is ended by a file that takes too much processor time; large: %s',
    async (isLarge, message, limited) => {
      const time = { ...limits.time, ...limited }
      await using workers = startWorkers(dataOf(url), { ...limits, time }, console)
      const input = { key: newKey(), ...inputOf(large) }
      const error: unknown = await workers
        .run('storeDraft', input, nobodyLeaves, { isLarge })
        .catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(isLarge ? ServiceError : NotSmall)
      expect(JSON.stringify([error, String(error)])).toContain(message)
    },
  )

  test('is ended if it has to wait for too long, which is not the fault of the file', async () => {
    // By the clock it would be the file's fault first.
    const time = { ...limits.time, cpuMs: 1_000, wallMs: 2_000 }
    await using workers = startWorkers(dataOf(url), { ...limits, time }, console)
    await database.transaction(async (transaction) => {
      await transaction.raw('lock table import_drafts in access exclusive mode')
      await expect(
        workers.run('storeDraft', { key: newKey(), ...inputOf(small) }, nobodyLeaves),
      ).rejects.toMatchObject({ code: 'unavailable', retryAfterS: 30 })
    })
  })

  test('is ended if its caller aborts, and replaced', async () => {
    await using workers = startWorkers(dataOf(url), limits, console)
    const caller = new AbortController()
    const storing = workers.run('storeDraft', { key: newKey(), ...inputOf(large) }, caller.signal)
    const reason = new Error('the caller went away')
    caller.abort(reason)
    await expect(storing).rejects.toBe(reason)
    expect(
      (await workers.run('storeDraft', { key: newKey(), ...inputOf(small) }, nobodyLeaves)).head.content
        .row_count,
    ).toBe(2)
  })
})

function newKey(): DraftKey {
  return { storefrontId: 'a', draftId: newId() }
}

function inputOf(text: string): DraftInput {
  const bytes = new TextEncoder().encode(text)
  const source = { fileName: null, createdBy: null, revisedBy: [], undoes: null }
  return {
    bytes,
    columns: { sent: null, used: null, choice: null },
    source,
    createdAt: new Date('2026-05-04T10:00:00.000Z'),
    replaces: null,
  }
}

function threadPriorities(): number[] {
  return readdirSync('/proc/self/task').map((thread) => getPriority(Number(thread)))
}

/** The heap of a worker that has read a large file, in bytes, with what is free in it. */
async function heapAfter(largeProcessMiB: number): Promise<number> {
  await using workers = startWorkers(dataOf(url), { ...limits, largeProcessMiB }, console)
  const store = (text: string) => workers.run('storeDraft', { key: newKey(), ...inputOf(text) }, nobodyLeaves)
  await store(fileOf(1_500))
  // Once this one is stored, what the other one left behind is collected.
  await store(small)
  const report = reportSchema.parse(process.report.getReport())
  return report.workers.reduce((sum, { javascriptHeap }) => sum + javascriptHeap.totalMemory, 0)
}

async function readStored(key: DraftKey) {
  const file = await decompress((await readDraftFile(database, key))?.file ?? Buffer.alloc(0))
  const draft = await database.transaction((transaction) => lockDraft(transaction, key))
  const rows = await listRows(database, key, { kinds: [], after: 0, limit: 10 })
  return { file: file.toString(), plan: await decodePlan(draft?.plan ?? Buffer.alloc(0)), rows }
}

function names(count: number, name: (index: number) => string): string[] {
  return Array.from({ length: count }, (_, index) => name(index))
}

function dataOf(databaseUrl: string) {
  return {
    databaseUrl,
    session: { settingsFrom: 'connection' as const, schema: 'public' },
    addressGuard: { deniedCidrs: [], allowedHosts: [] },
  }
}
