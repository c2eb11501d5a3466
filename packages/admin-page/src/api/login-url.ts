import { unreachable } from './problem.ts'

/** What the gateway says of this installation, to anyone. @throws ApiError where it cannot be had */
export async function fetchLoginUrl(signal: AbortSignal): Promise<string | null> {
  const response = await fetch(`${import.meta.env.BASE_URL}config.json`, { signal }).catch(
    (error: unknown) => {
      if (signal.aborted) throw error
      throw unreachable()
    },
  )
  const settings: unknown = response.ok ? await response.json() : {}
  const isKnown = typeof settings === 'object' && settings !== null && 'login_url' in settings
  return isKnown && typeof settings.login_url === 'string' ? settings.login_url : null
}
