import { Readable } from 'node:stream'
import { describe, expect, test } from '@jest/globals'
import { ServiceError } from '@catalog/contracts'
import * as fc from 'fast-check'
import { upload } from './index.ts'
import {
  breakingAfter,
  chunkBytes,
  countedChunks,
  patterned,
  readChunks,
  sha256Of,
  silentBytes,
  waitingBetween,
} from './testing/bytes.ts'
import { hasty, takeBytes } from './testing/contracts.ts'
import { failureOf } from './testing/failure-of.ts'
import { moreThanATimeout, useHeartbeats } from './testing/heartbeats.ts'
import { refusing, usePair } from './testing/pair.ts'
import { startPeer } from './testing/peer.ts'
import { until } from './testing/until.ts'

const pair = await usePair()
const heartbeats = useHeartbeats()

describe('an upload', () => {
  test('arrives byte for byte and in order, whatever pieces it is made of', async () => {
    let received: Buffer[] = []
    await serveReading(async (body) => {
      received = await body.toArray()
      return received.length
    })
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(400_000), { maxLength: 12 }), async (sizes) => {
        const sent = sizes.map((size, index) => patterned(size, index))
        await upload(pair.caller, takeBytes, {}, Readable.from(sent))
        expect(sha256Of(received)).toBe(sha256Of(sent))
      }),
      { numRuns: 6 },
    )
  })

  test('is pulled from its source only as the handler reads, a window ahead', async () => {
    const source = countedChunks(100)
    const gate = Promise.withResolvers<void>()
    await serveReading((body) => readChunks(body, (read) => read === 3 && gate.promise))
    const uploading = upload(pair.caller, takeBytes, {}, source)
    await until(() => source.pulled >= 7)
    await heartbeats.beat(3, pair.answerer, pair.caller)
    // Three chunks read, one ready to be read, four in transit.
    expect(source.pulled).toBeLessThanOrEqual(8)
    gate.resolve()
    expect(await uploading).toMatchObject({ length: 100 })
  })

  test.each([[{ note: 'sent last' }], [undefined]])(
    'may say at its end what only then is known: %j',
    async (sent) => {
      let heard: unknown = 'nothing'
      await pair.serve((service) =>
        service.receive(takeBytes, async (_input, body, { trailer }) => {
          expect(trailer()).toBeUndefined()
          const chunks = await body.toArray()
          heard = trailer()
          return { length: chunks.length, sha256: '' }
        }),
      )
      let known = { note: 'asked for too early' }
      async function* source() {
        yield Buffer.from('bytes')
        if (sent) known = sent
      }
      await upload(pair.caller, takeBytes, {}, source(), sent ? { trailer: () => known } : {})
      expect(heard).toEqual(sent)
    },
  )

  test('that the handler refuses half-way ends the source and rejects with the refusal', async () => {
    const source = countedChunks(1_000)
    await serveReading((body) =>
      readChunks(body, (read) => {
        if (read === 3) throw new ServiceError('file_too_large', 'The file is larger than 10 MB.')
      }),
    )
    const error = await failureOf(upload(pair.caller, takeBytes, {}, source))
    expect(error).toMatchObject({ code: 'file_too_large', message: 'The file is larger than 10 MB.' })
    await until(() => source.returned)
    expect(source.pulled).toBeLessThanOrEqual(8)
  })

  test('that the handler refuses unread rejects with the refusal, even before the source has a byte', async () => {
    await serveReading(refusing(new ServiceError('not_csv', 'This is not a CSV file.')))
    const error = await failureOf(upload(pair.caller, takeBytes, {}, silentBytes()))
    expect(error).toMatchObject({ code: 'not_csv' })
  })

  test('is answered even if the handler reads only its beginning', async () => {
    const source = countedChunks(1_000)
    await serveReading(async (body) => {
      for await (const chunk of body) return chunk.length
      return 0
    })
    expect(await upload(pair.caller, takeBytes, {}, source)).toMatchObject({ length: chunkBytes })
    await until(() => source.returned)
  })

  test('whose source throws rejects with that error, and reading it throws and does not end', async () => {
    const seen = seeWhatReadingComesTo()
    await serveReading(seen.read)
    const source = breakingAfter(3, new Error('the client hung up'))
    const error = await failureOf(upload(pair.caller, takeBytes, {}, source))
    expect(error).toMatchObject({ message: 'the client hung up' })
    expect(await seen.outcome).toMatchObject({ code: 'invalid_request' })
  })

  test("that the caller aborts makes reading throw and aborts the handler's signal", async () => {
    const seen = seeWhatReadingComesTo()
    const told = Promise.withResolvers<void>()
    await pair.serve((service) =>
      service.receive(takeBytes, async (_input, body, { signal }) => {
        signal.addEventListener('abort', () => told.resolve(), { once: true })
        return { length: await seen.read(body), sha256: '' }
      }),
    )
    const aborting = new AbortController()
    const source = countedChunks(1_000_000)
    const failure = failureOf(upload(pair.caller, takeBytes, {}, source, { signal: aborting.signal }))
    await until(() => source.pulled > 10)
    aborting.abort(new Error('the client left'))
    expect(await failure).toMatchObject({ message: 'the client left' })
    expect(await seen.outcome).toMatchObject({ code: 'invalid_request' })
    await told.promise
    await until(() => source.returned)
  })

  test('that is aborted before the handler begins to read throws on the first read', async () => {
    const seen = seeWhatReadingComesTo()
    const gone = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    await pair.serve((service) =>
      service.receive(takeBytes, async (_input, body, { signal }) => {
        signal.addEventListener('abort', () => gone.resolve(), { once: true })
        begun.resolve()
        await gone.promise
        return { length: await seen.read(body), sha256: '' }
      }),
    )
    const aborting = new AbortController()
    const failure = failureOf(
      upload(pair.caller, takeBytes, {}, countedChunks(1), { signal: aborting.signal }),
    )
    await begun.promise
    aborting.abort(new Error('the client left'))
    expect(await failure).toMatchObject({ message: 'the client left' })
    expect(await seen.outcome).toMatchObject({ code: 'invalid_request' })
  })

  test('fails with timeout if the answer does not follow the last byte in time', async () => {
    const gate = Promise.withResolvers<void>()
    await serveReading(async (body) => {
      await body.toArray()
      await gate.promise
      return 0
    })
    const error = await failureOf(upload(pair.caller, hasty(takeBytes), {}, countedChunks(2)))
    expect(error).toMatchObject({ code: 'timeout' })
    gate.resolve()
  })

  test('fails with unavailable if nobody answers to the subject, and pulls nothing', async () => {
    const source = countedChunks(3)
    expect(await failureOf(upload(pair.caller, takeBytes, {}, source))).toMatchObject({ code: 'unavailable' })
    expect(source.pulled).toBe(0)
  })

  test('fails with unavailable if the service is killed', async () => {
    const peer = await startPeer('serve', pair.url)
    const source = countedChunks(1_000_000, 5)
    const failure = failureOf(upload(pair.caller, takeBytes, {}, source))
    await until(() => source.pulled > 5)
    await peer.kill()
    expect(await heartbeats.until(failure, pair.caller)).toMatchObject({ code: 'unavailable' })
    await until(() => source.returned)
  })

  test('makes reading throw if the caller is killed', async () => {
    const seen = seeWhatReadingComesTo()
    await serveReading(seen.read)
    const peer = await startPeer('upload', pair.url)
    await until(() => seen.chunks > 2)
    await peer.kill()
    expect(await heartbeats.until(seen.outcome, pair.answerer)).toMatchObject({ code: 'unavailable' })
  })

  test('outlives a reader and a source that pause for longer than a heartbeat timeout', async () => {
    const gate = Promise.withResolvers<void>()
    let begun = 0
    await pair.serve((service) =>
      service.receive(takeBytes, async ({ mode }, body) => {
        const length = await readChunks(body, (read) => {
          if (read === 1) begun += 1
          return mode === 'slowly' && gate.promise
        })
        return { length, sha256: '' }
      }),
    )
    const slowlyRead = upload(pair.caller, takeBytes, { mode: 'slowly' }, countedChunks(20))
    const source = waitingBetween(patterned(chunkBytes, 1), gate.promise, patterned(chunkBytes, 2))
    const slowlyWritten = upload(pair.caller, takeBytes, {}, source)
    await until(() => begun === 2)
    await heartbeats.beat(moreThanATimeout, pair.answerer, pair.caller)
    gate.resolve()
    expect(await slowlyRead).toMatchObject({ length: 20 })
    expect(await slowlyWritten).toMatchObject({ length: 2 })
  })
})

async function serveReading(read: (body: Readable) => Promise<number>): Promise<void> {
  await pair.serve((service) =>
    service.receive(takeBytes, async (_input, body) => ({ length: await read(body), sha256: '' })),
  )
}

/** Reads to the end and records the outcome: the error, or the words "it ended". */
function seeWhatReadingComesTo() {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  const seen = {
    outcome: promise,
    chunks: 0,
    read: async (body: Readable): Promise<number> => {
      try {
        await readChunks(body, () => (seen.chunks += 1))
        resolve('it ended')
      } catch (error) {
        resolve(error)
        throw error
      }
      return seen.chunks
    },
  }
  return seen
}
