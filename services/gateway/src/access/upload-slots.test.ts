import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import type { ClientRequest } from 'node:http'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { expect, test } from '@jest/globals'
import { imports, maxFileBytes, ServiceError } from '@catalog/contracts'
import * as fc from 'fast-check'
import { waitFor } from '../../../../test/support/wait-for.ts'
import { draft } from '../testing/samples.ts'
import { startTestGateway } from '../testing/test-gateway.ts'
import { useTestGateway } from '../testing/use-test-gateway.ts'

const path = '/api/products/imports'
const csv = 'handle,title\r\nshirt,Shirt\r\n'
const formHead = '--b\r\nContent-Disposition: form-data; name="file"; filename="c.csv"\r\n\r\n'
const formTail = '\r\n--b--\r\n'
const formType = 'multipart/form-data; boundary=b'

const settings = { CATALOG_LIMIT_UPLOADS: '1', CATALOG_LIMIT_REQUESTS_PER_MINUTE: '1000000' }

const gateway = useTestGateway(settings)

/** How a client ends its upload. */
type WayOut = (open: (headers: Record<string, string>) => Promise<ClientRequest>) => Promise<unknown>

const waysOut: [name: string, way: WayOut][] = [
  ['is accepted', async (open) => answered((await open({ 'Content-Type': 'text/csv' })).end(csv))],
  [
    'is accepted as a form',
    async (open) => answered((await open({ 'Content-Type': formType })).end(formHead + csv + formTail)),
  ],
  [
    'is too large',
    async (open) =>
      answered((await open({ 'Content-Type': formType, 'Content-Length': String(2 * maxFileBytes) })).end()),
  ],
  ['is of another type', async (open) => answered((await open({ 'Content-Type': 'image/png' })).end(csv))],
  [
    'is a form without a file',
    async (open) => answered((await open({ 'Content-Type': formType })).end('--b--\r\n')),
  ],
  [
    'is an incomplete form',
    async (open) => answered((await open({ 'Content-Type': formType })).end(formHead + csv)),
  ],
  [
    'is a form whose file has no name',
    async (open) => {
      const nameless = '--b\r\nContent-Disposition: form-data; filename="c.csv"\r\n\r\n'
      return answered((await open({ 'Content-Type': formType })).end(nameless + csv + formTail))
    },
  ],
  [
    'is refused by the service while it arrives',
    async (open) => {
      const request = await open({ 'Content-Type': formType })
      request.write(`${formHead}refuse this`)
      await answered(request)
      request.destroy()
    },
  ],
  [
    'is left by its client in the middle',
    async (open) => {
      const request = await open({ 'Content-Type': 'text/csv' })
      request.write(csv)
      await arrived()
      request.destroy()
    },
  ],
  [
    'is left by its client in the middle of a form',
    async (open) => {
      const request = await open({ 'Content-Type': formType })
      request.write(formHead + csv)
      await arrived()
      request.destroy()
    },
  ],
  [
    'is left by its client before the answer',
    async (open) => {
      const request = await open({ 'Content-Type': 'text/csv' })
      request.end('wait for ever')
      await arrived()
      request.destroy()
    },
  ],
]

test.each(waysOut)('an upload that %s gives its slot back', async (_name, way) => {
  await using _ = await startReceiver()
  await way((headers) => openUpload(headers))
  await roomAgain()
})

test('an upload without a service gives its slot back', async () => {
  expect(
    await answered((await openUpload({ 'Content-Type': formType })).end(formHead + csv + formTail)),
  ).toBe(503)
  await using _ = await startReceiver()
  await roomAgain()
})

test.each(['text/csv', formType])(
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
    const request = await openUpload({ 'Content-Type': type, 'X-Request-Id': 'leaving' }, slow)
    request.write(formHead)
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
      const answer = head(socket)
      socket.write(
        `POST ${path} HTTP/1.1\r\nHost: gateway\r\nAuthorization: Bearer ${await gateway.token()}\r\n` +
          `Content-Type: text/csv\r\nTransfer-Encoding: chunked\r\n\r\n${csv.length.toString(16)}\r\n${csv}\r\n`,
      )
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
    fc.asyncProperty(contentType, fc.boolean(), async ([name, parameters], whole) => {
      const request = await openUpload({ 'Content-Type': name + parameters })
      const status = await answered(request.end(whole ? formHead + csv + formTail : csv))
      expect([201, 400, 415]).toContain(status)
    }),
    { numRuns: 60 },
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

async function openUpload(headers: Record<string, string>, { baseUrl } = gateway): Promise<ClientRequest> {
  const request = httpRequest(baseUrl + path, {
    method: 'POST',
    agent: false,
    headers: { Authorization: `Bearer ${await gateway.token()}`, ...headers },
  })
  request.on('error', () => {})
  return request
}

function answered(request: ClientRequest): Promise<number> {
  return new Promise((resolve, reject) => {
    request.once('error', reject).once('response', (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0))
    })
  })
}

async function arrived(): Promise<void> {
  await waitFor('the first bytes at the service', () => received > 0)
}

/** Waits until the only slot is free: until another upload is accepted. */
async function roomAgain(at = gateway): Promise<void> {
  await waitFor('room for another upload', async () => {
    const status = await answered((await openUpload({ 'Content-Type': 'text/csv' }, at)).end(csv))
    return status === 201
  })
}

async function head(socket: Socket): Promise<string> {
  let text = ''
  while (!text.includes('\r\n\r\n')) text += String((await once(socket, 'data'))[0])
  return text
}
