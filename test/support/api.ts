import type { Draft, Run } from '@catalog/contracts'
import { signToken } from '../../deploy/local/token.ts'
import type { Claims } from '../../deploy/local/token.ts'
import { waitFor } from './wait-for.ts'

export interface RequestOptions {
  method?: string
  headers?: Record<string, string>
  body?: string | Uint8Array | FormData | ReadableStream
  /** The storefront whose token is sent; null for no token. Default: `shop`. */
  storefront?: string | null
  signal?: AbortSignal
}

/** Calls of a client of the gateway. */
export interface Api {
  /** A token for a storefront, by default with all scopes. */
  token(
    storefront?: string,
    scopes?: readonly string[],
    more?: Omit<Claims, 'storefrontId' | 'scopes'>,
  ): string
  /** `path` follows the base URL. Resolves for answers of any status. */
  request(path: string, options?: RequestOptions): Promise<Response>
  /** The JSON of a request that must succeed; throws the problem otherwise. */
  json<Body>(path: string, options?: RequestOptions): Promise<Body>
  upload(csv: string | Uint8Array, options?: RequestOptions): Promise<Draft>
  confirm(draftId: string, options?: RequestOptions): Promise<Run>
  /** Waits until `until` is true of the run; by default, until it is completed. */
  waitForRun(
    runId: string,
    until?: (run: Run) => boolean,
    options?: RequestOptions & { timeoutMs?: number },
  ): Promise<Run>
}

/** The JSON of an answer, assumed to have the API's type. */
export async function bodyOf<Body>(response: Response): Promise<Body> {
  return JSON.parse(await response.text())
}

/** @param baseUrl returns `http://127.0.0.1:port` without a slash at the end; called before each request */
export function createApi({ baseUrl, secret }: { baseUrl: () => string; secret: string }): Api {
  const token: Api['token'] = (storefront = 'shop', scopes, more = {}) =>
    signToken(secret, { storefrontId: storefront, ...(scopes ? { scopes } : {}), ...more })

  const request: Api['request'] = async (path, { storefront = 'shop', headers = {}, ...rest } = {}) => {
    const startedAt = performance.now()
    try {
      return await fetch(`${baseUrl()}${path}`, {
        ...rest,
        duplex: 'half',
        headers: {
          ...(storefront === null ? {} : { authorization: `Bearer ${token(storefront)}` }),
          ...headers,
        },
      })
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
      const cause = error.cause instanceof Error ? error.cause.message : 'without a reason'
      const after = `after ${(performance.now() - startedAt).toFixed(0)} ms`
      throw new Error(`${rest.method ?? 'GET'} ${path}: ${error.message} ${after} (${cause})`, {
        cause: error,
      })
    }
  }

  const json: Api['json'] = async (path, options) => {
    const response = await request(path, options)
    const text = await response.text()
    if (!response.ok) throw new Error(`${options?.method ?? 'GET'} ${path}: ${response.status} ${text}`)
    return JSON.parse(text)
  }

  return {
    token,
    request,
    json,
    upload: (csv, options) =>
      json('/api/products/imports', {
        method: 'POST',
        body: csv,
        ...options,
        headers: { 'content-type': 'text/csv', ...options?.headers },
      }),
    confirm: (draftId, options) =>
      json(`/api/products/imports/${draftId}/confirm`, { method: 'POST', ...options }),
    waitForRun: (runId, until = (run) => run.status === 'completed', { timeoutMs, ...options } = {}) =>
      waitFor(
        `run ${runId}`,
        async () => {
          const run = await json<Run>(`/api/products/imports/runs/${runId}`, options)
          return until(run) && run
        },
        { ...(timeoutMs !== undefined && { timeoutMs }), everyMs: 50 },
      ),
  }
}
