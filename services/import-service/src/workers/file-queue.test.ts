import { setImmediate } from 'node:timers/promises'
import { describe, expect, jest, test } from '@jest/globals'
import { maxFileBytes } from '@catalog/contracts'
import { partsOf, zipped } from '@catalog/reading/testing'
import { tooManyRows } from '@catalog/reading'
import { createFileQueue } from './file-queue.ts'
import { NotSmall } from './limit-time.ts'
import type { FileQueueLimits } from './file-queue.ts'
import type { RunTask } from './tasks.ts'

const stays = new AbortController().signal
const limits = {
  slots: 1,
  maxWaiting: 10,
  waitMs: 1_000_000,
  maxArriving: 10,
  maxBytes: 100,
  arrival: { freeBytes: 2 * maxFileBytes, bytesPerS: 1, burstBytes: 0 },
}

describe('an upload', () => {
  test('is processed once all of it has arrived', async () => {
    const { files, received } = stage()
    const result = await upload(files, 'a', ['one ', 'two'])
    expect(result).toBe('stored')
    expect(received).toEqual(['one two'])
  })

  test('frees its memory however it ends', async () => {
    const { files } = stage({
      work: async (text) => {
        if (text.startsWith('fail')) throw new Error('no')
      },
    })
    await expect(upload(files, 'a', ['fail'.padEnd(90)])).rejects.toThrow('no')
    await expect(upload(files, 'a', ['x'.repeat(60), new Error('cut off')])).rejects.toThrow('cut off')
    await expect(upload(files, 'a', ['x'.repeat(101)])).rejects.toMatchObject({ code: 'unavailable' })
    expect(await upload(files, 'a', ['x'.repeat(100)])).toBe('stored')
  })

  test('that stalls is aborted if another needs its memory', async () => {
    const { files } = stage()
    const stuck = upload(files, 'hog', ['x'.repeat(90), new Promise<string>(() => {})])
    const refused = expect(stuck).rejects.toMatchObject({ code: 'unavailable', retryAfterS: 5 })
    await setImmediate()
    expect(await upload(files, 'b', ['x'.repeat(50)])).toBe('stored')
    await refused
  })

  test('that is larger than a file may be is refused while it arrives', async () => {
    const { files, received } = stage({ maxBytes: 10 * maxFileBytes })
    const endless = Array.from({ length: 100 }, () => 'x'.repeat(1024 * 1024))
    await expect(upload(files, 'a', endless)).rejects.toMatchObject({ code: 'file_too_large' })
    expect(received).toEqual([])
  })

  test('that is large arrives no faster than the limit, and a small one passes it', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate'] })
    try {
      const { files, received } = stage({ arrival: { freeBytes: 10, bytesPerS: 10, burstBytes: 0 } })
      const sent: string[] = []
      async function* large() {
        for (const letter of 'abc') {
          sent.push(letter)
          yield letter.repeat(20)
        }
      }
      const stored = upload(files, 'a', large())
      expect(await upload(files, 'b', ['small'])).toBe('stored')
      await setImmediate()
      expect(sent).toEqual(['a', 'b'])
      await jest.advanceTimersByTimeAsync(1_000)
      expect(sent).toEqual(['a', 'b'])
      await jest.advanceTimersByTimeAsync(5_000)
      expect(await stored).toBe('stored')
      expect(received).toEqual(['small', 'a'.repeat(20) + 'b'.repeat(20) + 'c'.repeat(20)])
    } finally {
      jest.useRealTimers()
    }
  })

  test('with too many rows is passed on without the rest, so that reading it reports the error', async () => {
    const { files, received } = stage({ maxBytes: maxFileBytes })
    const rows = Array.from({ length: 100 }, () => 'a,b\n'.repeat(1_000))
    await upload(files, 'a', rows)
    expect(received[0]?.length).toBeLessThan(4 * 5_000 + 4 * 2_000)
  })

  test('with too many rows is reported with its actual number of rows', async () => {
    const { files } = stage({ maxBytes: maxFileBytes, work: refuse })
    const refusalOf = (...chunks: string[]) => upload(files, 'a', chunks).catch((error: unknown) => error)
    const some = 'a,"b\nc"\n'.repeat(3_000)
    const counted = await refusalOf('sep=,\nhandle,title\n', some, some, some, some, 'a,b')
    expect(counted).toMatchObject({ rowCount: 12_001, message: expect.stringContaining('has 12,001 rows') })
    expect(await refusalOf('\uFEFFhandle,title\n', some, some)).toMatchObject({ rowCount: 6_000 })
    const spaces = Array.from({ length: 300 }, () => ' '.repeat(50_000))
    const endless = await refusalOf('handle,title\n', some, some, ...spaces)
    expect(endless).toMatchObject({ code: 'too_many_rows', rowCount: undefined })
  })

  test('of two storefronts that take long to read do not keep quick ones waiting', async () => {
    const gate = Promise.withResolvers<void>()
    const { files, received, largeFlags } = stage({
      slots: 2,
      largeCost: 1_000_000,
      maxBytes: maxFileBytes,
      work: (text) => (/^(PK|,)/.test(text) ? gate.promise : Promise.resolve()),
    })
    const sheet = 'xl/worksheets/sheet1.xml'
    const workbook = await zipped({ ...partsOf([['handle']]), [sheet]: ' '.repeat(1_000_000) })
    const cells = ','.repeat(100_000)
    const large = [workbook.toString('latin1'), cells].map((text, index) =>
      upload(files, `${index}`, [text], stays, 'latin1'),
    )
    expect(await upload(files, 'c', ['handle'])).toBe('stored')
    expect(received.map((text) => text.slice(0, 6))).toEqual([expect.stringMatching(/^(PK|,)/), 'handle'])
    expect(largeFlags).toEqual([true, false])
    gate.resolve()
    await Promise.all(large)
  })

  test('that takes longer than expected is processed once more as a large one, from its beginning', async () => {
    const gate = Promise.withResolvers<void>()
    const { files, received, largeFlags } = stage({
      slots: 2,
      largeCost: 1_000_000,
      maxBytes: maxFileBytes,
      work: async (text) => {
        if (text === 'slow' && largeFlags.at(-1) === false) throw new NotSmall()
        if (text === 'slow') await gate.promise
      },
    })
    const slow = ['a', 'b'].map((storefront) => upload(files, storefront, ['slow']))
    await setImmediate()
    for (let n = 0; n < 3; n += 1) expect(await upload(files, 'c', ['quick'])).toBe('stored')
    expect(largeFlags.filter(Boolean)).toHaveLength(1)
    gate.resolve()
    expect(await Promise.all(slow)).toEqual(['stored', 'stored'])
    expect(received.filter((text) => text === 'slow')).toHaveLength(4)
    expect(largeFlags.filter(Boolean)).toHaveLength(2)
  })

  test('that takes longer than expected waits no longer in all than others do', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate'] })
    try {
      const slow = Promise.withResolvers<void>()
      const { files } = stage({
        largeCost: 1_000_000,
        waitMs: 10_000,
        work: (text) => (text === 'slow' ? slow.promise : new Promise(() => {})),
      })
      let end: unknown
      void upload(files, 'a', ['slow']).catch((error: unknown) => {
        end = error
      })
      await setImmediate()
      void upload(files, 'b', ['endless'])
      await jest.advanceTimersByTimeAsync(4_000)
      slow.reject(new NotSmall())
      await jest.advanceTimersByTimeAsync(5_900)
      expect(end).toBeUndefined()
      await jest.advanceTimersByTimeAsync(200)
      expect(end).toMatchObject({ code: 'unavailable' })
    } finally {
      jest.useRealTimers()
    }
  })

  test('that is stored is loaded for its turn, and is large if it would be as an upload', async () => {
    const { files, received, largeFlags } = stage({ slots: 2, largeCost: 1_000_000 })
    const again = (text: string) =>
      files
        .storeAgain(
          {
            ...workOf('a'),
            mapping: null,
            choice: null,
            replaces: { createdAt: new Date(), isRevision: false },
            rows: 1,
          },
          async () => ({ bytes: new Uint8Array(Buffer.from(text)), edits: [] }),
        )
        .catch((error: unknown) => error)
    expect(await again('handle')).toBe(notStored)
    expect(await again(','.repeat(100_001))).toBe(notStored)
    expect(received.map((text) => text.length)).toEqual([6, 100_001])
    expect(largeFlags).toEqual([false, true])
  })

  test('is not processed if its caller aborts while it waits', async () => {
    const gate = Promise.withResolvers<void>()
    const { files, received } = stage({ work: () => gate.promise })
    const first = upload(files, 'a', ['first'])
    const caller = new AbortController()
    const second = upload(files, 'b', ['second'], caller.signal)
    const left = expect(second).rejects.toThrow('gone')
    await setImmediate()
    caller.abort(new Error('gone'))
    await left
    gate.resolve()
    await first
    expect(received).toEqual(['first'])
  })
})

/** A queue whose tasks call `work` with the text of their file. */
function stage({
  work = async () => {},
  ...more
}: { work?: (text: string) => Promise<void> } & Partial<FileQueueLimits> = {}) {
  const received: string[] = []
  const largeFlags: (boolean | undefined)[] = []
  const run: RunTask = async (_name, input, _signal, options) => {
    const text = 'bytes' in input ? Buffer.from(input.bytes).toString() : ''
    received.push(text)
    // As a worker thread takes them.
    if ('bytes' in input) structuredClone(input.bytes.buffer, { transfer: [input.bytes.buffer] })
    largeFlags.push(options?.isLarge)
    await work(text)
    throw notStored
  }
  return { files: createFileQueue(run, { ...limits, ...more }), received, largeFlags }
}

async function refuse(): Promise<void> {
  throw tooManyRows()
}

/** The result of the task does not matter here. */
const notStored = new Error('not stored')

type Part = string | Error | Promise<string>

async function upload(
  files: ReturnType<typeof createFileQueue>,
  storefrontId: string,
  parts: Iterable<Part> | AsyncIterable<Part>,
  signal = stays,
  encoding: BufferEncoding = 'utf8',
): Promise<string> {
  try {
    await files.storeUpload(
      { ...workOf(storefrontId, signal), columns: () => ({ sent: null, choice: null }) },
      bodyOf(parts, encoding),
    )
    throw new Error('no task stores anything here')
  } catch (error) {
    if (error === notStored) return 'stored'
    throw error
  }
}

function workOf(storefrontId: string, signal = stays) {
  const source = { fileName: null, createdBy: null, revisedBy: [], undoes: null }
  return { key: { storefrontId, draftId: 'd' }, source, signal, now: () => new Date() }
}

async function* bodyOf(
  parts: Iterable<Part> | AsyncIterable<Part>,
  encoding: BufferEncoding,
): AsyncGenerator<Buffer> {
  for await (const part of parts) {
    if (part instanceof Error) throw part
    yield Buffer.from(part, encoding)
  }
}
