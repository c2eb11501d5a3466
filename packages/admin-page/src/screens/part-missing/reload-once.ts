const key = 'catalog.reloadedAt'
/** During a rollout, requests may reach the old and the new release alternately. */
const pauseMs = 5 * 60_000

/**
 * Reloads the page automatically, but not repeatedly.
 * @returns whether it does
 */
export function reloadOnce(
  storage: Pick<Storage, 'getItem' | 'setItem'> = sessionStorage,
  reload: () => void = () => location.reload(),
  now = Date.now(),
): boolean {
  try {
    const last = storage.getItem(key)
    if (last !== null && now - Number(last) < pauseMs) return false
    storage.setItem(key, String(now))
  } catch {
    // Without storage, a second reload looks like the first.
    return false
  }
  reload()
  return true
}
