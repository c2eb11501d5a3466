import { errorTable, FileColumn, MappingIdentity, ServiceError } from '@catalog/contracts'
import { z } from 'zod'
import type { Context, Gateway, GatewayLog, Middleware } from '../context.ts'
import { routeOf } from './measure-request.ts'

export const problemType = 'application/problem+json'

/** For logs and metrics only: the client disconnected. */
const clientGone = 499

/** The body of every answer that is an error (RFC 9457). */
export const Problem = z
  .object({
    type: z.string().describe('`urn:catalog:problem:` and the code.'),
    title: z.string(),
    status: z.number().int(),
    detail: z.string().describe('What happened and what to do about it, in a sentence.'),
    code: z.enum(Object.fromEntries(Object.keys(errorTable).map((code) => [code, code]))),
    request_id: z.string(),
    errors: z
      .array(
        z.object({
          message: z.string(),
          code: z.string().optional(),
          parameter: z.string().optional(),
          row: z.number().int().optional(),
          column: z.string().optional(),
          value: z.string().optional(),
        }),
      )
      .optional(),
    row_count: z
      .number()
      .int()
      .optional()
      .describe(
        'Of a file with too many rows: how many it has below its header, where that could be counted.',
      ),
    columns: z
      .array(FileColumn)
      .optional()
      .describe('Of a file whose format is not known: its columns, for a mapping.'),
    identity_suggestion: MappingIdentity.nullable().optional(),
  })
  .meta({ id: 'Problem' })

export type Problem = z.infer<typeof Problem>

/**
 * The one place where errors become answers. Messages of drivers and libraries go to the log, never to a caller. Logs
 * each 5xx, once.
 */
export function answerProblems({ log, metrics }: Pick<Gateway, 'log' | 'metrics'>): Middleware {
  return async (ctx, next) => {
    try {
      await next()
      if (ctx.respond !== false && (ctx.body === undefined || ctx.body === null)) refuseUnanswered(ctx)
    } catch (error) {
      const problem = toServiceError(error)
      report(log, ctx, problem, error)
      // A client that leaves is an error of its stream.
      if (ctx.headerSent && error === problem) metrics.abortedAnswers.inc({ route: routeOf(ctx) })
      if (ctx.headerSent || !ctx.writable) abort(ctx)
      else writeProblem(ctx, problem)
    }
  }
}

/** The problem document of an error in the request with this id. */
export function problemOf(error: ServiceError, requestId: string): Problem {
  const { status, title } = errorTable[error.code]
  return {
    type: `urn:catalog:problem:${error.code}`,
    title,
    status,
    detail: error.message,
    code: error.code,
    request_id: requestId,
    ...(error.errors && error.errors.length > 0 && { errors: error.errors }),
    ...(error.rowCount !== undefined && { row_count: error.rowCount }),
    ...error.mappable,
  }
}

/** For requests that the router did not answer. */
function refuseUnanswered(ctx: Context): void {
  if (ctx.status === 404) throw new ServiceError('not_found', 'There is nothing at this address.')
  if (ctx.status === 405 || ctx.status === 501) {
    const allowed = ctx.response.get('Allow')
    throw new ServiceError('method_not_allowed', `This address does not take ${ctx.method}, only ${allowed}.`)
  }
}

function toServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error
  return new ServiceError(
    'internal',
    'Try again. If that does not help, contact support with the request id: something went wrong on our side.',
    {
      cause: error,
    },
  )
}

function report(log: GatewayLog, ctx: Context, problem: ServiceError, thrown: unknown): void {
  const { requestId, signal } = ctx.state
  // An error after the client disconnected is not a failure; the request's own log line has `client_gone`.
  if (signal.aborted && !(thrown instanceof ServiceError)) return
  if (errorTable[problem.code].status < 500 && !ctx.headerSent) return
  log.error('request failed', {
    request_id: requestId,
    method: ctx.method,
    route: routeOf(ctx),
    code: problem.code,
    error: thrown,
  })
}

/** Too late for an error answer: abort, so that the client notices that this one is incomplete. */
function abort(ctx: Context): void {
  ctx.respond = false
  if (!ctx.headerSent) ctx.res.statusCode = clientGone
  ctx.res.destroy()
}

function writeProblem(ctx: Context, error: ServiceError): void {
  const problem = problemOf(error, ctx.state.requestId)
  ctx.status = problem.status
  ctx.set('Content-Type', problemType)
  if (error.retryAfterS !== undefined) ctx.set('Retry-After', String(Math.ceil(error.retryAfterS)))
  if (error.code === 'unauthenticated') {
    ctx.set('WWW-Authenticate', ctx.get('Authorization') === '' ? 'Bearer' : 'Bearer error="invalid_token"')
  }
  if (error.code === 'insufficient_scope') ctx.set('WWW-Authenticate', 'Bearer error="insufficient_scope"')
  // As text, like other answers (answer-endpoint.ts).
  ctx.body = JSON.stringify(problem)
}
