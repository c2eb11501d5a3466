import { randomUUID } from 'node:crypto'
import { errorTable, ServiceError } from '@catalog/contracts'
import type { ErrorCode, ErrorDetail } from '@catalog/contracts'
import { headers as createHeaders, ServiceErrorCodeHeader, ServiceErrorHeader } from 'nats'
import type { Msg, MsgHdrs } from 'nats'
import type { z } from 'zod'
import type { Nats } from './connect-nats.ts'
import { injectTrace } from './tracing.ts'

const requestIdHeader = 'X-Request-Id'
const partHeader = 'Catalog-Part'
const workingHeader = 'Catalog-Working'
const encoder = new TextEncoder()
const decoder = new TextDecoder()

export function requestHeaders(requestId: string): MsgHdrs {
  const headers = createHeaders()
  headers.set(requestIdHeader, requestId)
  injectTrace(headers)
  return headers
}

export function requestIdOf(headers: MsgHdrs | undefined): string {
  return headers?.get(requestIdHeader) || randomUUID()
}

export function encodeJson(value: unknown): Uint8Array {
  return encoder.encode(JSON.stringify(value))
}

/** What the schema makes of a message's JSON; `invalid_request` with a line for each problem where it refuses. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, data: Uint8Array): z.output<Schema> {
  const parsed = schema.safeParse(readJson(data))
  if (parsed.success) return parsed.data
  const errors = parsed.error.issues.map(({ path, message }): ErrorDetail => {
    return path.length === 0 ? { message } : { message, parameter: path.join('.') }
  })
  throw new ServiceError('invalid_request', 'The request is not valid.', { cause: parsed.error, errors })
}

export function parseOutput<Schema extends z.ZodType>(schema: Schema, data: Uint8Array): z.output<Schema> {
  const parsed = schema.safeParse(readJson(data))
  if (parsed.success) return parsed.data
  throw new ServiceError('internal', 'Something went wrong.', { cause: parsed.error })
}

/** Publishes an answer, in parts where it is larger than one message may be. */
export function publishAnswer(nats: Nats, subject: string, data: Uint8Array, extra?: AnswerExtra): void {
  const partBytes = partBytesOf(nats)
  const parts = Math.max(1, Math.ceil(data.length / partBytes))
  for (let part = 0; part < parts; part += 1) {
    const headers = extra?.headers?.() ?? createHeaders()
    headers.set(partHeader, `${part + 1}/${parts}`)
    const slice = data.subarray(part * partBytes, (part + 1) * partBytes)
    nats.connection.publish(subject, slice, { headers, ...(extra?.reply && { reply: extra.reply }) })
  }
}

export interface AnswerExtra {
  headers?: () => MsgHdrs
  reply?: string
}

/** Tells the caller that its request is still being worked on. */
export function publishWorking(nats: Nats, subject: string): void {
  if (nats.connection.isClosed()) return
  const headers = createHeaders()
  headers.set(workingHeader, '1')
  nats.connection.publish(subject, undefined, { headers })
}

export function isWorking(message: Msg): boolean {
  return message.headers?.has(workingHeader) === true
}

/** Publishes an error as the services framework has it: code and title in the headers, the sentence in the body. */
export function publishError(nats: Nats, subject: string, error: unknown): void {
  const { code } = asServiceError(error)
  publishAnswer(nats, subject, encodeError(error), {
    headers: () => {
      const headers = createHeaders()
      headers.set(ServiceErrorCodeHeader, code)
      headers.set(ServiceErrorHeader, errorTable[code].title)
      return headers
    },
  })
}

/** Puts an answer together from its parts: the whole once it is there, else undefined. */
export function collectAnswer(): (message: Msg) => Uint8Array | undefined {
  const parts: Uint8Array[] = []
  return (message) => {
    const [, part = '1', count = '1'] = /^(\d+)\/(\d+)$/.exec(message.headers?.get(partHeader) ?? '') ?? []
    parts.push(message.data)
    if (parts.length !== Number(part)) throw lostAnswer()
    if (parts.length < Number(count)) return undefined
    return parts.length === 1 ? message.data : Buffer.concat(parts)
  }
}

/** The error that an answer carries, if it carries one. */
export function errorOf(headers: MsgHdrs | undefined, data: Uint8Array): ServiceError | undefined {
  const code = headers?.get(ServiceErrorCodeHeader)
  if (code === undefined || code === '') return undefined
  return decodeError(data)
}

export function encodeError(error: unknown): Uint8Array {
  const { code, message, errors, retryAfterS } = asServiceError(error)
  return encodeJson({ code, message, errors, retry_after_s: retryAfterS })
}

export function decodeError(data: Uint8Array): ServiceError {
  const body = readJson(data)
  if (!isErrorBody(body) || !isErrorCode(body.code)) {
    return new ServiceError('internal', 'Something went wrong.')
  }
  return new ServiceError(body.code, body.message, {
    ...(body.errors !== undefined && { errors: body.errors }),
    ...(body.retry_after_s !== undefined && { retryAfterS: body.retry_after_s }),
  })
}

/** Whatever is not meant for a caller becomes `internal`. */
export function asServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error
  return new ServiceError('internal', 'Something went wrong.', { cause: error })
}

export function unavailable(cause?: unknown): ServiceError {
  const message = 'The service cannot be reached at the moment. Try again in a few seconds.'
  return new ServiceError('unavailable', message, { cause, retryAfterS: 5 })
}

export function timedOut(): ServiceError {
  return new ServiceError('timeout', 'There was no answer in time.')
}

interface ErrorBody {
  code: string
  message: string
  errors?: ErrorDetail[]
  retry_after_s?: number
}

function isErrorBody(body: unknown): body is ErrorBody {
  if (typeof body !== 'object' || body === null) return false
  return (
    'code' in body && typeof body.code === 'string' && 'message' in body && typeof body.message === 'string'
  )
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorTable, code)
}

function lostAnswer(): ServiceError {
  return unavailable(new Error('a part of the answer was lost'))
}

function readJson(data: Uint8Array): unknown {
  try {
    return JSON.parse(decoder.decode(data))
  } catch {
    // The schema refuses it in its own words.
    return undefined
  }
}

/** Leaves room for the headers. */
function partBytesOf(nats: Nats): number {
  return (nats.connection.info?.max_payload ?? 1024 * 1024) - 16 * 1024
}
