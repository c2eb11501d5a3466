import { once } from 'node:events'
import type { ClientRequest } from 'node:http'
import { connect } from 'node:net'
import { expect, test } from '@jest/globals'
import { imports, maxFileBytes, ServiceError } from '@catalog/contracts'
import * as fc from 'fast-check'
import { waitFor } from '../../../../test/support/wait-for.ts'
import { draft } from '../testing/samples.ts'
import { startTestGateway } from '../testing/test-gateway.ts'
import { chunkedHead, csv, fileForm, inChunk, openUpload, readHead, responseTo } from '../testing/uploads.ts'
import { useTestGateway } from '../testing/use-test-gateway.ts'

const settings = { CATALOG_LIMIT_UPLOADS: '1', CATALOG_LIMIT_REQUESTS_PER_MINUTE: '1000000' }

const gateway = await useTestGateway(settings)

/** How a client ends its upload. */
type WayOut = () => Promise<unknown>

const sent =
  (headers: Record<string, string>, body = ''): WayOut =>
  async () =>
    answered((await openUpload(gateway, headers)).end(body))

const left =
  (headers: Record<string, string>, send: (request: ClientRequest) => unknown): WayOut =>
  async () => {
    const request = await openUpload(gateway, headers)
    send(request)
    await arrived()
    request.destroy()
  }

const asCsv = { 'Content-Type': 'text/csv' }
const asForm = { 'Content-Type': fileForm.type }
const whole = fileForm.head + csv + fileForm.tail

const waysOut: [name: string, way: WayOut][] = [
  ['is accepted', sent(asCsv, csv)],
  ['is accepted as a form', sent(asForm, whole)],
  ['is too large', sent({ ...asForm, 'Content-Length': String(2 * maxFileBytes) })],
  ['is of another type', sent({ 'Content-Type': 'image/png' }, csv)],
  ['is a form without a file', sent(asForm, '--b--\r\n')],
  ['is an incomplete form', sent(asForm, fileForm.head + csv)],
  ['is a form whose file has no name', sent(asForm, whole.replace('name="file"; ', ''))],
  [
    'is refused by the service while it arrives',
    async () => {
      const request = await openUpload(gateway, asForm)
      request.write(`${fileForm.head}refuse this`)
      await answered(request)
      request.destroy()
    },
  ],
  ['is left by its client in the middle', left(asCsv, (request) => request.write(csv))],
  [
    'is left by its client in the middle of a form',
    left(asForm, (request) => request.write(fileForm.head + csv)),
  ],
  ['is left by its client before the answer', left(asCsv, (request) => request.end('wait for ever'))],
]

test.each(waysOut)('an upload that %s gives its slot back', async (_name, way) => {
  await using _ = await startReceiver()
  await way()
  await roomAgain()
})

test('an upload without a service gives its slot back', async () => {
  expect(await answered((await openUpload(gateway, asForm)).end(whole))).toBe(503)
  await using _ = await startReceiver()
  await roomAgain()
})

test.each(['text/csv', fileForm.type])(
  'an upload (%s) whose client leaves while its token is looked at takes no slot for ever',
  async (type) => {
    await using _ = await startReceiver()
    const looking = Promise.withResolvers<void>()
    const looked = Promise.withResolvers<void>()
    let first = true
    const beforeVerifying = async () => {
      if (!first) return
      first = false
      looking.resolve()
      await looked.promise
    }
    const { natsUrl } = gateway
    await using slow = await startTestGateway(settings, { natsUrl, beforeVerifying })
    const request = await openUpload(slow, { 'Content-Type': type, 'X-Request-Id': 'leaving' })
    request.write(fileForm.head)
    await looking.promise
    request.destroy()
    // A gateway that answers another request has also processed the end of this connection.
    await fetch(`${slow.baseUrl}/healthz`)
    looked.resolve()
    await waitFor('the end of the request', () => slow.linesOf('leaving').length > 0)
    await roomAgain(slow)
  },
)

test.each([
  ['stands still', { requestMs: 1_000 }, ''],
  ['goes on with what is no chunk', {}, 'nonsense\r\n'],
])(
  'an upload that %s gives its slot back, even if its client stays connected',
  async (_name, times, rest) => {
    await using _ = await startReceiver()
    const { natsUrl } = gateway
    await using hasty = await startTestGateway(settings, { natsUrl, lingerMs: 100, ...times })
    // Such a client keeps its side open, whatever the gateway answers.
    const socket = connect({ port: hasty.port, host: '127.0.0.1', allowHalfOpen: true })
    try {
      const closed = once(socket, 'close')
      const answer = readHead(socket)
      socket.write(`${await chunkedHead(gateway, 'text/csv')}\r\n${inChunk(csv)}`)
      await arrived()
      socket.write(rest)
      expect(await answer).toMatch(/^HTTP\/1\.1 400 /)
      await roomAgain(hasty)
      socket.end()
      await closed
    } finally {
      socket.destroy()
    }
  },
)

test('an upload of whatever content type is answered and gives its slot back', async () => {
  await using _ = await startReceiver()
  const token = fc.constantFrom('boundary', 'charset', 'Boundary', 'x', '')
  const value = fc.constantFrom('', 'b', '"b"', '""', '"', '"b', 'b b', 'b;', '=', '\\', 'b"', 'é', ',', '\t')
  const parameter = fc
    .tuple(fc.constantFrom(';', '; ', ' ;', ',', ' '), token, fc.constantFrom('=', ' = ', ''), value)
    .map((parts) => parts.join(''))
  const type = fc.constantFrom('multipart/form-data', 'Multipart/Form-Data', 'multipart/mixed', 'multipart/')
  const contentType = fc.tuple(
    type,
    fc.array(parameter, { maxLength: 3 }).map((list) => list.join('')),
  )
  await fc.assert(
    fc.asyncProperty(contentType, fc.boolean(), async ([name, parameters], isWhole) => {
      const request = await openUpload(gateway, { 'Content-Type': name + parameters })
      const status = await answered(request.end(isWhole ? whole : csv))
      expect([201, 400, 415]).toContain(status)
    }),
    { numRuns: 30 },
  )
})

let received = 0

/** A service that reads each upload, unless a handler overrides it. */
async function startReceiver() {
  received = 0
  return gateway.serveFake((answering) =>
    answering.receive(imports.createDraft, async (_input, body, { signal }) => {
      for await (const chunk of body) {
        received += 1
        if (String(chunk).includes('refuse')) throw new ServiceError('too_many_rows', 'Too many rows.')
        if (String(chunk).includes('wait')) await once(signal, 'abort')
      }
      return draft
    }),
  )
}

async function answered(request: ClientRequest): Promise<number> {
  const response = await responseTo(request)
  await response.toArray()
  return response.statusCode ?? 0
}

async function arrived(): Promise<void> {
  await waitFor('the first bytes at the service', () => received > 0)
}

/** Waits until the only slot is free: until another upload is accepted. */
async function roomAgain(at = gateway): Promise<void> {
  await waitFor(
    'room for another upload',
    async () => (await answered((await openUpload(at, asCsv)).end(csv))) === 201,
  )
}
