/** A request that failed: a problem of the API or, without an answer, an error of this page. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** Null if there was no answer. */
  readonly status: number | null
  /** One of the API's codes; `unreachable` without an answer, `broken_off` with an incomplete one. */
  readonly code: string
  readonly requestId: string | null
  readonly retryAfterS: number | null
  /** The other members of the problem document, unchecked. */
  readonly details: Readonly<Record<string, unknown>>

  constructor(
    problem: Pick<ApiError, 'status' | 'code' | 'message'> &
      Partial<Pick<ApiError, 'requestId' | 'retryAfterS' | 'details'>>,
  ) {
    super(problem.message)
    this.status = problem.status
    this.code = problem.code
    this.requestId = problem.requestId ?? null
    this.retryAfterS = problem.retryAfterS ?? null
    this.details = problem.details ?? {}
  }
}

/** The error of an answer that is not a success; `body` is its text. */
export function errorOfAnswer(
  status: number,
  body: string,
  header: (name: string) => string | null,
): ApiError {
  const problem = parseProblem(body)
  const retryAfter = Number(header('Retry-After') ?? Number.NaN)
  return new ApiError({
    status,
    code: problem?.code ?? codeOfStatus(status),
    message: problem?.detail ?? '',
    requestId: problem?.requestId ?? header('X-Request-Id'),
    retryAfterS: Number.isFinite(retryAfter) ? retryAfter : null,
    details: problem?.details ?? {},
  })
}

export function brokenOff(): ApiError {
  return new ApiError({ status: null, code: 'broken_off', message: '' })
}

export function unreachable(): ApiError {
  return new ApiError({ status: null, code: 'unreachable', message: '' })
}

/** The code of an error of the API; null for any other error. */
export function codeOf(error: unknown): string | null {
  return error instanceof ApiError ? error.code : null
}

/** Whether repeating the same request may succeed. */
export function isTransient(error: unknown): boolean {
  return transientCodes.has(codeOf(error) ?? '')
}

const transientCodes = new Set(['unreachable', 'broken_off', 'unavailable', 'timeout', 'rate_limited'])

/** For answers of a proxy in front of the gateway, which are not problem documents. */
function codeOfStatus(status: number): string {
  if (status === 401) return 'unauthenticated'
  if (status === 403) return 'insufficient_scope'
  if (status === 404) return 'not_found'
  if (status === 413) return 'file_too_large'
  if (status === 429) return 'rate_limited'
  if (status === 502 || status === 503) return 'unavailable'
  if (status === 504) return 'timeout'
  return 'internal'
}

/** Null if it is none. */
function parseProblem(body: string) {
  try {
    const {
      code,
      detail,
      request_id: requestId,
      ...details
    }: Record<string, unknown> = { ...JSON.parse(body) }
    if (typeof code !== 'string') return null
    return {
      code,
      detail: typeof detail === 'string' ? detail : '',
      requestId: typeof requestId === 'string' ? requestId : null,
      details,
    }
  } catch {
    return null
  }
}
