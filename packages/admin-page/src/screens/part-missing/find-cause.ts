import { pagePath } from '../../installation.ts'

/**
 * `lost`: nothing can be loaded. `renewed`: a new release has replaced the page. `back`: the connection has returned.
 */
export type Cause = 'lost' | 'renewed' | 'back'

const patienceMs = 10_000

/** Finds out why a part of the page did not load, by loading the page as it is served now. */
export async function findCause(): Promise<Cause> {
  try {
    const response = await fetch(pagePath, {
      cache: 'no-cache',
      signal: AbortSignal.timeout(patienceMs),
    })
    if (!response.ok) return 'lost'
    const own = document.querySelector('script[type=module]')?.getAttribute('src') ?? ''
    return (await response.text()).includes(own) ? 'back' : 'renewed'
  } catch {
    // Whatever the reason, the page cannot be loaded.
    return 'lost'
  }
}
