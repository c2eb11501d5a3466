import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { ClientRequest } from 'node:http'
import { connect } from 'node:net'
import { describe, expect, test } from '@jest/globals'
import { errorTable, imports, maxFileBytes, ServiceError } from '@catalog/contracts'
import type { ErrorCode } from '@catalog/contracts'
import { waitFor } from '../../../../test/support/wait-for.ts'
import { Problem } from './problem.ts'
import { expectProblem } from '../testing/expect-problem.ts'
import { maxFormBytes } from './receive-form.ts'
import { api, draft, draftId, person } from '../testing/samples.ts'
import { chunkedHead, csv, fileForm, inChunk, openUpload, readHead, responseTo } from '../testing/uploads.ts'
import { useTestGateway } from '../testing/use-test-gateway.ts'

type Body = string | FormData | Uint8Array<ArrayBuffer>

const path = `${api}/imports`

const gateway = await useTestGateway({ CATALOG_LIMIT_UPLOADS: '2' })

/** A service that receives uploads and records the outcome of each. */
async function startReceiver() {
  const uploads: {
    storefront: string
    bytes: number
    text: string
    mapping?: unknown
    choice?: unknown
    end?: 'complete' | 'aborted'
  }[] = []
  const service = await gateway.serveFake((answering) =>
    answering.receive(imports.createDraft, async ({ storefront_id }, body, { trailer }) => {
      const received: (typeof uploads)[number] = { storefront: storefront_id, bytes: 0, text: '' }
      uploads.push(received)
      try {
        for await (const chunk of body) {
          received.bytes += chunk.length
          if (received.bytes < 10_000) received.text += String(chunk)
        }
        received.end = 'complete'
        received.mapping = trailer()?.mapping ?? undefined
        received.choice = trailer()?.choice ?? undefined
        return draft
      } catch (error) {
        received.end = 'aborted'
        throw error
      }
    }),
  )
  return { uploads, [Symbol.asyncDispose]: () => service[Symbol.asyncDispose]() }
}

function form(
  ...parts: [name: string, content: string | Uint8Array<ArrayBuffer>, filename?: string][]
): FormData {
  const data = new FormData()
  for (const [name, content, filename] of parts) {
    if (filename === undefined) data.append(name, String(content))
    else data.append(name, new Blob([content], { type: 'text/csv' }), filename)
  }
  return data
}

const multipart = { 'Content-Type': fileForm.type }

async function post(body: Body, headers: Record<string, string> = {}): Promise<Response> {
  return gateway.fetch(path, { method: 'POST', body, headers, duplex: 'half' })
}

const open = (headers: Record<string, string>) => openUpload(gateway, headers)

async function read(request: ClientRequest): Promise<{ status: number; code: string }> {
  const response = await responseTo(request)
  const chunks = await response.toArray()
  const { code } = Problem.parse(JSON.parse(Buffer.concat(chunks).toString()))
  return { status: response.statusCode ?? 0, code }
}

describe('a file that is accepted', () => {
  test('answers 201 with the draft and its address, for a multipart form', async () => {
    await using receiver = await startReceiver()
    const response = await post(form(['note', 'hello'], ['file', csv, 'catalog.csv'], ['more', 'text']))
    expect(response.status).toBe(201)
    expect(response.headers.get('location')).toBe(`${path}/${draftId}`)
    expect(await response.json()).toEqual(draft)
    expect(receiver.uploads).toEqual([{ storefront: 'shop', bytes: csv.length, text: csv, end: 'complete' }])
  })

  const mapping =
    '{"columns":{"Preis":"variant_price","__proto__":"title"},"identity":"title","remember":true}'
  test('may have a choice beside it', async () => {
    await using receiver = await startReceiver()
    const handles = Array.from({ length: 5_000 }, (_, index) => `a-product-of-a-long-name-${index}`)
    const choice = { products: 'existing', without_handles: handles, without_fields: ['title'] }
    const body = form(['choice', JSON.stringify(choice)], ['file', csv, 'catalog.csv'])
    expect((await post(body)).status).toBe(201)
    expect(receiver.uploads).toMatchObject([{ choice, mapping: undefined }])
  })

  test.each([
    ['before', form(['mapping', mapping], ['file', csv, 'catalog.csv'])],
    ['behind', form(['file', csv, 'catalog.csv'], ['mapping', mapping])],
    ['as a file before', form(['mapping', mapping, 'blob'], ['file', csv, 'catalog.csv'])],
    ['as a file behind', form(['file', csv, 'catalog.csv'], ['mapping', mapping, 'blob'])],
  ])('may have a mapping %s it', async (_where, body) => {
    await using receiver = await startReceiver()
    expect((await post(body)).status).toBe(201)
    const columns = [
      ['Preis', 'variant_price'],
      ['__proto__', 'title'],
    ]
    expect(receiver.uploads).toMatchObject([{ mapping: { columns, identity: 'title', remember: true } }])
  })

  test.each([
    'text/csv',
    'text/csv; charset=utf-8',
    'Text/CSV; header=present',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ])('answers the same for the bytes as %s', async (type) => {
    await using receiver = await startReceiver()
    const response = await post(csv, { 'Content-Type': type })
    expect(response.status).toBe(201)
    expect(receiver.uploads).toEqual([{ storefront: 'shop', bytes: csv.length, text: csv, end: 'complete' }])
  })

  test('is measured from its last byte on, not while its client sends it', async () => {
    await using receiver = await startReceiver()
    const wait = 'catalog_preview_wait_seconds'
    const duration = 'catalog_http_request_duration_seconds_sum'
    const figures = () =>
      Promise.all([
        gateway.count(`${wait}_count`),
        gateway.count(`${wait}_sum`),
        gateway.count(duration, `route="${path}"`),
      ])
    const before = await figures()
    const request = await open({ 'Content-Type': 'text/csv' })
    request.write(csv)
    await waitFor('the first bytes', () => receiver.uploads[0]?.bytes === csv.length)
    const heldFrom = performance.now()
    await waitFor('a tenth of a second', () => performance.now() - heldFrom > 100)
    const heldS = (performance.now() - heldFrom) / 1000
    request.end('coat,Coat\r\n')
    expect((await responseTo(request)).statusCode).toBe(201)
    const after = await waitFor('the figures', async () => {
      const now = await figures()
      return now[2] > before[2] && now
    })
    expect(after[0]).toBe(before[0] + 1)
    expect(after[1] - before[1]).toBeLessThan(after[2] - before[2] - heldS)
  })

  test('may have exactly 10 MB, either way', async () => {
    await using receiver = await startReceiver()
    const file = new Uint8Array(maxFileBytes).fill(97)
    const asForm = await post(form(['file', file, 'catalog.csv']))
    const asBytes = await post(file, { 'Content-Type': 'text/csv' })
    expect([asForm.status, asBytes.status]).toEqual([201, 201])
    expect(receiver.uploads.map(({ bytes }) => bytes)).toEqual([maxFileBytes, maxFileBytes])
  })

  test('reaches the service while it is still arriving', async () => {
    await using receiver = await startReceiver()
    const request = await open({ 'Content-Type': 'text/csv' })
    request.write('a'.repeat(600_000))
    await waitFor('the first bytes', () => (receiver.uploads[0]?.bytes ?? 0) > 0)
    request.end('b')
    const response = await responseTo(request)
    response.resume()
    expect(response.statusCode).toBe(201)
    expect(receiver.uploads[0]?.bytes).toBe(600_001)
  })
})

describe('a file over 10 MB is refused with file_too_large', () => {
  test.each([
    ['multipart', fileForm.type],
    ['raw', 'text/csv'],
  ])('before a byte is read, if %s declares it', async (_kind, type) => {
    await using receiver = await startReceiver()
    const request = await open({ 'Content-Type': type, 'Content-Length': String(maxFormBytes + 1) })
    request.flushHeaders()
    expect(await read(request)).toEqual({ status: 413, code: 'file_too_large' })
    expect(receiver.uploads).toEqual([])
    request.destroy()
  })

  test('while it arrives, if its size was not declared', async () => {
    await using receiver = await startReceiver()
    const request = await open({ 'Content-Type': 'text/csv' })
    request.write(Buffer.alloc(maxFileBytes + 1, 'a'))
    expect(await read(request)).toEqual({ status: 413, code: 'file_too_large' })
    request.destroy()
    await waitFor('the abort', () => receiver.uploads[0]?.end === 'aborted')
  })

  test.each([
    ['the file', 'name="file"; filename="c.csv"'],
    ['a text field', 'name="note"'],
    ['what is no field', ''],
  ])('while a form arrives whose size was not declared, in %s', async (_name, field) => {
    await using _ = await startReceiver()
    const request = await open({ 'Content-Type': fileForm.type })
    request.write(`--b\r\nContent-Disposition: form-data; ${field}\r\n\r\n`)
    request.write(Buffer.alloc(maxFormBytes + 1, 'a'))
    expect(await read(request)).toEqual({ status: 413, code: 'file_too_large' })
    request.destroy()
  })

  test('by the file alone, if the form leaves room for it', async () => {
    await using receiver = await startReceiver()
    const response = await post(form(['file', new Uint8Array(maxFileBytes + 1), 'catalog.csv']))
    await expectProblem(response, 413, 'file_too_large')
    await waitFor('the abort', () => receiver.uploads[0]?.end === 'aborted')
  })

  test.each(['keep-alive', 'close'])(
    'so that a client which goes on sending reads the answer (Connection: %s)',
    async (connection) => {
      await using receiver = await startReceiver()
      const socket = connect(gateway.port, '127.0.0.1')
      const answered = readHead(socket)
      const bytes = 3 * maxFileBytes
      socket.write(await chunkedHead(gateway, 'text/csv'))
      socket.write(`Connection: ${connection}\r\n\r\n${bytes.toString(16)}\r\n`)
      for (let sent = 0; sent < bytes; sent += 65_536) {
        if (!socket.write(Buffer.alloc(65_536, 'a'))) await once(socket, 'drain')
      }
      socket.write('\r\n0\r\n\r\n')
      expect(await answered).toMatch(/^HTTP\/1\.1 413 /)
      await waitFor('the abort', () => receiver.uploads[0]?.end === 'aborted')
      if (connection === 'close') await once(socket, 'end')
      socket.destroy()
    },
  )

  test('without its body, for a client that asks first', async () => {
    const request = await open({
      'Content-Type': 'text/csv',
      'Content-Length': String(2 * maxFileBytes),
      Expect: '100-continue',
    })
    let continued = false
    request.on('continue', () => (continued = true))
    request.flushHeaders()
    expect(await read(request)).toEqual({ status: 413, code: 'file_too_large' })
    expect(continued).toBe(false)
    request.destroy()
  })
})

describe.each<[string, (body: string[]) => string[], string]>([
  ['text/csv', (body) => body, 'text/csv'],
  ['a form', (body) => [fileForm.head, ...body, fileForm.tail], fileForm.type],
])('in chunks, as %s,', (_, bodyOf, type) => {
  const send = async (body: string[]) => {
    const socket = connect(gateway.port, '127.0.0.1')
    const answered = readHead(socket)
    socket.write(`${await chunkedHead(gateway, type)}\r\n`)
    socket.write(`${bodyOf(body).map(inChunk).join('')}0\r\n\r\n`)
    return { socket, head: await answered }
  }

  test('5,000 lines that each have their own are read', async () => {
    await using receiver = await startReceiver()
    const { socket, head } = await send(Array.from({ length: 5_000 }, () => 'a,A\r\n'))
    expect(head).toMatch(/^HTTP\/1\.1 201 /)
    expect(receiver.uploads).toMatchObject([{ bytes: 25_000, end: 'complete' }])
    socket.destroy()
  })

  test('a large one behind a small one is no waste, also while the first is read', async () => {
    await using receiver = await startReceiver()
    const socket = connect(gateway.port, '127.0.0.1')
    const answered = readHead(socket)
    const chunks = bodyOf(['h', 'andle\r\n', 'x'.repeat(60_000)]).map(inChunk)
    const later = chunks.splice(-2)
    socket.write(`${await chunkedHead(gateway, type)}\r\n`)
    socket.write(chunks.join(''))
    await waitFor('the upload', () => receiver.uploads.length === 1)
    socket.write(`${later.join('')}0\r\n\r\n`)
    expect(await answered).toMatch(/^HTTP\/1\.1 201 /)
    socket.destroy()
  })

  test('a file of one byte each is refused before much of it is read, and its connection closed', async () => {
    await using receiver = await startReceiver()
    const { socket, head } = await send(Array.from({ length: 400_000 }, () => 'x'))
    expect(head).toMatch(/^HTTP\/1\.1 400 /)
    await once(socket, 'close')
    await waitFor('the end of what was begun', () => receiver.uploads.every(({ end }) => end === 'aborted'))
    for (const { bytes } of receiver.uploads) expect(bytes).toBeLessThan(200_000)
  })
})

const part = (parameters: string) =>
  `--b\r\nContent-Disposition: form-data; name="file"; ${parameters}\r\nContent-Type: text/csv\r\n\r\n${csv}${fileForm.tail}`

describe('the service gets a file’s name', () => {
  /** The input of the message to the service for such an upload. */
  async function inputOf(body: Body, headers: Record<string, string> = {}): Promise<object | undefined> {
    const inputs: object[] = []
    await using _ = await gateway.serveFake((answering) =>
      answering.receive(imports.createDraft, async (input, bytes) => {
        inputs.push(input)
        expect(String(Buffer.concat(await bytes.toArray()))).toBe(csv)
        return draft
      }),
    )
    const response = await post(body, headers)
    expect(response.status).toBe(201)
    return inputs[0]
  }

  test('and who uploads it', async () => {
    const input = { storefront_id: 'shop', file_name: 'spring.csv', caller: person, idempotency_key: null }
    expect(await inputOf(form(['file', csv, 'spring.csv']))).toEqual(input)
    const key = { 'Idempotency-Key': '"a key"' }
    expect(await inputOf(form(['file', csv, 'spring.csv']), key)).toEqual({
      ...input,
      idempotency_key: 'a key',
    })
    const token = await gateway.token({ sub: 'bo', name: 'Bo\u0000b \ud83d' })
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'text/csv' }
    expect(await inputOf(csv, headers)).toMatchObject({ file_name: null, caller: { sub: 'bo', name: 'Bob' } })
  })

  test.each<[string, Body, Record<string, string>, string | null]>([
    ['as fetch sends it', form(['file', csv, 'Frühling 春 "neu" 😀.csv']), {}, 'Frühling 春 "neu" 😀.csv'],
    ['as curl sends it', part('filename="Frühling \\"neu\\".csv"'), multipart, 'Frühling "neu".csv'],
    ['of RFC 5987', part("filename=x; filename*=UTF-8''Fr%C3%BChling.csv"), multipart, 'Frühling.csv'],
    ['as the end of a path', part('filename="../a/C:\\dir\\spring.csv"'), multipart, 'spring.csv'],
    ['without what is not seen', part('filename="gpj.\u202evsc.csv\u200b"'), multipart, 'gpj.vsc.csv'],
    ['cut', part(`filename="${'x'.repeat(10_000)}.csv"`), multipart, 'x'.repeat(255)],
    ['as none, of a path without an end', part('filename="folder/"'), multipart, null],
    ['as none, of what is not seen', part('filename="\u200b"'), multipart, null],
    ['as none, where the bytes have none', csv, { 'Content-Type': 'text/csv' }, null],
    [
      'with the bytes, as curl sends its bytes',
      csv,
      { 'Content-Disposition': asHeader('attachment; filename="C:\\\\dir\\\\Frühling 春.csv"') },
      'Frühling 春.csv',
    ],
    [
      'with the bytes, of RFC 5987',
      csv,
      { 'Content-Disposition': "attachment; filename*=UTF-8''..%2FFr%C3%BChling%E2%80%AE.csv" },
      'Frühling.csv',
    ],
    ['as none, of a malformed header', csv, { 'Content-Disposition': 'attachment; filename="a' }, null],
  ])('%s', async (_how, body, headers, name) => {
    const type = body === csv ? { 'Content-Type': 'text/csv' } : {}
    expect(await inputOf(body, { ...type, ...headers })).toMatchObject({ file_name: name })
  })

  test('or the form is refused, if the name is longer than a header may be', async () => {
    await using receiver = await startReceiver()
    const response = await post(part(`filename="${'x'.repeat(1_000_000)}"`), multipart)
    await expectProblem(response, 400, 'invalid_request')
    expect(receiver.uploads).toEqual([])
  })
})

/** As Node reads a UTF-8 header: a character for each byte. */
function asHeader(text: string): string {
  return Buffer.from(text).toString('latin1')
}

test('a client that asks first gets 100 Continue', async () => {
  await using receiver = await startReceiver()
  const request = await open({ 'Content-Type': 'text/csv', Expect: '100-continue' })
  request.flushHeaders()
  await once(request, 'continue')
  request.end(csv)
  const response = await responseTo(request)
  response.resume()
  expect(response.statusCode).toBe(201)
  expect(receiver.uploads[0]?.text).toBe(csv)
})

describe('a request that is not an upload is refused with a helpful message', () => {
  test.each<[string, Body, Record<string, string>, ErrorCode, RegExp]>([
    ['no file in the form', form(['note', 'x']), {}, 'invalid_request', /field "file"/],
    ['a file of no name', form(['file', '', '']), {}, 'invalid_request', /no file|text instead/],
    ['another field', form(['data', csv, 'c.csv']), {}, 'invalid_request', /not in "data"/],
    ['text for a file', form(['file', csv]), {}, 'invalid_request', /with the @/],
    ['two files', form(['file', csv, 'a.csv'], ['file', csv, 'b.csv']), {}, 'invalid_request', /several/],
    ['a form without its end', `${fileForm.head}${csv}\r\n`, multipart, 'invalid_request', /incomplete/],
    [
      'another choice',
      form(['choice', '{"products":1}'], ['file', csv, 'c.csv']),
      {},
      'invalid_request',
      /choice.products/,
    ],
    [
      'two choices',
      form(['choice', '{}'], ['choice', '{}', 'blob'], ['file', csv, 'c.csv']),
      {},
      'invalid_request',
      /twice/,
    ],
    ['a form of nonsense', 'nonsense', multipart, 'invalid_request', /malformed/],
    ['no boundary', csv, { 'Content-Type': 'multipart/form-data' }, 'invalid_request', /malformed/],
    [
      'JSON',
      '{}',
      { 'Content-Type': 'application/json' },
      'unsupported_media_type',
      /multipart field "file"/,
    ],
    [
      'the default of curl --data-binary',
      csv,
      { 'Content-Type': 'application/x-www-form-urlencoded' },
      'unsupported_media_type',
      /text\/csv/,
    ],
    [
      'a compressed file',
      csv,
      { 'Content-Type': 'text/csv', 'Content-Encoding': 'gzip' },
      'unsupported_media_type',
      /uncompressed/,
    ],
  ])('%s', async (_name, body, headers, code, detail) => {
    await using receiver = await startReceiver()
    const response = await post(body, headers)
    const problem = await expectProblem(response, errorTable[code].status, code)
    expect(problem.detail).toMatch(detail)
    await waitFor('the end of what was begun', () => receiver.uploads.every(({ end }) => end === 'aborted'))
  })

  test('no body at all', async () => {
    const response = await gateway.fetch(path, { method: 'POST' })
    expect((await expectProblem(response, 400, 'invalid_request')).detail).toMatch(/no file/)
  })

  test('no body and no Content-Length', async () => {
    const request = await open({})
    request.removeHeader('Transfer-Encoding')
    request.useChunkedEncodingByDefault = false
    request.end()
    expect(await read(request)).toEqual({ status: 400, code: 'invalid_request' })
  })
})

describe('a client that disconnects', () => {
  test.each([
    ['text/csv', ''],
    [fileForm.type, fileForm.head],
  ])('in the middle of %s leaves an aborted upload and no error in the log', async (type, head) => {
    await using receiver = await startReceiver()
    const id = randomUUID()
    const request = await open({ 'Content-Type': type, 'X-Request-Id': id })
    request.write(`${head}${'a'.repeat(600_000)}`)
    await waitFor('the first bytes', () => (receiver.uploads[0]?.bytes ?? 0) > 0)
    request.destroy()
    await waitFor('the abort', () => receiver.uploads[0]?.end === 'aborted')
    await waitFor('the line', () => gateway.linesOf(id).some(({ message }) => message === 'request answered'))
    expect(gateway.linesOf(id)).toMatchObject([{ level: 'info', fields: { client_gone: true, status: 499 } }])
  })
})

describe('an error of the import service', () => {
  test('is answered at once, while the client still sends', async () => {
    await using _ = await gateway.serveFake((answering) =>
      answering.receive(imports.createDraft, async () => {
        throw new ServiceError('too_many_rows', 'The file has more than 5,000 rows.')
      }),
    )
    for (const type of ['text/csv', fileForm.type]) {
      const request = await open({ 'Content-Type': type })
      request.write(`${fileForm.head}handle\r\n`)
      expect(await read(request)).toEqual({ status: 413, code: 'too_many_rows' })
      request.destroy()
    }
  })

  test('is answered even if the service stops reading a form’s file before its error arrives', async () => {
    const sent = Promise.withResolvers<void>()
    await using services = new AsyncDisposableStack()
    services.use(
      await gateway.serveFake((answering) => {
        answering.reply(imports.getDraft, async () => draft)
        answering.receive(imports.createDraft, async (_input, body) => {
          for await (const _ of body) break
          await sent.promise
          // After this answer the service has stopped reading.
          await (await gateway.fetch(`${path}/${draftId}`)).json()
          throw new ServiceError('too_many_rows', 'The file has more than 5,000 rows.')
        })
      }),
    )
    const request = await open({ 'Content-Type': fileForm.type })
    request.end(`${fileForm.head}${'a'.repeat(700_000)}${fileForm.tail}`, () => sent.resolve())
    expect(await read(request)).toEqual({ status: 413, code: 'too_many_rows' })
  })

  test('is 503 where there is none', async () => {
    const response = await post(csv, { 'Content-Type': 'text/csv' })
    expect(response.headers.get('retry-after')).toMatch(/^\d+$/)
    await expectProblem(response, 503, 'unavailable')
  })
})

test('a third upload at the same time is refused until one has ended', async () => {
  await using receiver = await startReceiver()
  const open1 = await open({ 'Content-Type': 'text/csv' })
  const open2 = await open({ 'Content-Type': 'text/csv' })
  for (const request of [open1, open2]) request.write(csv)
  await waitFor('both uploads', () => receiver.uploads.length === 2)

  const refused = await post(csv, { 'Content-Type': 'text/csv' })
  expect(refused.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
  await expectProblem(refused, 429, 'rate_limited')

  const other = { Authorization: `Bearer ${await gateway.token({ storefront_id: 'another' })}` }
  expect((await post(csv, { ...other, 'Content-Type': 'text/csv' })).status).toBe(201)

  open1.end()
  const response = await responseTo(open1)
  response.resume()
  await once(response, 'end')
  expect((await post(csv, { 'Content-Type': 'text/csv' })).status).toBe(201)
  open2.destroy()
})
