/** `lost`: nothing can be loaded. `renewed`: a release has replaced the page. `back`: the connection has returned. */
export type Cause = 'lost' | 'renewed' | 'back'

const patienceMs = 10_000

/** Why a part of the page did not load, by looking at the page as it is served now. */
export async function findCause(): Promise<Cause> {
  try {
    const response = await fetch(import.meta.env.BASE_URL, {
      cache: 'no-cache',
      signal: AbortSignal.timeout(patienceMs),
    })
    if (!response.ok) return 'lost'
    const own = document.querySelector('script[type=module]')?.getAttribute('src') ?? ''
    return (await response.text()).includes(own) ? 'back' : 'renewed'
  } catch {
    // Whatever the reason, there is no page to be had.
    return 'lost'
  }
}
