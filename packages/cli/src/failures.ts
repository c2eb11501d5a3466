import { SplitError } from '@catalog/reading/split'
import { exitCodes } from './exit-codes.ts'
import type { ExitCode } from './exit-codes.ts'

type Problem = { code: string; detail: string } & Record<string, unknown>

/** The command cannot do what was asked, and the message says why. */
export class CommandError extends Error {
  override readonly name: string = 'CommandError'
  readonly exitCode: ExitCode = exitCodes.failed
}

/** Arguments, or settings of the environment, that the command does not take. */
export class UsageError extends CommandError {
  override readonly name = 'UsageError'
  override readonly exitCode = exitCodes.usage
}

/** There is no token that could be sent. */
export class SignInError extends CommandError {
  override readonly name = 'SignInError'
  override readonly exitCode = exitCodes.signIn
}

/** The service answered with an error, or not at all. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** Null without an answer. */
  readonly status: number | null
  /** One of the API's codes; `unreachable` without an answer, `broken_off` with an incomplete one. */
  readonly code: string
  readonly retryAfterS: number | null
  /** The service's problem document (RFC 9457). */
  readonly problem: Problem | null

  constructor(
    message: string,
    {
      status = null,
      code,
      retryAfterS = null,
      problem = null,
      cause,
    }: Partial<Omit<ApiError, 'code' | 'cause'>> & { code: string; cause?: unknown },
  ) {
    super(message, { cause })
    this.status = status
    this.code = code
    this.retryAfterS = retryAfterS
    this.problem = problem
  }
}

/** Whether repeating the same request may succeed. */
export function isTransient(error: unknown): error is ApiError {
  return error instanceof ApiError && transientCodes.has(error.code)
}

const transientCodes = new Set(['unreachable', 'broken_off', 'unavailable', 'timeout', 'rate_limited'])

export function exitCodeOf(error: unknown): ExitCode {
  if (error instanceof SplitError) return exitCodes.incomplete
  if (error instanceof CommandError) return error.exitCode
  if (!(error instanceof ApiError) || error.status === null) return exitCodes.failed
  const { code, status } = error
  if (['unauthenticated', 'insufficient_scope'].includes(code)) return exitCodes.signIn
  const isRefusal =
    code === 'apply_failed' || (status >= 400 && status < 500 && status !== 404 && status !== 429)
  return isRefusal ? exitCodes.incomplete : exitCodes.failed
}

/** The error of an answer that is not a success; `body` is its text. */
export function errorOfAnswer(response: Response, body: string): ApiError {
  const { status, headers } = response
  const problem = parseProblem(body)
  const retryAfter = Number(headers.get('Retry-After') ?? Number.NaN)
  return new ApiError(problem?.detail ?? `The server answered with the status ${status}.`, {
    status,
    code: problem?.code ?? codeOfStatus(status),
    retryAfterS: Number.isFinite(retryAfter) ? retryAfter : null,
    problem,
  })
}

/** For answers of a proxy in front of the gateway, which are not problem documents. */
function codeOfStatus(status: number): string {
  if (status === 401) return 'unauthenticated'
  if (status === 403) return 'insufficient_scope'
  if (status === 429) return 'rate_limited'
  if (status === 502 || status === 503) return 'unavailable'
  if (status === 504) return 'timeout'
  return 'not_from_the_service'
}

function parseProblem(body: string): Problem | null {
  try {
    const problem: Record<string, unknown> = { ...JSON.parse(body) }
    const { code, detail } = problem
    return typeof code === 'string' && typeof detail === 'string' ? { ...problem, code, detail } : null
  } catch {
    return null
  }
}
