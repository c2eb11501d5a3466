import { types } from 'node:util'
import type { ApiPaths } from '@catalog/contracts'
import createClient from 'openapi-fetch'
import { ApiError, errorOfAnswer } from './failures.ts'
import { withRetries } from './retries.ts'
import type { RetryOptions } from './retries.ts'
import type { Settings } from './settings.ts'

export type {
  CatalogProduct,
  Draft,
  DraftRow,
  DraftSummary,
  ImageOutcome,
  Run,
  RunSummary,
} from '@catalog/contracts'

/** For one answer, without a file in either direction. */
const timeoutMs = 120_000

export type ApiClient = ReturnType<typeof createApiClient>

export function createApiClient({ url, token }: Settings, retries: RetryOptions) {
  const send = async (request: Request): Promise<Response> => {
    request.headers.set('Authorization', `Bearer ${token}`)
    const response = await fetch(request).catch((error: unknown) => {
      throw unreachable(url, error)
    })
    if (response.ok) return response
    throw errorOfAnswer(response, await response.text().catch(() => ''))
  }
  const sendWhole = async (request: Request): Promise<Response> => {
    const response = await send(new Request(request, { signal: AbortSignal.timeout(timeoutMs) }))
    const text = await response.text().catch(throwBrokenOff)
    return new Response(response.status === 204 ? null : text, response)
  }
  return {
    /** The API client. Call it through `answerOf`. Requests are repeated if that may help. */
    api: createClient<ApiPaths>({
      baseUrl: url,
      redirect: 'manual',
      fetch: (request: Request) => withRetries(retries, () => sendWhole(request.clone())),
    }),
    /**
     * For content that is not JSON: sends once, and resolves with the head of a success.
     * @throws ApiError
     */
    send: (path: string, init?: RequestInit) =>
      send(new Request(`${url}${path}`, { redirect: 'manual', ...init })),
    retries,
  }
}

/**
 * The body of a successful answer.
 * @throws ApiError otherwise
 */
export async function answerOf<Data>(call: Promise<{ data?: Data }>): Promise<Data> {
  const { data } = await call.catch(throwForeign)
  if (data === undefined) throw notFromTheService()
  return data
}

/**
 * The JSON of an answer.
 * @throws ApiError
 */
export async function jsonOf<Body>(response: Response): Promise<Body> {
  const text = await response.text().catch(throwBrokenOff)
  try {
    return JSON.parse(text)
  } catch {
    throw notFromTheService()
  }
}

/** The body of an incomplete answer throws an error. */
export function throwBrokenOff(error: unknown): never {
  throw new ApiError('The answer was incomplete: the connection was lost.', {
    code: 'broken_off',
    cause: error,
  })
}

/** Throws for an answer that is not JSON. */
function throwForeign(error: unknown): never {
  throw types.isNativeError(error) && error.name === 'SyntaxError' ? notFromTheService() : error
}

function notFromTheService(): ApiError {
  return new ApiError('The answer is not one of the catalog service: check the address.', {
    code: 'not_from_the_service',
  })
}

function unreachable(url: string, cause: unknown): ApiError {
  return new ApiError(`The service at ${url} cannot be reached.`, { code: 'unreachable', cause })
}
