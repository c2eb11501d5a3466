import { once } from 'node:events'
import { Readable } from 'node:stream'
import { describe, expect, test } from '@jest/globals'
import { ServiceError } from '@catalog/contracts'
import * as fc from 'fast-check'
import { headers as createHeaders } from 'nats'
import type { Msg } from 'nats'
import { z } from 'zod'
import { startNats } from '../../../test/support/nats.ts'
import { chunkBytes } from './byte-stream/windows.ts'
import { connectNats, download } from './index.ts'
import type { Service } from './index.ts'
import {
  breakingAfter,
  countedChunks,
  patterned,
  readChunks,
  sha256Of,
  silentBytes,
} from './testing/bytes.ts'
import { giveBytes, hasty } from './testing/contracts.ts'
import { failureOf } from './testing/failure-of.ts'
import { useHeartbeats } from './testing/heartbeats.ts'
import { memoryLog } from './testing/memory-log.ts'
import { refusing, startTestService, usePair } from './testing/pair.ts'
import { startPeer } from './testing/peer.ts'
import { until } from './testing/until.ts'

const pair = await usePair()
const heartbeats = useHeartbeats()

describe('a download', () => {
  test('arrives byte for byte and in order, whatever pieces it is made of, after its head', async () => {
    let pieces: Uint8Array[] = []
    await pair.serve((service) =>
      service.send(giveBytes, async ({ chunks }) => ({ head: { chunks }, body: Readable.from(pieces) })),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(400_000), { maxLength: 12 }), async (sizes) => {
        pieces = sizes.map((size, index) => patterned(size, index))
        const { head, body } = await download(pair.caller, giveBytes, { chunks: sizes.length })
        expect(head).toEqual({ chunks: sizes.length })
        expect(sha256Of(await body.toArray())).toBe(sha256Of(pieces))
      }),
      { numRuns: 6 },
    )
  })

  test.each([
    [0, true],
    [5, true],
    [chunkBytes, true],
    [chunkBytes + 1, false],
  ])('of %i bytes that are there already, in one message with its head: %s', async (size, isWhole) => {
    const sent = patterned(size, 0)
    await pair.serve((service) =>
      service.send(giveBytes, async ({ chunks }) => ({ head: { chunks }, body: sent })),
    )
    let messages = 0
    const tap = pair.answerer.connection.subscribe('_INBOX.>', { callback: () => (messages += 1) })
    await pair.answerer.flush()
    const { head, body } = await download(pair.caller, giveBytes, { chunks: 7 })
    expect(head).toEqual({ chunks: 7 })
    expect(sha256Of(await body.toArray())).toBe(sha256Of([sent]))
    await pair.caller.flush()
    await pair.answerer.flush()
    if (isWhole) expect(messages).toBe(1)
    else expect(messages).toBeGreaterThan(3)
    tap.unsubscribe()
  })

  test('comes in chunks to a caller that does not take it with its head, as one of an earlier release', async () => {
    await pair.serve((service) =>
      service.send(giveBytes, async ({ chunks }) => ({ head: { chunks }, body: Buffer.from('bytes') })),
    )
    const answered = Promise.withResolvers<Msg>()
    const inbox = pair.caller.inboxes.open(answered.resolve)
    const named = (name: string, value: string) => {
      const headers = createHeaders()
      headers.set(name, value)
      return { headers, reply: inbox.subject }
    }
    pair.caller.connection.publish(giveBytes.subject, '{"chunks":7}', named('X-Request-Id', '1'))
    const { data, reply = '' } = await answered.promise
    expect(JSON.parse(Buffer.from(data).toString())).toEqual({ chunks: 7 })
    pair.caller.connection.publish(reply, undefined, named('Catalog-Frame', 'stop 0'))
    inbox.close()
  })

  test('fails with internal if its answer says that it has more bytes than it has', async () => {
    const headers = createHeaders()
    headers.set('Catalog-Body', '999999999')
    const subscription = pair.answerer.connection.subscribe(giveBytes.subject, {
      callback: (_error, message) => void message.respond('{"chunks":1}', { headers }),
    })
    await pair.answerer.flush()
    const error = await failureOf(download(pair.caller, giveBytes, { chunks: 1 }))
    expect(error).toMatchObject({ code: 'internal' })
    subscription.unsubscribe()
  })

  test('is pulled from its source only as the caller reads, and complete once it has read all', async () => {
    const source = countedChunks(20)
    let completed = 0
    await serveSending(source, () => (completed += 1))
    const { body } = await download(pair.caller, giveBytes, { chunks: 20 })
    await readChunks(body, async (read) => {
      expect(completed).toBe(0)
      if (read !== 3 && read !== 19) return
      await until(() => source.pulled >= Math.min(read + 4, 20))
      await heartbeats.beat(3, pair.caller, pair.answerer)
      // The chunks read, one ready to be read, four in transit.
      expect(source.pulled).toBeLessThanOrEqual(read + 5)
    })
    expect(source.pulled).toBe(20)
    await until(() => completed === 1)
  })

  test('rejects with the ServiceError of a handler that refuses', async () => {
    const refusal = new ServiceError('empty_catalog', 'No product matches the filter.')
    await pair.serve((service) => service.send(giveBytes, refusing(refusal)))
    const error = await failureOf(download(pair.caller, giveBytes, { chunks: 1 }))
    expect(error).toMatchObject({ code: 'empty_catalog', message: 'No product matches the filter.' })
  })

  test('fails with internal if its head is larger than a message, and ends the source', async () => {
    const source = Readable.from(silentBytes())
    const large = { ...giveBytes, head: z.object({ text: z.string() }) }
    await pair.serve((service) =>
      service.send(large, async () => ({ head: { text: 'x'.repeat(2_000_000) }, body: source })),
    )
    const error = await failureOf(download(pair.caller, large, { chunks: 1 }))
    expect(error).toMatchObject({ code: 'internal' })
    await until(() => source.destroyed)
  })

  test('rejects with the error that the other side sends, if it aborts before the head', async () => {
    const subscription = pair.answerer.connection.subscribe(giveBytes.subject, {
      callback: (_error, message) => {
        const headers = createHeaders()
        headers.set('Catalog-Frame', 'cut 0')
        message.respond('{"code":"empty_catalog","message":"There is no product."}', { headers })
      },
    })
    await pair.answerer.flush()
    const error = await failureOf(download(pair.caller, giveBytes, { chunks: 1 }))
    expect(error).toMatchObject({ code: 'empty_catalog', message: 'There is no product.' })
    subscription.unsubscribe()
  })

  test('fails, and does not end, if its source throws half-way; the reason is logged on that side', async () => {
    const cause = new Error('the database is gone')
    await serveSending(breakingAfter(2, cause))
    const { body } = await download(pair.caller, giveBytes, { chunks: 1 })
    expect(await failureOf(body.toArray())).toMatchObject({ code: 'internal' })
    await until(() => pair.lines.some(({ level, fields }) => level === 'error' && fields['error'] === cause))
  })

  test('that the caller destroys ends the source', async () => {
    const source = countedChunks(1_000_000)
    let completed = 0
    await serveSending(source, () => (completed += 1))
    const { body } = await download(pair.caller, giveBytes, { chunks: 1 })
    await once(body, 'data')
    body.destroy()
    await until(() => source.returned)
    expect(completed).toBe(0)
  })

  test('ends its source, even one that never began, if it is destroyed unread', async () => {
    const source = Readable.from(silentBytes())
    await serveSending(source)
    const { body } = await download(pair.caller, giveBytes, { chunks: 1 })
    body.destroy()
    await until(() => source.destroyed)
  })

  test('fails with the reason and ends the source if it is aborted half-way', async () => {
    const source = countedChunks(1_000_000)
    await serveSending(source)
    const aborting = new AbortController()
    const { body } = await download(pair.caller, giveBytes, { chunks: 1 }, { signal: aborting.signal })
    const failure = failureOf(readChunks(body))
    await until(() => source.pulled > 10)
    aborting.abort(new Error('the client left'))
    expect(await failure).toMatchObject({ message: 'the client left' })
    await until(() => source.returned)
  })

  test('signals an abort before its head to the handler, and ends the body that the handler still returns', async () => {
    const gate = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    const told = Promise.withResolvers<void>()
    const source = Readable.from(silentBytes())
    await pair.serve((service) =>
      service.send(giveBytes, async ({ chunks }, { signal }) => {
        signal.addEventListener('abort', () => told.resolve(), { once: true })
        begun.resolve()
        await gate.promise
        return { head: { chunks }, body: source }
      }),
    )
    const aborting = new AbortController()
    const failure = failureOf(download(pair.caller, giveBytes, { chunks: 1 }, { signal: aborting.signal }))
    await begun.promise
    aborting.abort(new Error('the client left'))
    expect(await failure).toMatchObject({ message: 'the client left' })
    await told.promise
    gate.resolve()
    await until(() => source.destroyed)
  })

  test('fails with timeout if the head does not arrive in time', async () => {
    const gate = Promise.withResolvers<void>()
    await pair.serve((service) =>
      service.send(giveBytes, async ({ chunks }) => {
        await gate.promise
        return { head: { chunks }, body: Readable.from([]) }
      }),
    )
    const error = await failureOf(download(pair.caller, hasty(giveBytes), { chunks: 1 }))
    expect(error).toMatchObject({ code: 'timeout' })
    gate.resolve()
  })

  test('fails, and does not end, if the service is killed', async () => {
    const peer = await startPeer('serve', pair.url)
    const { body } = await download(pair.caller, giveBytes, { chunks: 1_000_000 })
    let chunks = 0
    const failure = failureOf(readChunks(body, () => (chunks += 1)))
    await until(() => chunks > 2)
    await peer.kill()
    expect(await heartbeats.until(failure, pair.caller)).toMatchObject({ code: 'unavailable' })
  })

  test('ends the source if the caller is killed', async () => {
    const source = countedChunks(1_000_000)
    await serveSending(source)
    const peer = await startPeer('download', pair.url)
    await peer.kill()
    await heartbeats.until(
      until(() => source.returned),
      pair.answerer,
    )
  })

  test('fails, and ends the source, if a live caller reads nothing for ten minutes', async () => {
    const source = countedChunks(1_000_000)
    await serveSending(source)
    const { body } = await download(pair.caller, giveBytes, { chunks: 1_000_000 })
    const reader = body.iterator({ destroyOnReturn: false })
    const readSome = async () => {
      for (let chunk = 0; chunk < 4; chunk += 1) await reader.next()
    }
    await readSome()
    await heartbeats.beat(590, pair.caller, pair.answerer)
    // Reading restarts the ten minutes.
    await readSome()
    await heartbeats.beat(590, pair.caller, pair.answerer)
    expect(source.returned).toBe(false)
    await heartbeats.beat(30, pair.caller, pair.answerer)
    expect(source.returned).toBe(true)
    expect(await failureOf(readChunks(body))).toMatchObject({ code: 'unavailable' })
  })

  test('waits for a slow source without limit', async () => {
    const gate = Promise.withResolvers<void>()
    async function* late() {
      await gate.promise
      yield Buffer.from('late')
    }
    await serveSending(late())
    const { body } = await download(pair.caller, giveBytes, { chunks: 1 })
    const reading = body.toArray()
    await heartbeats.beat(650, pair.caller, pair.answerer)
    gate.resolve()
    expect(Buffer.concat(await reading).toString()).toBe('late')
  })

  test('is finished before its service, disposed of meanwhile, has ended', async () => {
    const service = await serveSending(countedChunks(20))
    const { body } = await download(pair.caller, giveBytes, { chunks: 20 })
    await once(body, 'readable')
    const disposed = service[Symbol.asyncDispose]()
    expect(await readChunks(body)).toBe(20)
    await disposed
  })

  test('fails, and ends the source, if the NATS server stops for good', async () => {
    await using own = await startNats()
    await using near = await connectNats({ url: own.url, name: 'caller', log: memoryLog() })
    await using far = await connectNats({ url: own.url, name: 'answerer', log: memoryLog() })
    const source = countedChunks(1_000_000)
    await using service = await startTestService(far)
    service.send(giveBytes, async ({ chunks }) => ({ head: { chunks }, body: source }))
    await far.flush()
    const { body } = await download(near, giveBytes, { chunks: 1 })
    await once(body, 'readable')
    await own.stop('SIGKILL')
    expect(await heartbeats.until(failureOf(readChunks(body)))).toMatchObject({ code: 'unavailable' })
    await heartbeats.until(until(() => source.returned))
  })
})

function serveSending(body: AsyncIterable<Uint8Array>, completed?: () => void): Promise<Service> {
  return pair.serve((service) =>
    service.send(giveBytes, async ({ chunks }) => ({
      head: { chunks },
      body,
      ...(completed && { completed }),
    })),
  )
}
