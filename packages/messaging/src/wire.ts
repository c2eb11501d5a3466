import { randomUUID } from 'node:crypto'
import { errorTable, ServiceError } from '@catalog/contracts'
import type { ErrorCode, ErrorDetail, MappableFile } from '@catalog/contracts'
import type { Spent } from '@catalog/runtime'
import { headers as createHeaders, ServiceErrorCodeHeader, ServiceErrorHeader } from 'nats'
import type { Msg, MsgHdrs } from 'nats'
import { z } from 'zod'
import { isInbox } from './inboxes.ts'
import { injectTrace } from './tracing.ts'

const requestIdHeader = 'X-Request-Id'
const workingHeader = 'Catalog-Working'
const spentHeader = 'Catalog-Spent'
const bodyHeader = 'Catalog-Body'
const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** @param bodyBytes how large a body may be that comes behind its head, in one message */
export function requestHeaders(requestId: string, bodyBytes?: number): MsgHdrs {
  const headers = headersOf({ [requestIdHeader]: requestId })
  if (bodyBytes !== undefined) headers.set(bodyHeader, String(bodyBytes))
  injectTrace(headers)
  return headers
}

export function headersOf(fields: Record<string, string>): MsgHdrs {
  const headers = createHeaders()
  for (const [name, value] of Object.entries(fields)) headers.set(name, value)
  return headers
}

export function requestIdOf(headers: MsgHdrs | undefined): string {
  return headers?.get(requestIdHeader) || randomUUID()
}

/**
 * Whether it is a request of ours. Jobs and status messages, which JetStream delivers to whatever subject a pull names,
 * and answers and frames are none.
 */
export function isRequest({ reply, headers }: Pick<Msg, 'reply' | 'headers'>): boolean {
  return isInbox(reply) && headers?.has(requestIdHeader) === true
}

export function encodeJson(value: unknown): Uint8Array {
  return encoder.encode(JSON.stringify(value))
}

/**
 * The message's JSON, parsed by the schema.
 * @throws ServiceError invalid_request, with a detail for each problem
 */
export function parseInput<Schema extends z.ZodType>(schema: Schema, data: Uint8Array): z.output<Schema> {
  const parsed = schema.safeParse(readJson(data))
  if (parsed.success) return parsed.data
  const errors = parsed.error.issues.map(({ path, message }): ErrorDetail => {
    return path.length === 0 ? { message } : { message, parameter: path.join('.') }
  })
  throw new ServiceError('invalid_request', 'The request is not valid.', { cause: parsed.error, errors })
}

/**
 * An answer's JSON, parsed by the schema.
 * @throws ServiceError internal, if it does not fit
 */
export function parseOutput<Schema extends z.ZodType>(schema: Schema, data: Uint8Array): z.output<Schema> {
  const parsed = schema.safeParse(readJson(data))
  if (parsed.success) return parsed.data
  throw new ServiceError('internal', 'Something went wrong.', { cause: parsed.error })
}

/** The header in which an answer says what the request has spent so far: whole milliseconds, in a fixed order. */
export function spentHeaders({ queue, lock, sql }: Spent): MsgHdrs {
  return headersOf({ [spentHeader]: [queue, lock, sql].map(Math.round).join(' ') })
}

/** Nothing, if an answer does not say it. */
export function spentOf({ headers }: Pick<Msg, 'headers'>): Spent {
  const [, queue = 0, lock = 0, sql = 0] =
    /^(\d{1,9}) (\d{1,9}) (\d{1,9})$/.exec(headers?.get(spentHeader) ?? '') ?? []
  return { queue: Number(queue), lock: Number(lock), sql: Number(sql) }
}

/** Bytes of a body behind an answer's JSON: of a request, how many it takes; of an answer, how many it has. */
export function bodyBytesOf(headers: MsgHdrs | undefined): number | undefined {
  const [bytes] = /^\d{1,9}$/.exec(headers?.get(bodyHeader) ?? '') ?? []
  return bytes === undefined ? undefined : Number(bytes)
}

/** Answers with the head and all of the body. */
export function respondWhole(message: Msg, head: unknown, body: Uint8Array, spent: Spent): void {
  const headers = spentHeaders(spent)
  headers.set(bodyHeader, String(body.length))
  message.respond(Buffer.concat([encodeJson(head), body]), { headers })
}

/** Tells the caller that its request is still being worked on. */
export function respondWorking(message: Msg): void {
  message.respond(undefined, { headers: headersOf({ [workingHeader]: '1' }) })
}

export function isWorking(message: Msg): boolean {
  return message.headers?.has(workingHeader) === true
}

/**
 * Answers with an error in the form of the services framework: code and title in the headers, the sentence in the body.
 */
export function respondError(message: Msg, error: unknown, spent: Spent): void {
  const { code } = asServiceError(error)
  const headers = spentHeaders(spent)
  headers.set(ServiceErrorCodeHeader, code)
  headers.set(ServiceErrorHeader, errorTable[code].title)
  message.respond(encodeError(error), { headers })
}

/** The error that an answer carries, if it carries one. */
export function errorOf({ headers, data }: Msg): ServiceError | undefined {
  return headers?.get(ServiceErrorCodeHeader) ? decodeError(data) : undefined
}

export function encodeError(error: unknown): Uint8Array {
  const { code, message, errors, rowCount, mappable, retryAfterS } = asServiceError(error)
  return encodeJson({ code, message, errors, row_count: rowCount, mappable, retry_after_s: retryAfterS })
}

/** The error that `encodeError` wrote; `internal` if the bytes are something else. */
export function decodeError(data: Uint8Array): ServiceError {
  const { data: body } = ErrorBody.safeParse(readJson(data))
  if (body === undefined) return new ServiceError('internal', 'Something went wrong.')
  return new ServiceError(body.code, body.message, {
    ...(body.errors !== undefined && { errors: body.errors }),
    ...(body.row_count !== undefined && { rowCount: body.row_count }),
    ...(body.mappable !== undefined && { mappable: body.mappable }),
    ...(body.retry_after_s !== undefined && { retryAfterS: body.retry_after_s }),
  })
}

const ErrorBody = z.object({
  code: z.custom<ErrorCode>((code) => typeof code === 'string' && Object.hasOwn(errorTable, code)),
  message: z.string(),
  errors: z.custom<ErrorDetail[]>(Array.isArray).optional(),
  row_count: z.number().optional(),
  mappable: z.custom<MappableFile>((file) => typeof file === 'object').optional(),
  retry_after_s: z.number().optional(),
})

/** An error that is not meant for a caller becomes `internal`. */
function asServiceError(error: unknown): ServiceError {
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

function readJson(data: Uint8Array): unknown {
  try {
    return JSON.parse(decoder.decode(data))
  } catch {
    // Left to the schema, which refuses undefined with its own message.
    return undefined
  }
}
