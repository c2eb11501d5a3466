import type { ApiPaths } from '@catalog/contracts'
import createClient from 'openapi-fetch'
import { basePath } from '../installation.ts'
import { currentSession, signOut } from '../session/session.ts'
import { brokenOff, errorOfAnswer, unreachable } from './problem.ts'

/**
 * The API client; it sends the session's token. Call it through `answerOf`:
 * `answerOf(api.GET('/api/products/summary', { signal }))`.
 */
export const api = createClient<ApiPaths>({
  baseUrl: location.origin + basePath,
  fetch: (request: Request) => send(request),
})

/**
 * The body of a successful answer.
 * @throws ApiError for any other answer; a 401 ends the session
 */
export async function answerOf<Data>(call: Promise<{ data?: Data }>): Promise<Data> {
  const { data } = await call.catch(wholeOrNot)
  if (data === undefined) throw brokenOff()
  return data
}

/**
 * For answers without a body.
 * @throws ApiError as `answerOf` does
 */
export async function done(call: Promise<unknown>): Promise<void> {
  await call.catch(wholeOrNot)
}

/** An incomplete answer causes a `TypeError` of its body or a `SyntaxError` of its JSON. */
function wholeOrNot(error: unknown): never {
  throw error instanceof TypeError || error instanceof SyntaxError ? brokenOff() : error
}

/**
 * Fetches with the session's token.
 * @throws ApiError unless the answer is a success; a 401 ends the session
 */
export async function send(request: Request): Promise<Response> {
  const signed = authorization()
  if (signed !== null) request.headers.set('Authorization', signed)
  let response: Response
  try {
    response = await fetch(request)
  } catch (error) {
    if (request.signal.aborted) throw error
    throw unreachable()
  }
  if (response.ok) return response
  const error = errorOfAnswer(response.status, await response.text().catch(() => ''), (name) =>
    response.headers.get(name),
  )
  endSessionOn(error)
  throw error
}

export function authorization(): string | null {
  const session = currentSession()
  return session.state === 'signed-in' ? `Bearer ${session.token}` : null
}

export function endSessionOn({ code }: { code: string }): void {
  if (code === 'unauthenticated') signOut('ended')
}
