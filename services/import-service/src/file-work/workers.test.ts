import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { v7 as newId } from 'uuid'
import { decompress } from '../compression.ts'
import { decodePlan } from '../plan-codec.ts'
import { prepareDraft } from '../prepare-draft.ts'
import { createTestContext } from '../testing/test-context.ts'
import type { TestContext } from '../testing/test-context.ts'
import { startWorkers } from './workers.ts'

let service: TestContext

beforeAll(async () => {
  service = await createTestContext()
})
afterAll(async () => {
  await service[Symbol.asyncDispose]()
})

const limits = { workers: 1, memoryMiB: 256, timeMs: 3_600_000 }
const nobodyLeaves = new AbortController().signal
const small = 'handle,title,variant_price\nshirt,Shirt,25\nhat,,x\n'
/** Half a million cells, more than fit into 48 MiB. */
const keys = names(100, (index) => `metadata.k${index}`)
const lineOf = (handle: string) => [handle, handle, '1', keys.map((key) => `${handle} ${key}`)].join(',')
const large = [
  `handle,title,variant_price,${keys.join(',')}`,
  ...names(5_000, (row) => lineOf(`p-${row}`)),
].join('\n')

describe('a worker', () => {
  test('prepares what this thread would have prepared', async () => {
    await using workers = startWorkers(service.url, limits, console)
    const key = { storefrontId: 'a', draftId: newId() }
    const bytes = bytesOf(small)
    const draft = await workers.run('prepareDraft', { key, bytes }, nobodyLeaves)
    const here = await prepareDraft(service.database, key, bytesOf(small))
    expect(bytes).toHaveLength(0)
    expect(draft.content).toEqual(here.content)
    expect(draft.firstRows).toEqual(here.firstRows)
    expect(Buffer.concat(draft.rows).toString()).toBe(Buffer.concat(here.rows).toString())
    expect((await decompress(draft.file)).toString()).toBe(small)
    expect((await decodePlan(Buffer.from(draft.plan))).products.adds).toMatchObject([{ handle: 'shirt' }])
  })

  test('refuses a file as this thread would have, and takes the next', async () => {
    await using workers = startWorkers(service.url, limits, console)
    const key = { storefrontId: 'a', draftId: newId() }
    await expect(
      workers.run('prepareDraft', { key, bytes: bytesOf('handle,title\n') }, nobodyLeaves),
    ).rejects.toMatchObject({
      name: 'ServiceError',
      code: 'empty_file',
      message: expect.stringContaining('Add the products'),
    })
    expect(
      (await workers.run('prepareDraft', { key, bytes: bytesOf(small) }, nobodyLeaves)).content.rowCount,
    ).toBe(2)
  })

  test('says that the database is away, not that the file is wrong', async () => {
    await using workers = startWorkers('postgres://nobody@127.0.0.1:1/nothing', limits, console)
    const key = { storefrontId: 'a', draftId: newId() }
    await expect(
      workers.run('prepareDraft', { key, bytes: bytesOf(small) }, nobodyLeaves),
    ).rejects.toMatchObject({
      code: 'unavailable',
      retryAfterS: 5,
    })
  })

  test('is ended by a file that takes too much memory, and replaced', async () => {
    await using workers = startWorkers(service.url, { ...limits, memoryMiB: 48 }, console)
    const key = { storefrontId: 'a', draftId: newId() }
    await expect(
      workers.run('prepareDraft', { key, bytes: bytesOf(large) }, nobodyLeaves),
    ).rejects.toMatchObject({
      code: 'too_complex',
    })
    expect(
      (await workers.run('prepareDraft', { key, bytes: bytesOf(small) }, nobodyLeaves)).content.rowCount,
    ).toBe(2)
  })

  test('is ended by a file that takes too much time', async () => {
    await using workers = startWorkers(service.url, { ...limits, timeMs: 1 }, console)
    const key = { storefrontId: 'a', draftId: newId() }
    await expect(
      workers.run('prepareDraft', { key, bytes: bytesOf(large) }, nobodyLeaves),
    ).rejects.toMatchObject({
      code: 'too_complex',
    })
  })

  test('is ended where nobody waits for it any more, and replaced', async () => {
    await using workers = startWorkers(service.url, limits, console)
    const key = { storefrontId: 'a', draftId: newId() }
    const caller = new AbortController()
    const prepared = workers.run('prepareDraft', { key, bytes: bytesOf(large) }, caller.signal)
    const reason = new Error('the caller went away')
    caller.abort(reason)
    await expect(prepared).rejects.toBe(reason)
    expect(
      (await workers.run('prepareDraft', { key, bytes: bytesOf(small) }, nobodyLeaves)).content.rowCount,
    ).toBe(2)
  })
})

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text)
}

function names(count: number, name: (index: number) => string): string[] {
  return Array.from({ length: count }, (_, index) => name(index))
}
