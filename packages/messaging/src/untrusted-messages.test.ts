import { connect as connectTcp } from 'node:net'
import { once } from 'node:events'
import { expect, test } from '@jest/globals'
import { provisionJob, publishJobs, request, upload } from './index.ts'
import { add, giveBytes, paint, takeBytes } from './testing/contracts.ts'
import { moreThanATimeout, useHeartbeats } from './testing/heartbeats.ts'
import { usePair } from './testing/pair.ts'
import { until } from './testing/until.ts'
import messages from './testing/untrusted-messages.json' with { type: 'json' }

const pair = await usePair()
const heartbeats = useHeartbeats()
const subjects = [add, takeBytes, giveBytes].map(({ subject }) => subject)
const longHeader = `NATS/1.0\r\n${Array.from({ length: 50_000 }, (_, key) => `k${key}: v\r\n`).join('')}\r\n`

const manyHeaders = {
  what: 'more headers than can be parsed quickly',
  headers: longHeader,
  body: '{}',
  reply: '_INBOX.x.1',
  dropped: 'unreadable headers',
}

/**
 * What others may send to a subject that their permissions let them reach, and why a service drops it; null: it answers.
 */
const untrusted = [...messages, manyHeaders].map(({ what, ...message }) => [what, message] as const)

test.each(untrusted)(
  'a service goes on after %s, and answers no subject but an inbox',
  async (_, { dropped, ...message }) => {
    await serveAll()
    const from = pair.lines.length
    const elsewhere: unknown[] = []
    pair.caller.connection.subscribe('test.elsewhere', {
      callback: (_error, { data }) => elsewhere.push(data),
    })
    await pair.caller.flush()
    await sendRaw(subjects.map((subject) => ({ subject, ...message })))
    expect(await request(pair.caller, add, { a: 1 })).toMatchObject({ sum: 2 })
    await pair.caller.flush()
    expect(elsewhere).toEqual([])
    const lines = pair.lines.slice(from).map((line) => line.message)
    expect(lines).toEqual(dropped === null ? [] : subjects.map(() => expect.stringContaining(dropped)))
  },
)

test.each(untrusted)('an exchange ends after %s at its own inbox', async (_, message) => {
  await pair.serve((service) =>
    service.receive(takeBytes, async (_input, stream) => {
      let length = 0
      for await (const chunk of stream) length += chunk.length
      return { length, sha256: '' }
    }),
  )
  // The service knows where it answers to.
  const answersTo = Promise.withResolvers<string>()
  const tap = pair.caller.connection.subscribe(takeBytes.subject, {
    callback: (_error, { reply }) => answersTo.resolve(reply ?? ''),
  })
  await pair.caller.flush()
  const bytes = (async function* () {
    await sendRaw([{ subject: await answersTo.promise, ...message }])
    yield new Uint8Array(1_000)
  })()
  // A service that answers falsely only spoils its own exchange.
  await heartbeats.until(Promise.allSettled([upload(pair.caller, takeBytes, {}, bytes)]), pair.caller)
  tap.unsubscribe()
  await heartbeats.beat(moreThanATimeout, pair.caller, pair.answerer)
  await serveAll()
  expect(await request(pair.caller, add, { a: 1 })).toMatchObject({ sum: 2 })
})

test('jobs, and the statuses of a pull, are no requests, whatever subject the pull names', async () => {
  await serveAll()
  await provisionJob(pair.caller, paint)
  await publishJobs(pair.caller, paint, [{ id: 'job-1', payload: { wall: 1 } }])
  const dropped = () => pair.lines.filter(({ message }) => message.includes('not a request')).length
  const before = dropped()
  for (const reply of [add.subject, giveBytes.subject, takeBytes.subject]) {
    const pull = JSON.stringify({ batch: 1, no_wait: true })
    pair.caller.connection.publish(`$JS.API.CONSUMER.MSG.NEXT.${paint.stream}.${paint.consumer}`, pull, {
      reply,
    })
  }
  await until(() => dropped() === before + 3)
  expect(await request(pair.caller, add, { a: 1 })).toMatchObject({ sum: 2 })
})

function serveAll() {
  return pair.serve((service) => {
    service.reply(add, async ({ a, b }) => ({ sum: a + b, served_by: '' }))
    service.receive(takeBytes, async () => ({ length: 0, sha256: '' }))
    service.send(giveBytes, async ({ chunks }) => ({ head: { chunks }, body: noBytes() }))
  })
}

async function* noBytes(): AsyncGenerator<Uint8Array> {}

/** Sends messages as no client would: subject, headers, body, reply subject. Resolves once the server has them. */
async function sendRaw(
  sent: { subject: string; headers: string | null; body: string; reply: string }[],
): Promise<void> {
  const { hostname, port } = new URL(pair.url)
  const socket = connectTcp(Number(port), hostname)
  let received = ''
  socket.on('data', (data) => (received += String(data)))
  socket.write('CONNECT {"verbose":false,"headers":true}\r\n')
  for (const { subject, headers, body, reply } of sent) {
    const to = [subject, reply].filter(Boolean).join(' ')
    if (headers === null) socket.write(`PUB ${to} ${body.length}\r\n${body}\r\n`)
    else socket.write(`HPUB ${to} ${headers.length} ${headers.length + body.length}\r\n${headers}${body}\r\n`)
  }
  socket.write('PING\r\n')
  await until(() => received.includes('PONG'))
  expect(received).not.toContain('-ERR')
  socket.end()
  await once(socket, 'close')
}
