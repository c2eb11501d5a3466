import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from '@jest/globals'
import { ServiceError } from '@catalog/contracts'
import { countSpending, spending } from '@catalog/runtime'
import { RequestStrategy } from 'nats'
import { z } from 'zod'
import { startNats } from '../../../test/support/nats.ts'
import { connectNats, request } from './index.ts'
import type { Call } from './index.ts'
import { add, hasty, patient, repeatText } from './testing/contracts.ts'
import { failureOf } from './testing/failure-of.ts'
import { moreThanATimeout, useHeartbeats } from './testing/heartbeats.ts'
import { memoryLog } from './testing/memory-log.ts'
import { refusing, startTestService, usePair } from './testing/pair.ts'
import { startPeer } from './testing/peer.ts'
import { until } from './testing/until.ts'
import { requestHeaders } from './wire.ts'

const pair = await usePair()
const heartbeats = useHeartbeats()

describe('a request', () => {
  test('is answered by the handler, with defaults filled in and the request id passed on', async () => {
    const calls: Call[] = []
    await pair.serve((service) =>
      service.reply(add, async ({ a, b }, call) => {
        calls.push(call)
        return { sum: a + b, served_by: 'me' }
      }),
    )
    const answer = await request(pair.caller, add, { a: 2 }, { requestId: 'request-7' })
    expect(answer).toEqual({ sum: 3, served_by: 'me' })
    expect(calls.map(({ requestId }) => requestId)).toEqual(['request-7'])
  })

  test('counts for its caller what the handler spends, also if that throws', async () => {
    await pair.serve((service) =>
      service.reply(add, async ({ a, b }) => {
        await spending('lock', () => sleep(5))
        if (b === 0) throw new ServiceError('draft_stale', 'Moved.')
        return { sum: a + b, served_by: 'me' }
      }),
    )
    for (const b of [1, 0]) {
      const { lock, sql } = await countSpending(async (spent) => {
        await request(pair.caller, add, { a: 2, b }).catch(() => undefined)
        return spent
      })
      expect(lock).toBeGreaterThan(1)
      expect(sql).toBe(0)
    }
  })

  test('rejects with the ServiceError that the handler threw, details and all', async () => {
    const errors = [{ message: 'zu groß', parameter: 'a', row: 3 }]
    const details = { errors, rowCount: 30_214, retryAfterS: 9 }
    const stale = new ServiceError('draft_stale', 'Drei Produkte haben sich geändert.', details)
    await pair.serve((service) => service.reply(add, refusing(stale)))
    const error = await failureOf(request(pair.caller, add, { a: 1 }))
    expect(error).toBeInstanceOf(ServiceError)
    const { code, message } = stale
    expect(error).toMatchObject({ code, message, ...details })
  })

  test('is refused in the form of the services framework: code and title in headers, the rest as JSON', async () => {
    const refusal = new ServiceError('rate_limited', 'Zu schnell.', { retryAfterS: 9 })
    await pair.serve((service) => service.reply(add, refusing(refusal)))
    const input = JSON.stringify({ a: 1 })
    const answer = await pair.caller.connection.request(add.subject, input, {
      timeout: add.timeoutMs,
      headers: requestHeaders('request-7'),
    })
    expect(answer.headers?.get('Nats-Service-Error-Code')).toBe('rate_limited')
    expect(answer.headers?.get('Nats-Service-Error')).toBe('Too many requests')
    expect(answer.json()).toEqual({ code: 'rate_limited', message: 'Zu schnell.', retry_after_s: 9 })
  })

  test('rejects with internal if the handler throws anything else, which is logged and not sent to the caller', async () => {
    const cause = new TypeError('password=hunter2')
    await pair.serve((service) => service.reply(add, refusing(cause)))
    const error = await failureOf(request(pair.caller, add, { a: 1 }, { requestId: 'request-8' }))
    expect(error).toMatchObject({ code: 'internal' })
    expect(String(error)).not.toContain('hunter2')
    const lines = pair.lines.filter(({ fields }) => fields['request_id'] === 'request-8')
    expect(lines).toMatchObject([{ level: 'error', fields: { error: cause, subject: add.subject } }])
  })

  test('with an input that the schema refuses is invalid_request, by parameter', async () => {
    await pair.serve((service) => service.reply(add, async () => ({ sum: 0, served_by: '' })))
    const untyped = { ...add, input: z.object({ a: z.unknown() }) }
    const error = await failureOf(request(pair.caller, untyped, { a: 'one' }))
    expect(error).toMatchObject({ code: 'invalid_request', errors: [{ parameter: 'a' }] })
  })

  test('with an answer that the schema refuses is internal for the caller', async () => {
    const untyped = { ...add, output: z.object({ sum: z.unknown() }) }
    await pair.serve((service) => service.reply(untyped, async () => ({ sum: 'three' })))
    expect(await failureOf(request(pair.caller, add, { a: 1 }))).toMatchObject({ code: 'internal' })
  })

  test('is unavailable at once where nobody answers to the subject', async () => {
    const error = await failureOf(request(pair.caller, add, { a: 1 }))
    // The server reports "no responders": a heartbeat timeout would be the cause otherwise.
    expect(error).toMatchObject({ code: 'unavailable', retryAfterS: 5, cause: undefined })
  })

  test("fails with timeout past its deadline, and the handler's signal is aborted", async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const slow = hasty(patient)
    await pair.serve((service) =>
      service.reply(slow, async (_input, { signal }) => {
        signal.addEventListener('abort', () => resolve(), { once: true })
        await promise
        return {}
      }),
    )
    expect(await failureOf(request(pair.caller, slow, {}))).toMatchObject({ code: 'timeout' })
    await promise
  })

  test('fails with unavailable long before its deadline if the process that works on it is killed', async () => {
    const peer = await startPeer('serve', pair.url)
    const inHand = once(peer.process, 'message')
    const failure = failureOf(request(pair.caller, patient, {}))
    await inHand
    await peer.kill()
    expect(await heartbeats.until(failure, pair.caller)).toMatchObject({ code: 'unavailable' })
  })

  test('cannot be answered by a service that answered an earlier one and guesses the reply subject', async () => {
    const { promise: forged, resolve: forge } = Promise.withResolvers<void>()
    await pair.serve((service) => {
      service.reply(add, async () => {
        await forged
        return { sum: 3, served_by: 'me' }
      })
      service.reply(patient, async () => ({}))
    })
    const { connection } = pair.answerer
    let known = ''
    const overheard = connection.subscribe(patient.subject, {
      callback: (_error, { reply = '' }) => (known = reply),
    })
    await request(pair.caller, patient, {})
    overheard.unsubscribe()
    const answer = request(pair.caller, add, { a: 2 })
    const dot = known.lastIndexOf('.') + 1
    for (let later = 1; later <= 100; later += 1) {
      const guess = (Number.parseInt(known.slice(dot), 36) + later).toString(36)
      connection.publish(known.slice(0, dot) + guess, JSON.stringify({ sum: 7, served_by: 'another' }))
    }
    await connection.flush()
    forge()
    expect(await answer).toEqual({ sum: 3, served_by: 'me' })
  })

  test('may take longer than a heartbeat timeout', async () => {
    const begun = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<void>()
    await pair.serve((service) =>
      service.reply(patient, async () => {
        begun.resolve()
        await gate.promise
        return {}
      }),
    )
    const answer = request(pair.caller, patient, {})
    await begun.promise
    await heartbeats.beat(moreThanATimeout, pair.answerer, pair.caller)
    gate.resolve()
    expect(await answer).toEqual({})
  })

  test('ends with the reason of the signal that the caller aborts', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    await pair.serve((service) =>
      service.reply(patient, async () => {
        await promise
        return {}
      }),
    )
    const aborting = new AbortController()
    const failure = failureOf(request(pair.caller, patient, {}, { signal: aborting.signal }))
    aborting.abort(new Error('the client left'))
    expect(await failure).toMatchObject({ message: 'the client left' })
    resolve()
  })

  test('is answered in one message, or with internal where the answer is larger, which is logged', async () => {
    await pair.serve((service) =>
      service.reply(repeatText, async ({ text, times }) => ({ text: text.repeat(times) })),
    )
    const [fits, tooLarge] = [170_000, 175_000]
    const answer = await request(pair.caller, repeatText, { text: 'äöü', times: fits })
    expect(answer.text).toBe('äöü'.repeat(fits))
    const options = { requestId: 'request-9' }
    const failing = request(pair.caller, repeatText, { text: 'äöü', times: tooLarge }, options)
    expect(await failureOf(failing)).toMatchObject({ code: 'internal' })
    const lines = pair.lines.filter(({ fields }) => fields['request_id'] === 'request-9')
    expect(lines).toMatchObject([{ level: 'error', fields: { error: { code: 'MAX_PAYLOAD_EXCEEDED' } } }])
  })

  test('rejects with internal where the refusal itself is larger than a message, which is logged', async () => {
    const large = new ServiceError('draft_stale', 'x'.repeat(2_000_000))
    await pair.serve((service) => service.reply(add, refusing(large)))
    const failing = request(pair.caller, add, { a: 1 }, { requestId: 'request-10' })
    expect(await failureOf(failing)).toMatchObject({ code: 'internal' })
    const lines = pair.lines.filter(({ fields }) => fields['request_id'] === 'request-10')
    expect(lines).toMatchObject([{ level: 'error', fields: { error: { code: 'MAX_PAYLOAD_EXCEEDED' } } }])
  })

  test('does not wait for another one that takes long', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    await pair.serve((service) => {
      service.reply(patient, async () => {
        await promise
        return {}
      })
      service.reply(add, async ({ a, b }) => ({ sum: a + b, served_by: '' }))
    })
    const first = request(pair.caller, patient, {})
    expect(await request(pair.caller, add, { a: 1 })).toMatchObject({ sum: 2 })
    resolve()
    expect(await first).toEqual({})
  })
})

describe('a service', () => {
  test('shares its requests among its instances', async () => {
    await using second = await connectNats({ url: pair.url, name: 'second', log: memoryLog() })
    await using services = new AsyncDisposableStack()
    for (const [nats, name] of [
      [pair.answerer, 'first'],
      [second, 'second'],
    ] as const) {
      const service = services.use(await startTestService(nats))
      service.reply(add, async ({ a, b }) => ({ sum: a + b, served_by: name }))
    }
    await second.flush()
    const answers = await Promise.all(Array.from({ length: 60 }, () => request(pair.caller, add, { a: 1 })))
    expect(answers).toHaveLength(60)
    expect(new Set(answers.map(({ served_by }) => served_by))).toEqual(new Set(['first', 'second']))
  })

  test('is seen by the services framework, each endpoint with subject and queue group', async () => {
    await pair.serve((service) => service.reply(add, async () => ({ sum: 0, served_by: '' })))
    const found = []
    const client = pair.caller.connection.services.client({
      strategy: RequestStrategy.Count,
      maxMessages: 1,
      maxWait: 3_600_000,
    })
    for await (const info of await client.info('test-service')) found.push(info)
    expect(found).toMatchObject([
      {
        name: 'test-service',
        version: '0.1.0',
        endpoints: [{ name: 'add', subject: 'catalog.test.add', queue_group: 'test-service' }],
      },
    ])
  })

  test('finishes what is in hand when it is disposed of, and takes no more', async () => {
    const service = await pair.serve(() => undefined)
    const { promise, resolve } = Promise.withResolvers<void>()
    let begun = 0
    service.reply(add, async ({ a, b }) => {
      begun += 1
      await promise
      return { sum: a + b, served_by: '' }
    })
    service.reply(repeatText, async ({ text }) => ({ text }))
    await pair.answerer.flush()
    const inHand = request(pair.caller, add, { a: 1 })
    await until(() => begun === 1)
    const disposed = service[Symbol.asyncDispose]()
    await until(async () => isRefused(request(pair.caller, repeatText, { text: '', times: 1 })))
    resolve()
    expect(await inHand).toMatchObject({ sum: 2 })
    await disposed
  })
})

describe('a connection', () => {
  const times = { connectRetryMs: 10 }

  test('that is lost makes pending and new requests fail with unavailable, and serves again after it reconnects', async () => {
    await using own = await startNats()
    await using nats = await connectNats({ url: own.url, name: 'caller', log: memoryLog(), times })
    await using other = await connectNats({ url: own.url, name: 'answerer', log: memoryLog(), times })
    await using service = await startTestService(other)
    const { promise, resolve } = Promise.withResolvers<void>()
    let begun = 0
    service.reply(add, async ({ a, b }) => {
      begun += 1
      await promise
      return { sum: a + b, served_by: '' }
    })
    await other.flush()
    const waiting = failureOf(request(nats, add, { a: 1 }))
    await until(() => begun === 1)
    let reconnects = 0
    nats.onReconnect(() => (reconnects += 1))
    await own.stop('SIGKILL')
    expect(await waiting).toMatchObject({ code: 'unavailable' })
    expect(nats.isConnected()).toBe(false)
    const error = await failureOf(request(nats, add, { a: 1 }))
    // It was never sent: a heartbeat timeout would be the cause otherwise.
    expect(error).toMatchObject({ code: 'unavailable', retryAfterS: 5, cause: undefined })

    resolve()
    await own.start()
    await until(() => nats.isConnected() && other.isConnected())
    await other.flush()
    expect(await request(nats, add, { a: 1 })).toMatchObject({ sum: 2 })
    expect(reconnects).toBe(1)
  })

  test('waits for a server that starts later', async () => {
    await using own = await startNats()
    await own.stop()
    const log = memoryLog()
    const connecting = connectNats({
      url: own.url,
      name: 'early',
      log,
      times: { ...times, connectWaitMs: 3_600_000 },
    })
    await until(() => log.lines.some(({ message }) => message === 'waiting for nats'))
    await own.start()
    await using nats = await connecting
    expect(nats.isConnected()).toBe(true)
  })

  test('gives up if no server answers in time', async () => {
    await using own = await startNats()
    await own.stop()
    const options = { url: own.url, name: 'early', log: memoryLog(), times: { ...times, connectWaitMs: 50 } }
    const error = await failureOf(connectNats(options))
    expect(error).toMatchObject({ code: 'CONNECTION_REFUSED' })
  })

  test('can be disposed of, with its services, while the server is down', async () => {
    await using own = await startNats()
    const nats = await connectNats({ url: own.url, name: 'caller', log: memoryLog(), times })
    const service = await startTestService(nats)
    service.reply(add, async () => ({ sum: 0, served_by: '' }))
    await nats.flush()
    await own.stop('SIGKILL')
    await until(() => !nats.isConnected())
    await service[Symbol.asyncDispose]()
    await nats[Symbol.asyncDispose]()
    expect(nats.connection.isClosed()).toBe(true)
  })
})

async function isRefused(promise: Promise<unknown>): Promise<boolean> {
  try {
    await promise
    return false
  } catch (error) {
    return error instanceof ServiceError && error.code === 'unavailable'
  }
}
